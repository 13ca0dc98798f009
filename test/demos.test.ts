import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './app-folder';
import { polyvirt } from './run-cli';

const DEMOS = readdirSync(join(ROOT, 'docs/demos')).filter((name) => name.endsWith('.md') && name !== 'README.md');

/** Each command of a demo with what the page says that it prints: whole lines, between which others may be. */
function commandsOf(name: string): { line: string; exit: number; shown: string[] }[] {
  const text = readFileSync(join(ROOT, 'docs/demos', name), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)\n```\n+```text\n(.*?)^```$/gms)].map(([, command, shown]) => {
    const [line, exit = '0'] = command!.split(/\s+# exit code /) as [string, string?];
    return { line, exit: Number(exit), shown: shown!.split('\n').filter((row) => row !== '' && row !== '…') };
  });
}

test('there are three demos, of three commands each, in the index', () => {
  expect(DEMOS.map((name) => [name, commandsOf(name).length])).toEqual([
    ['lose-a-zone.md', 3],
    ['never-starts.md', 3],
    ['pull-request.md', 3],
  ]);
  const index = readFileSync(join(ROOT, 'docs/demos/README.md'), 'utf8');
  expect(DEMOS.filter((name) => !index.includes(`(${name})`))).toEqual([]);
});

test.each(DEMOS.flatMap((name) => commandsOf(name).map((command) => [name, command.line, command] as const)))(
  '%s: %s prints what the page shows',
  async (_name, line, { exit, shown }) => {
    const [program, ...args] = line.split(/\s*\|\s*wc -l$/)[0]!.split(' ');
    expect(program).toBe('polyvirt');
    const { code, stdout, stderr } = await polyvirt(ROOT, args);
    const printed = line.endsWith('| wc -l') ? String(stdout.split('\n').length - 1) : stdout + stderr;
    expect({ line, code }).toEqual({ line, code: exit });
    expect(shown.filter((row) => !printed.split('\n').includes(row))).toEqual([]);
  },
);
