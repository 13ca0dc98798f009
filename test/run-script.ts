import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appFolder } from './app-folder';
import { BIN } from './built-program';
import { polyvirt, type Run } from './run-cli';

/** One step of a script. */
type Step =
  | { readonly do: 'write'; readonly path: string; readonly text: string }
  | { readonly do: 'polyvirt'; readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv; readonly then: Then }
  | { readonly do: 'shell'; readonly line: string };

/** What becomes of the output and of the exit code of a command. */
interface Then {
  readonly file?: string;
  readonly appends?: boolean;
  readonly filter?: string;
  /** Exit codes that are no failure. */
  readonly allowed: readonly number[];
}

/**
 * Runs the commands of an example in an empty folder, from the first on, until one fails.
 *
 * Command lines of polyvirt run in this process, since there are many. A script that needs a shell for them, as one with loops or
 * variables, is run as a whole by one, in which `polyvirt` is the built program.
 */
export async function runScript(script: string): Promise<Run> {
  const above = appFolder();
  const folder = join(above, 'work');
  mkdirSync(folder);
  const steps = stepsOf(script);
  if (steps === undefined) {
    mkdirSync(join(above, 'bin'));
    symlinkSync(BIN, join(above, 'bin/polyvirt'));
    return inShell(folder, script, { PATH: `${join(above, 'bin')}:${process.env.PATH}` });
  }
  let [code, stdout, stderr]: [number | null, string, string] = [0, '', ''];
  for (const step of steps) {
    const run = await done(folder, step);
    [code, stdout, stderr] = [run.code, stdout + run.stdout, stderr + run.stderr];
    if (code !== 0) {
      break;
    }
  }
  return { code, stdout, stderr };
}

async function done(folder: string, step: Step): Promise<Run> {
  switch (step.do) {
    case 'write':
      writeFileSync(join(folder, step.path), step.text);
      return { code: 0, stdout: '', stderr: '' };
    case 'shell':
      return inShell(folder, step.line);
    case 'polyvirt':
      return passedOn(folder, await polyvirt(folder, step.args, step.env), step.then);
  }
}

function passedOn(folder: string, { code, stdout, stderr }: Run, then: Then): Run {
  if (then.filter !== undefined) {
    const filtered = inShell(folder, then.filter, {}, stdout);
    return { ...filtered, stderr: stderr + filtered.stderr };
  }
  if (then.file !== undefined) {
    (then.appends ? appendFileSync : writeFileSync)(join(folder, then.file), stdout);
  }
  return {
    code: then.allowed.includes(code!) ? 0 : code,
    stdout: then.file === undefined ? stdout : '',
    stderr,
  };
}

function inShell(folder: string, script: string, env: NodeJS.ProcessEnv = {}, input = ''): Run {
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    input,
  });
  return { code: status, stdout, stderr };
}

/** The steps of a script; nothing where only a shell understands it. */
function stepsOf(script: string): Step[] | undefined {
  const steps: Step[] = [];
  const parts = script.matchAll(/^cat > (\S+) <<'(\w+)'\n(.*?)^\2\n|^(.*)\n/gms);
  for (const [, path, , text, line = ''] of parts) {
    const step: Step | undefined =
      path === undefined ? stepOf(line.replace(/\s+# .*$/, '')) : { do: 'write', path, text: text! };
    if (step === undefined) {
      return undefined;
    }
    steps.push(step);
  }
  return steps;
}

const WORD = /'[^']*'|[\w@%+=:,./*-]+/.source;
const COMMAND = new RegExp(`^((?:\\w+=(?:${WORD}) )*)polyvirt((?: (?:${WORD}))*)(.*)$`);

/** What a shell keeps from one line to the next, or reads as more than a command. */
const NEEDS_SHELL = /polyvirt|\$|<<|\\$|^\s*(cd|for|do|done|if|fi|while)\b/;

function stepOf(line: string): Step | undefined {
  const [, variables = '', args = '', rest = ''] = COMMAND.exec(line) ?? [line, undefined];
  if (!COMMAND.test(line)) {
    return NEEDS_SHELL.test(line) ? undefined : { do: 'shell', line };
  }
  const then = thenOf(rest.trim());
  return then && { do: 'polyvirt', args: wordsOf(args), env: variablesOf(variables), then };
}

function thenOf(rest: string): Then | undefined {
  const [, allowed] = /^\|\| test \$\? = (\d+)$/.exec(rest) ?? [];
  const [, filter] = /^\| ([^|$]+)$/.exec(rest) ?? [];
  const [, arrows, file] = /^(>>?) (\S+)$/.exec(rest) ?? [];
  if (file !== undefined) {
    return { file, appends: arrows === '>>', allowed: [0] };
  }
  if (filter !== undefined) {
    return { filter, allowed: [0] };
  }
  if (rest === '|| true') {
    return { allowed: [0, 1, 2, 10, 11] };
  }
  return rest === '' || allowed !== undefined ? { allowed: [0, Number(allowed ?? 0)] } : undefined;
}

function wordsOf(text: string): string[] {
  return (text.match(new RegExp(WORD, 'g')) ?? []).map((word) => word.replace(/^'(.*)'$/s, '$1'));
}

function variablesOf(text: string): NodeJS.ProcessEnv {
  const found = [...text.matchAll(new RegExp(`(\\w+)=(${WORD}) `, 'g'))];
  return Object.fromEntries(found.map(([, name, value]) => [name, value!.replace(/^'(.*)'$/s, '$1')]));
}
