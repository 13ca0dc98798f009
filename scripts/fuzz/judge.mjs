// Runs one input and says what is wrong with how it went.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Raw } from './odd-values.mjs';
import { compiled } from './seeds.mjs';

/** Takes longer than anything of this size may, by what the processor did: others may keep it busy. */
const SLOW_MS = 4_000;

const MARKER = /fuzz:hunter2-marker@|hunter2-marker-token/;

/** What a terminal would obey, or a reader not see. */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
  /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/;

/**
 * What is wrong with a run of this input, or nothing.
 *
 * @param folder an empty folder, in which the process stands
 */
export async function judge(input, folder) {
  const started = performance.now();
  const problem = await judgeOnce(input, folder);
  // To ask for the processor's time costs a tenth of a run, so only what seems slow is run again to be timed by it.
  return problem ?? (performance.now() - started > SLOW_MS ? judgeTime(input, folder) : undefined);
}

async function judgeTime(input, folder) {
  const started = process.cpuUsage();
  await judgeOnce(input, folder);
  const { user, system } = process.cpuUsage(started);
  const took = (user + system) / 1000;
  return took > SLOW_MS ? `it took ${Math.round(took)} ms` : undefined;
}

async function judgeOnce(input, folder) {
  return input.library === undefined ? judgeCommand(input, folder) : judgeLibrary(input);
}

async function judgeCommand({ argv, files, env = {} }, folder) {
  // As every command does first.
  compiled('src/in-node');
  const { main } = compiled('src/cli/start/main');
  const { COMMANDS } = compiled('src/cli/start/commands');
  write(folder, files);
  const before = Object.keys(env).map((name) => [name, process.env[name]]);
  Object.assign(process.env, env);
  let [out, err] = ['', ''];
  const io = { out: (text) => (out += text), err: (text) => (err += text), colour: false };
  try {
    const code = await main(argv, COMMANDS, io);
    return problemOf(argv, files, code, out, err);
  } catch (error) {
    return `main threw: ${error?.stack ?? error}`;
  } finally {
    for (const [name, value] of before) {
      delete process.env[name];
      Object.assign(process.env, value === undefined ? {} : { [name]: value });
    }
    clear(folder);
  }
}

function problemOf(argv, files, code, out, err) {
  if (err.includes('stopped unexpectedly')) {
    return err.slice(err.indexOf('polyvirt stopped'));
  }
  if (![0, 1, 2, 10, 11].includes(code) || process.exitCode !== undefined) {
    process.exitCode = undefined;
    return `exit code ${code}`;
  }
  if (code !== 0 && code !== 10 && out === '' && err === '') {
    return `exit code ${code} without a message`;
  }
  const hidden = HIDDEN.exec(err) ?? HIDDEN.exec(out);
  if (hidden !== null) {
    return `prints U+${hidden[0].charCodeAt(0).toString(16)}`;
  }
  if (!out.isWellFormed() || !err.isWellFormed()) {
    return 'prints what is not UTF-8';
  }
  const isApplied = argv.includes('synth') || argv.includes('generate');
  if (MARKER.test(err) || (!isApplied && MARKER.test(out))) {
    // A change may have taken the form from a secret that makes it one; the seeds keep theirs.
    return Object.values(files).some((text) => MARKER.test(String(text))) ? 'prints a secret' : undefined;
  }
  if (
    out !== '' &&
    argv[argv.indexOf('-f') + 1] === 'json' &&
    !argv.includes('generate') &&
    !/^PV\d/.test(String(argv[1])) &&
    !argv.includes('applications')
  ) {
    return readable(out, argv.includes('synth') || argv[0] === 'images');
  }
  return undefined;
}

function readable(text, isStream) {
  try {
    for (const each of isStream ? text.split('\n').filter(Boolean) : [text]) {
      JSON.parse(each);
    }
    return undefined;
  } catch (error) {
    return `prints JSON that cannot be read: ${error.message}`;
  }
}

/** Values that a program could hand over and no file can say. */
const ODD = [
  () => undefined,
  (value) => {
    value.self = value;
  },
  (value) => {
    value.spec = { template: undefined, list: [undefined] };
  },
  (value) => {
    value.spec = new Date(0);
  },
  (value) => {
    value.spec = () => 1;
  },
  (value) => {
    value.metadata = { name: 10n };
  },
  (value) => {
    value.spec = new Map([['a', 1]]);
  },
  (value) => {
    value.metadata = { name: Symbol('a'), namespace: Number.NaN };
  },
];

function judgeLibrary({ library, objects, other, odd, value }) {
  const api = compiled('src/index');
  const plain = (each) => withoutRaw(each);
  const [base, head] = [objects.map(plain), other.map(plain)];
  if (typeof base[0] === 'object' && base[0] !== null) {
    ODD[odd]?.(base[0]);
  }
  const calls = {
    check: () => api.check(base, odd > 8 ? { existing: [withoutRaw(value)] } : {}),
    place: () => api.place(base, { nodes: api.NodeInventory.of({ apiVersion: 'v1', kind: 'List', items: head }) }),
    review: () => api.review(base, head),
    launcherPod: () => api.launcherPod(base[0]),
    upgradeAdvice: () => api.upgradeAdvice(base, { from: { kubevirt: '1.6' }, to: { kubevirt: '1.9' } }),
  };
  try {
    calls[library]();
    return undefined;
  } catch (error) {
    // A caller's mistake is an error that says so in our words; what JavaScript itself complains of is none.
    return / is for a VirtualMachine | is not plain data/.test(error.message)
      ? undefined
      : `${library} threw: ${error?.stack ?? error}`;
  }
}

function withoutRaw(value, depth = 0) {
  if (depth > 1_000) {
    return 'deep';
  }
  if (value instanceof Raw) {
    return value.text === '.nan' ? Number.NaN : value.text === '.inf' ? Number.POSITIVE_INFINITY : value.text;
  }
  if (Array.isArray(value)) {
    return value.map((item) => withoutRaw(item, depth + 1));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const copy = {};
  for (const key of Object.keys(value)) {
    Object.defineProperty(copy, key, {
      value: withoutRaw(value[key], depth + 1),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}

function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    if (name.includes('/')) {
      mkdirSync(dirname(path), { recursive: true });
    }
    writeFileSync(path, text);
  }
}

/** Leaves the folder as it was; not by making it anew, which would take longer than the whole run. */
function clear(folder) {
  for (const name of readdirSync(folder)) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}
