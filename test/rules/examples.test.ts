import { join } from 'node:path';
import { type Example, unindented } from '../../src/rules/page';
import { PAGES } from '../../src/rules/pages';
import { appFolder, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';
import { runScript } from '../run-script';

const EXAMPLES = PAGES.map(({ code, severity, example }) => {
  const { language, text, output } = example();
  return { code, severity, language, text: `${unindented(text)}\n`, output: unindented(output) };
});

/** The name of a file, as the command that reads it says it. */
const FILES: Readonly<Record<string, string>> = {
  synth: 'polyvirt.yaml',
  check: 'example.yaml',
  import: 'example.yaml',
};

/** The words after `polyvirt` on the first line of an example. */
function wordsOf({ text }: Pick<Example, 'text'>): string[] {
  return /^(?:#|\/\/) polyvirt (.*)$/m.exec(text.split('\n')[0]!)?.[1]?.split(' ') ?? [];
}

/** Runs the command of an example over it, and gives everything that it says. */
async function saidOfFile(example: Pick<Example, 'text'>): Promise<string> {
  const [command = '', ...flags] = wordsOf(example);
  const file = FILES[command]!;
  const folder = join(appFolder(), 'example');
  writeFiles(folder, { [file]: example.text });
  const { stdout, stderr } = await polyvirt(folder, [command, ...flags, ...(command === 'synth' ? [] : [file])]);
  return stdout + stderr;
}

/** Runs the program of an example. */
async function saidOfProgram(example: Pick<Example, 'text'>): Promise<string> {
  return (await polyvirt(appFolder({ 'main.ts': example.text }), wordsOf(example))).stderr;
}

/** Runs the commands of an example in an empty folder. */
async function saidOfScript({ text }: Pick<Example, 'text'>): Promise<string> {
  const { stdout, stderr } = await runScript(text);
  return stdout + stderr;
}

function saidOf(example: Pick<Example, 'language' | 'text'>): Promise<string> {
  switch (example.language) {
    case 'sh':
      return saidOfScript(example);
    case 'ts':
      return saidOfProgram(example);
    default:
      return saidOfFile(example);
  }
}

/** The findings of a code in what was said, each with the lines that belong to it. */
function findingsOf(code: string, said: string): string {
  const found = said.match(/^(?:error|warning|info) PV\d{3}.*(?:\n {2}\S.*)*/gm) ?? [];
  return found.filter((finding) => finding.split(/[ :]/)[1] === code).join('\n');
}

/** How long something took differs from run to run. */
function withoutTimes(text: string): string {
  return text.replace(/\d+(\.\d)? s\b/g, '0.0 s');
}

test('every example is a file with its command on the first line, or a script', () => {
  const odd = EXAMPLES.filter(
    (example) =>
      !(example.language === 'yaml' && FILES[wordsOf(example)[0] ?? ''] !== undefined) &&
      !(example.language === 'ts' && wordsOf(example)[0] === 'synth') &&
      !(example.language === 'sh' && example.text.includes('polyvirt ')),
  );
  expect(odd.map(({ code }) => code)).toEqual([]);
});

test.each(EXAMPLES)('the example of $code gives its output', async ({ code, severity, output, ...example }) => {
  const said = await saidOf(example);
  expect(withoutTimes(findingsOf(code, said))).toBe(withoutTimes(output));
  expect(output.startsWith(`${severity} ${code}`)).toBe(true);
});
