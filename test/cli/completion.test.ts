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
  ['explain hypervisor/qemu', ['hypervisor/qemu-kvm'], ':4'],
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

/** A folder with `polyvirt` on the path, and the script of a shell. */
async function shellFolder(shell: string): Promise<{ folder: string; env: NodeJS.ProcessEnv }> {
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

testWhere('bash')('bash completes commands, options, values and files', async () => {
  const { folder, env } = await shellFolder('bash');
  for (const [line, words] of TYPED) {
    // Readline under a terminal: the line, Alt-* (which inserts every completion), and printf put before all of it by Ctrl-A.
    const keys = `source ./script\n${line}\x1b*\x01printf '<%s>\\n' \nexit\n`;
    const { stdout } = spawnSync('script', ['-qec', 'bash --norc --noprofile -i', '/dev/null'], {
      cwd: folder,
      env: { ...env, TERM: 'dumb', HISTFILE: '' },
      encoding: 'utf8',
      input: keys,
    });
    const found = [...stdout.matchAll(/^<(.*)>\r$/gm)].map(([, word]) => word!);
    const before = line.split(' ').slice(0, -1);
    expect({ line, found: found.slice(before.length).sort() }).toEqual({ line, found: [...words].sort() });
  }
}, 120_000);

testWhere('zsh')('zsh completes commands, options, values and files', async () => {
  const { folder, env } = await shellFolder('zsh');
  writeFileSync(join(folder, 'keys.zsh'), ZSH_KEYS);
  for (const [line, words] of TYPED) {
    const { stdout } = spawnSync('zsh', ['-f', 'keys.zsh', line], { cwd: folder, env, encoding: 'utf8' });
    for (const word of words) {
      expect({ line, stdout }).toEqual({ line, stdout: expect.stringContaining(word.replace(/^my /, '')) });
    }
  }
}, 60_000);

/** Types a line and a tab into a zsh on a pseudo-terminal, and prints what the terminal shows. */
const ZSH_KEYS = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; stty cols 200; autoload -U compinit && compinit -u -D; source ./script; zstyle ':completion:*' list-prompt ''; LISTMAX=1000"
zpty -w shell 'echo rea""dy'
while zpty -r shell line; do [[ $line == *ready* ]] && break; done
zpty -w -n shell "$1"$'\\t\\t'
sleep 3
zpty -w shell ''
zpty -w shell 'echo do""ne'
while zpty -r shell line; do print -r -- "$line"; [[ $line == *done* ]] && break; done
zpty -d shell
`;

testWhere('fish')('fish completes commands, options, values and files', async () => {
  const { folder, env } = await shellFolder('fish');
  for (const [line, words] of TYPED) {
    const { stdout } = spawnSync('fish', ['-N', '-c', 'source ./script; complete -C "$argv[1]"', line], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    const found = stdout.split('\n').slice(0, -1).map((row) => row.split('\t')[0]!);
    expect({ line, found: found.sort() }).toEqual({ line, found: [...words].sort() });
  }
}, 60_000);

test('kubectl asks kubectl_complete-polyvirt, and finds polyvirt as a plugin', () => {
  const { stdout } = spawnSync(process.execPath, [join(ROOT, 'lib/src/cli/start/kubectl-complete.js'), 'gates', '--arch', 'a'], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('amd64\narm64\n:4\n');
  const { bin } = require('../../package.json') as { bin: Record<string, string> };
  expect(Object.keys(bin)).toEqual(['polyvirt', 'kubectl-polyvirt', 'kubectl_complete-polyvirt']);
});
