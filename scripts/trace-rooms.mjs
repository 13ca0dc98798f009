// Which rooms of src/ a run of `synth` goes through, and how often it goes from one to another: npm run trace (-- --help)
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const HELP = `Usage: npm run trace -- [--files] [PLATFORM]

Runs synth of a platform file or folder (default: what polyvirt init --yaml writes) from lib/. Every function notes its file when
it is called; what a module does while it is loaded is left out. Of the notes are made:

  first entries   the files in the order of the first call into each, and how often the room changes along that list
  calls           all calls in order, and how often one is in another room than the call before it

  --files   also list the files of the first entries, by room

Exit codes: 0 within the bounds of first entries; 1 beyond them.`;

/** For first entries. */
const BOUNDS = { rooms: 14, changes: 60 };

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const lib = join(root, 'lib/src');
const require = createRequire(import.meta.url);
const ts = require('typescript');

const roomOf = (file) => relative(lib, file).split(sep)[0];

const trace = {
  /** In the order of the first call into each. */
  files: new Set(),
  calls: 0,
  changes: 0,
  room: undefined,
  /** More than none while a module is loaded. */
  loading: 0,
  enter(file) {
    if (this.loading > 0) {
      return;
    }
    this.files.add(file);
    const room = roomOf(file);
    this.calls += 1;
    this.changes += this.room !== undefined && this.room !== room ? 1 : 0;
    this.room = room;
  },
};

/** The same module, in which every function begins with a note of its file. */
function noting(source, file) {
  const note = `__polyvirtEnter(${JSON.stringify(file)})`;
  const added = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body !== undefined) {
      const start = node.body.getStart();
      if (ts.isBlock(node.body)) {
        added.push([start + 1, `${note};`]);
      } else {
        added.push([start, `(${note},`], [node.body.end, ')']);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS));
  let from = 0;
  const parts = added
    .sort(([a], [b]) => a - b)
    .flatMap(([at, text]) => {
      const part = [source.slice(from, at), text];
      from = at;
      return part;
    });
  return [...parts, source.slice(from)].join('');
}

/** Every module of lib/ that is loaded from now on notes its calls; packages do not. */
function watchModules() {
  globalThis.__polyvirtEnter = (file) => trace.enter(file);
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (source, file, ...rest) {
    trace.loading += 1;
    try {
      return compile.call(this, file.startsWith(lib) ? noting(source, file) : source, file, ...rest);
    } finally {
      trace.loading -= 1;
    }
  };
}

/** Runs one command in this process; what it prints is thrown away unless it fails. */
async function run(...argv) {
  require(join(lib, 'in-node.js'));
  const { main } = require(join(lib, 'cli/start/main.js'));
  const { COMMANDS } = require(join(lib, 'cli/start/commands.js'));
  let said = '';
  const say = (text) => {
    said += text;
  };
  const code = await main(argv, COMMANDS, { out: say, err: say, colour: false });
  if (code !== 0) {
    throw new Error(`polyvirt ${argv.join(' ')} ended with ${code}:\n${said}`);
  }
}

function report(isListed) {
  const rooms = [...trace.files].map(roomOf);
  const changes = rooms.filter((room, i) => i > 0 && room !== rooms[i - 1]).length;
  const count = new Set(rooms).size;
  if (isListed) {
    for (const [i, file] of [...trace.files].entries()) {
      console.log(`${rooms[i] === rooms[i - 1] ? '' : rooms[i]}\t${relative(lib, file)}`);
    }
  }
  console.log(`first entries   ${trace.files.size} files in ${count} rooms, ${changes} changes of room`);
  console.log(`calls           ${trace.calls}, ${trace.changes} changes of room`);
  console.log(`bounds          ${BOUNDS.rooms} rooms, ${BOUNDS.changes} changes of first entries`);
  return count <= BOUNDS.rooms && changes <= BOUNDS.changes;
}

const argv = process.argv.slice(2);
const unknown = argv.find((word) => word.startsWith('-') && !['--files', '--help'].includes(word));
if (argv.includes('--help') || unknown !== undefined) {
  (unknown === undefined ? console.log : console.error)(HELP);
  process.exit(unknown === undefined ? 0 : 2);
}
const scratch = mkdtempSync(join(tmpdir(), 'polyvirt-trace-'));
try {
  // Nothing that was kept may shorten the road.
  process.env.POLYVIRT_SPEED = 'off';
  const [asked] = argv.filter((word) => !word.startsWith('-'));
  const platform = asked === undefined ? join(scratch, 'platform') : resolve(asked);
  if (asked === undefined) {
    execFileSync(process.execPath, [join(lib, 'cli/start/bin.js'), 'init', '--yaml', platform], { stdio: 'ignore' });
  }
  watchModules();
  await run('synth', platform, '--output', join(scratch, 'out'));
  process.exitCode = report(argv.includes('--files')) ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
