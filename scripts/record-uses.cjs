// Preloaded into a run of the program: on the way out it writes to descriptor 3 which modules were loaded, and which asked
// which for anything. See scripts/usual-modules.mjs.
const { writeSync } = require('node:fs');
const Module = require('node:module');

const uses = new Map();

function note(user, used) {
  uses.set(user, (uses.get(user) ?? new Set()).add(used));
}

const load = Module._load;
Module._load = (request, parent, isMain) => {
  const exports = load(request, parent, isMain);
  if (parent?.filename === undefined || Module.isBuiltin(request)) {
    return exports;
  }
  const [user, used] = [parent.filename, Module._resolveFilename(request, parent)];
  if (/[\\/]node_modules[\\/]/.test(used)) {
    // Packages take what they need of each other while they are loaded.
    note(user, used);
    return exports;
  }
  return new Proxy(exports, {
    get: (target, name) => {
      note(user, used);
      return target[name];
    },
  });
};

process.on('exit', () => {
  const pairs = [...uses].map(([user, used]) => [user, [...used]]);
  writeSync(3, JSON.stringify({ loaded: Object.keys(require.cache), uses: Object.fromEntries(pairs) }));
});
