const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const esbuild = require('esbuild');

const OPTIONS = {
  loader: 'ts',
  format: 'cjs',
  target: 'node20',
  sourcemap: 'inline',
  // Jest reads the lines that it shows from the files themselves.
  sourcesContent: false,
  supported: { 'dynamic-import': false },
};
const OWN = readFileSync(__filename);

/** In helpers of esbuild: modules are themselves and not copies, so that `jest.spyOn` can take the place of what they export. */
const SPYABLE = [
  ['|| desc.enumerable })', '|| desc.enumerable, configurable: true })'],
  ['__toESM = (mod, isNodeMode, target) => (', '__toESM = (mod, isNodeMode, target) => mod?.__esModule ? mod : ('],
];

/** A call of `jest.mock` has to come before the imports, which ts-jest sees to. */
let made;
function slow() {
  // It loads the compiler, which hardly any test needs.
  made ??= require('ts-jest').default.createTransformer({ diagnostics: false, tsconfig: 'test/tsconfig.json' });
  return made;
}
const isSlow = (text) => /\bjest\.mock\(/.test(text);

/** TypeScript for Jest by esbuild, which takes a tenth of the time of the compiler: a fresh clone has a thousand files to read. */
module.exports = {
  process(text, path, options) {
    if (isSlow(text)) {
      return slow().process(text, path, options);
    }
    const { code } = esbuild.transformSync(text, { ...OPTIONS, sourcefile: path });
    return { code: SPYABLE.reduce((changed, [from, to]) => changed.replace(from, to), code) };
  },
  getCacheKey(text, path, options) {
    return createHash('sha256')
      .update(OWN)
      .update(esbuild.version)
      .update(isSlow(text) ? slow().getCacheKey(text, path, options) : `${path}\0${options.instrument}\0${text}`)
      .digest('hex');
  },
};
