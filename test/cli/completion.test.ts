import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appFolder, ROOT, writeFiles } from '../app-folder';
import { BIN } from '../built-program';
import { polyvirt } from '../run-cli';
import { testWhere } from '../test-where';

const ARCHITECTURES = ['amd64', 'arm64', 's390x'];

/** Words that are offered for the last one of a line, and the directive. */
async function offered(...words: string[]): Promise<{ words: string[]; directive: string }> {
  const { code, stdout, stderr } = await polyvirt(ROOT, ['__complete', ...words]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.split('\n').slice(0, -1);
  return { words: lines.slice(0, -1).map((line) => line.split('\t')[0]!), directive: lines.at(-1)! };
}

test.each<[line: string, words: string[], directive: string]>([
  ['ch', ['check'], ':4'],
  ['argocd sim', ['simulate'], ':4'],
  ['--v', ['--version'], ':4'],
  ['gates --a', ['--arch'], ':4'],
  ['gates --arch ', ARCHITECTURES, ':4'],
  ['gates --arch amd64 ar', ['arm64'], ':0'],
  ['gates --arch amd64 --f', ['--fail', '--format'], ':4'],
  ['gates --arch amd64 --arch', [], ':4'],
  ['gates --format m', ['markdown'], ':4'],
  ['gates -f m', ['markdown'], ':4'],
  ['gates --format=m', ['--format=markdown'], ':4'],
  ['gates --kubevirt 1.8', ['1.8'], ':4'],
  ['gates --status unv', ['unverified'], ':4'],
  ['check --machine-controller 1.66', ['1.66'], ':4'],
  ['check --nodes ', [], ':0'],
  ['check --crds ', [], ':0'],
  ['check --platform ', [], ':16'],
  ['check --strict ', [], ':0'],
  ['check --set a=b --se', ['--set', '--severity'], ':4'],
  ['check -- --se', [], ':0'],
  ['check --severity PV105=e', ['PV105=error'], ':4'],
  ['check --severity PV105', ['PV105='], ':6'],
  ['upgrade --to hco:1.1', ['hco:1.14', 'hco:1.15', 'hco:1.16', 'hco:1.17', 'hco:1.18', 'hco:1.19'], ':4'],
  ['place --without arch=s', ['arch=s390x'], ':6'],
  ['explain PV105', ['PV105'], ':4'],
  ['explain gate/ImageV', ['gate/ImageVolume'], ':4'],
  ['explain hyp', ['hypervisor/'], ':6'],
  ['explain hypervisor/qemu-k', ['hypervisor/qemu-kvm'], ':4'],
  ['completion z', ['zsh'], ':4'],
  ['completion zsh ', [], ':4'],
  ['schema ', [], ':4'],
  ['nonsense --', [], ':4'],
])('polyvirt %s▮ completes to %j', async (line, words, directive) => {
  expect(await offered(...line.split(' '))).toEqual({ words, directive });
});

test('every command and every option of the help is offered, with what it does', async () => {
  const help = (await polyvirt(ROOT, ['check', '--help'])).stdout;
  const shown = [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, name]) => name!);
  expect((await offered('check', '--')).words.sort()).toEqual([...new Set(shown)].sort());
  const { stdout } = await polyvirt(ROOT, ['__complete', 'gates', '--arch']);
  expect(stdout).toBe('--arch\tonly these architectures\n:4\n');
});

interface ShellFolder {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A folder with `polyvirt` on the path, and the script of a shell. */
async function shellFolder(shell: string): Promise<ShellFolder> {
  const folder = appFolder();
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/polyvirt'), `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`);
  chmodSync(join(folder, 'bin/polyvirt'), 0o755);
  const { code, stdout } = await polyvirt(ROOT, ['completion', shell]);
  expect(code).toBe(0);
  writeFiles(folder, { script: stdout, 'my nodes.yaml': '', 'manifests/vm.yaml': '' });
  return { folder, env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, HOME: folder } };
}

/** What a user would type, and what the shell makes of it. */
const TYPED: [line: string, words: string[]][] = [
  ['polyvirt hyp', ['hypervisors']],
  ['polyvirt gates --arch ', ARCHITECTURES],
  ['polyvirt gates --format=ma', ['--format=markdown']],
  ['polyvirt explain gate/ImageV', ['gate/ImageVolume']],
  ['polyvirt upgrade --to hco:1.19', ['hco:1.19']],
  ['polyvirt check --nodes my', ['my nodes.yaml']],
];

/** What the words of a line became: it is typed on a terminal, then keys, and printf before all of it by Ctrl-A. */
function typed(shell: string, line: string, keys: string, { folder, env }: ShellFolder): string[] {
  const { stdout } = spawnSync('script', ['-qec', shell, '/dev/null'], {
    cwd: folder,
    env: { ...env, TERM: shell.startsWith('zsh') ? 'xterm' : 'dumb', HISTFILE: '', EDITOR: 'emacs', VISUAL: 'emacs' },
    encoding: 'utf8',
    input: `autoload -U compinit 2>/dev/null && compinit -u -D; source ./script; PS1=\n${line}${keys}\x01printf '<%s>\\n' \nexit\n`,
    timeout: 30_000,
    killSignal: 'SIGKILL',
  });
  const found = [...stdout.matchAll(/^<(.*)>\r$/gm)].map(([, word]) => word!);
  return found.slice(line.split(' ').length - 1).sort();
}

// Alt-* inserts every completion.
testWhere('bash')(
  'bash completes commands, options, values and files',
  async () => {
    const folder = await shellFolder('bash');
    for (const [line, words] of TYPED) {
      const found = typed('bash --norc --noprofile -i', line, '\x1b*', folder);
      expect({ line, found }).toEqual({ line, found: [...words].sort() });
    }
  },
  120_000,
);

testWhere('zsh')(
  'zsh completes commands, options, values and files',
  async () => {
    const folder = await shellFolder('zsh');
    for (const [line, words] of TYPED.filter(([, { length }]) => length === 1)) {
      expect({ line, found: typed('zsh -f -i', line, '\t', folder) }).toEqual({ line, found: words });
    }
  },
  120_000,
);

testWhere('fish')(
  'fish completes commands, options, values and files',
  async () => {
    const { folder, env } = await shellFolder('fish');
    for (const [line, words] of TYPED) {
      const { stdout } = spawnSync('fish', ['-N', '-c', 'source ./script; complete -C "$argv[1]"', line], {
        cwd: folder,
        env,
        encoding: 'utf8',
        timeout: 30_000,
      });
      const found = stdout
        .split('\n')
        .slice(0, -1)
        .map((row) => row.split('\t')[0]!);
      expect({ line, found: found.sort() }).toEqual({ line, found: [...words].sort() });
    }
  },
  60_000,
);

test('kubectl asks kubectl_complete-polyvirt, and finds polyvirt as a plugin', () => {
  const { stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'lib/src/cli/start/kubectl-complete.js'), 'gates', '--arch', 'a'],
    {
      encoding: 'utf8',
    },
  );
  expect(stdout).toBe('amd64\narm64\n:4\n');
  const { bin } = require('../../package.json') as { bin: Record<string, string> };
  expect(Object.keys(bin)).toEqual(['polyvirt', 'kubectl-polyvirt', 'kubectl_complete-polyvirt']);
});
