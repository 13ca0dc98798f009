import { execFile } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { VERSION } from '../../src/cli/start/command';
import { appFolder, ROOT, writeFiles } from '../app-folder';
import { BIN } from '../built-program';
import { type StubComment, StubForge } from './stub-forge';

const DEPLOY = join(ROOT, 'deploy');
const read = (name: string) => parse(readFileSync(join(DEPLOY, name), 'utf8'));

const MARKER = '<!-- polyvirt-review: review -->';
const REVIEW = `${MARKER}\n### polyvirt review: disruptive\n`;

/** What a job says, and how it ends. */
interface Ended {
  readonly status: number;
  readonly stderr: string;
}

async function run(
  command: string,
  args: readonly string[],
  folder: string,
  env: Record<string, string>,
): Promise<Ended> {
  return new Promise((done) => {
    execFile(command, args, { cwd: folder, env }, (error, _stdout, stderr) =>
      done({ status: error === null ? 0 : Number(error.code), stderr }),
    );
  });
}

/** Comments with `comment.mjs`, in a folder that has this review, on a forge that has these comments. */
async function comment(
  forge: 'github' | 'gitlab' | 'gitea',
  comments: readonly StubComment[],
  { status = '10', review = REVIEW, token = 'secret', me = 'polyvirt-bot' } = {},
) {
  const folder = appFolder();
  writeFiles(folder, { 'polyvirt-review/review.md': review, 'polyvirt-review/status': `${status}\n` });
  const stub = new StubForge(comments, me);
  const api = await stub.start();
  const ended = await run(process.execPath, [join(DEPLOY, 'comment.mjs')], folder, {
    FORGE: forge,
    TOKEN: token,
    GITHUB_API_URL: api,
    REPOSITORY: 'acme/infra',
    NUMBER: '7',
    CI_API_V4_URL: api,
    CI_PROJECT_ID: '3',
    CI_MERGE_REQUEST_IID: '5',
  });
  await stub.stop();
  return { ...ended, calls: stub.calls, written: stub.calls.filter(({ method }) => method !== 'GET') };
}

const others = (count: number): StubComment[] =>
  Array.from({ length: count }, (_, i) => ({ id: i + 1, body: 'hello', by: 'person' }));

test.each([
  [
    'github',
    'github-actions[bot]',
    'POST /repos/acme/infra/issues/7/comments',
    'PATCH /repos/acme/infra/issues/comments/999',
  ],
  ['gitea', 'polyvirt-bot', 'POST /repos/acme/infra/issues/7/comments', 'PATCH /repos/acme/infra/issues/comments/999'],
  ['gitlab', 'polyvirt-bot', 'POST /projects/3/merge_requests/5/notes', 'PUT /projects/3/merge_requests/5/notes/999'],
] as const)('on %s there is one comment, found also behind hundreds of others', async (forge, by, made, updated) => {
  const lines = ({ written }: Awaited<ReturnType<typeof comment>>) =>
    written.map(({ method, path, body }) => [`${method} ${path}`, body]);
  const first = await comment(forge, others(100));
  expect([first.stderr, first.status]).toEqual(['', 0]);
  expect(lines(first)).toEqual([[made, REVIEW]]);
  const old = { id: 999, body: `${MARKER}\nold`, by };
  expect(lines(await comment(forge, [...others(350), old, ...others(20)]))).toEqual([[updated, REVIEW]]);
  // Anybody can write the marker, and would own what the job writes there.
  expect(lines(await comment(forge, [{ ...old, by: 'stranger' }]))).toEqual([[made, REVIEW]]);
  // Where nothing changes there is nothing to say, unless something was said before.
  expect(lines(await comment(forge, others(3), { status: '0' }))).toEqual([]);
  expect(lines(await comment(forge, [old], { status: '0' }))).toEqual([[updated, REVIEW]]);
});

test('what a job of the pull request left behind is no code, and without a token nothing fails', async () => {
  const crafted = await comment('github', [], { review: '<!-- polyvirt-review: a") | .id, "x -->\n' });
  expect([crafted.status, crafted.calls]).toEqual([1, []]);
  expect(crafted.stderr).toContain('does not begin with a marker');
  const none = await comment('gitlab', [], { token: '' });
  expect([none.status, none.calls]).toEqual([0, []]);
  expect(none.stderr).toContain('there is no TOKEN');
  const folder = appFolder();
  const nothing = await run(process.execPath, [join(DEPLOY, 'comment.mjs')], folder, { TOKEN: 't' });
  expect(nothing).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('there is no review in polyvirt-review'),
  });
});

/** A repository with nothing but YAML, whose branch deletes a VM. */
async function repository(): Promise<string> {
  const folder = join(appFolder(), 'work');
  const vm = (name: string) =>
    `apiVersion: kubevirt.io/v1\nkind: VirtualMachine\nmetadata: { name: ${name}, namespace: shop }\nspec: { runStrategy: Always, template: { spec: { domain: { devices: {} } } } }\n`;
  writeFiles(folder, {
    'vms/web.yaml': vm('web'),
    'vms/db.yaml': vm('db'),
    'polyvirt-review.yaml':
      'kind: ReviewPolicy\nspec: { rules: [{ name: loss, action: block, severities: [destructive] }] }\n',
    '.npmrc': 'registry=https://registry.example\n',
  });
  const script = `git init --quiet --initial-branch main && git add --all && git -c user.name=n -c user.email=a@b.c commit --quiet -m a &&
    git checkout --quiet -b change && git rm --quiet vms/db.yaml && git -c user.name=n -c user.email=a@b.c commit --quiet -m b`;
  expect(await run('sh', ['-ec', script], folder, process.env as Record<string, string>)).toMatchObject({ status: 0 });
  return folder;
}

/** A folder of programs with an npm that installs this clone, and writes down where it was called. */
function fakeNpm(folder: string): { readonly path: string; readonly calls: () => string[] } {
  const bin = join(folder, '../bin');
  const log = join(bin, 'calls');
  writeFiles(bin, {
    npm: `#!/bin/sh
echo "$PWD: $*" >> '${log}'
mkdir -p node_modules/.bin && ln -sfn '${ROOT}' node_modules/polyvirt
printf '#!/bin/sh\\nexec %s %s "$@"\\n' '${process.execPath}' '${BIN}' > node_modules/.bin/polyvirt
chmod +x node_modules/.bin/polyvirt
`,
  });
  chmodSync(join(bin, 'npm'), 0o755);
  const path = `${bin}:${dirname(process.execPath)}:${process.env.PATH}`;
  return { path, calls: () => readFileSync(log, 'utf8').trim().split('\n') };
}

test('the jobs of GitLab work in a repository of YAML only, and only the second has a token', async () => {
  const folder = await repository();
  const npm = fakeNpm(folder);
  const tools = join(folder, '../tools');
  const {
    '.polyvirt': common,
    'polyvirt-review': review,
    'polyvirt-comment': comments,
  } = read('gitlab/polyvirt-review.yml');
  const variables = {
    TOOLS: tools,
    VERSION: common.variables.VERSION,
    DEPLOY: join(tools, 'node_modules/polyvirt/deploy'),
  };
  const job = (lines: readonly string[], env: Record<string, string>) =>
    run('sh', ['-ec', [...common.before_script, ...lines].join('\n')], folder, {
      PATH: npm.path,
      HOME: process.env.HOME ?? '/',
      CI_PROJECT_DIR: folder,
      ...variables,
      ...env,
    });
  const first = await job(review.script, { BASE: 'main', POLICY: 'main:polyvirt-review.yaml', FORGE: 'gitlab' });
  expect([first.status, first.stderr]).toEqual([1, expect.stringContaining('polyvirt review: blocked by policy')]);
  expect(readFileSync(join(folder, 'polyvirt-review/review.md'), 'utf8')).toContain('VirtualMachine shop/db');
  expect(npm.calls()).toEqual([
    `${tools}: install --prefix . --ignore-scripts --no-audit --no-fund polyvirt@${VERSION}`,
  ]);
  expect(JSON.stringify([common, review])).not.toContain('TOKEN');

  const stub = new StubForge([], 'bot');
  const ci = {
    CI_API_V4_URL: await stub.start(),
    CI_PROJECT_ID: '3',
    CI_MERGE_REQUEST_IID: '5',
    GITLAB_TOKEN: 'glpat-x',
  };
  expect(comments.variables.GIT_STRATEGY).toBe('none');
  expect(comments.environment.name).toBe('polyvirt-comment');
  const second = await job(comments.script, { ...ci, FORGE: comments.variables.FORGE });
  await stub.stop();
  expect([second.status, stub.calls.map(({ method, token }) => [method, token])]).toEqual([
    0,
    [
      ['GET', 'glpat-x'],
      ['GET', 'glpat-x'],
      ['POST', 'glpat-x'],
    ],
  ]);
  // A fork: the report is there, and the gate has run.
  expect(review.artifacts).toMatchObject({ when: 'always', paths: ['polyvirt-review'] });
  expect(comments.rules[0].if).toContain('$CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID');
});

test('the action of GitHub works in a repository of YAML only, without a token', async () => {
  const folder = await repository();
  const npm = fakeNpm(folder);
  const action = read('github/action.yml');
  const [review, gate] = action.runs.steps;
  const output = join(folder, '../output');
  const step = (script: string, env: Record<string, string>) =>
    run('sh', ['-ec', script], folder, {
      PATH: npm.path,
      HOME: process.env.HOME ?? '/',
      RUNNER_TEMP: dirname(output),
      GITHUB_ACTION_PATH: join(DEPLOY, 'github'),
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: join(folder, '../summary'),
      ...env,
    });
  const env = {
    BASE: 'main',
    DIR: '.',
    POLICY: 'main:polyvirt-review.yaml',
    PROGRAMS: 'no',
    VERSION: action.inputs.version.default,
  };
  expect(await step(review.run, { ...env, POLYVIRT: '', MARKER: 'review', LINK: '', LABELS: '' })).toMatchObject({
    status: 0,
  });
  expect(readFileSync(output, 'utf8')).toBe('status=11\n');
  expect(readFileSync(join(folder, '../summary'), 'utf8')).toContain('VirtualMachine shop/db');
  expect(await step(gate.run, { FAIL_ON: 'blocked' })).toMatchObject({ status: 1 });
  expect(npm.calls()).toEqual([
    expect.stringMatching(/polyvirt-\w{6}: install --prefix \. --ignore-scripts .*polyvirt@0\.1\.0$/),
  ]);
  expect(JSON.stringify(action)).not.toMatch(/token \}\}|GH_TOKEN/);
});

test('only the job that runs nothing of a pull request may write, and forks are told by the artifact', () => {
  const { permissions, jobs } = read('github/workflow.yml');
  expect([permissions, jobs.review.permissions, jobs.comment.permissions]).toEqual([
    {},
    { contents: 'read' },
    { 'pull-requests': 'write' },
  ]);
  const uses = (job: { steps: { uses?: string }[] }) => job.steps.flatMap((each) => each.uses?.split('@')[0] ?? []);
  expect(uses(jobs.comment)).toEqual(['actions/download-artifact', 'polyvirt/polyvirt/deploy/github/comment']);
  expect(jobs.comment.if).toContain('head.repo.full_name == github.repository');
  expect(jobs.review.steps[0].with['persist-credentials']).toBe(false);
  expect(jobs.review.steps.at(-1)).toMatchObject({ if: 'always()', with: { path: 'polyvirt-review' } });
});

test('all that jobs fetch is pinned: actions by commit, images and packages by an exact version', () => {
  const workflow = readFileSync(join(DEPLOY, 'github/workflow.yml'), 'utf8');
  const actions = [...workflow.matchAll(/^\s*(?:- )?uses: (\S+)/gm)].map(([, action]) => action!);
  const own = actions.filter((action) => action.startsWith('polyvirt/'));
  expect(own.map((action) => action.split('@')[1])).toEqual([`v${VERSION}`, `v${VERSION}`]);
  expect(actions.filter((action) => !own.includes(action) && !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  expect(read('gitlab/polyvirt-review.yml')['.polyvirt'].image).toMatch(/:\d+\.\d+\.\d+/);
  expect(read('gitlab/polyvirt-review.yml')['.polyvirt'].variables.VERSION).toBe(VERSION);
  expect(read('github/action.yml').inputs.version.default).toBe(VERSION);
  expect(readFileSync(join(DEPLOY, 'install.sh'), 'utf8')).toContain(`polyvirt@\${VERSION:-${VERSION}}`);
  const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(files).toContain('deploy');
});

test('a platform in TypeScript is reviewed by the polyvirt of its own package', async () => {
  const folder = appFolder();
  writeFiles(folder, { 'node_modules/.bin/polyvirt': '#!/bin/sh\n' });
  chmodSync(join(folder, 'node_modules/.bin/polyvirt'), 0o755);
  const npm = fakeNpm(join(folder, 'x'));
  const script = `'${join(DEPLOY, 'install.sh')}' > how`;
  const env = { PATH: npm.path, TOOLS: join(folder, 'tools') };
  await run('sh', ['-ec', script], folder, { ...env, PROGRAMS: 'yes' });
  expect(readFileSync(join(folder, 'how'), 'utf8')).toBe('npx --no-install polyvirt\n');
  // Otherwise nothing of the repository is run.
  await run('sh', ['-ec', script], folder, env);
  expect(readFileSync(join(folder, 'how'), 'utf8')).toBe(`${folder}/tools/node_modules/.bin/polyvirt\n`);
  expect(existsSync(join(folder, 'tools/node_modules/polyvirt/package.json'))).toBe(true);
});
