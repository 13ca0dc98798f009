import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** In everything outside of the repository, and nowhere in it. */
export const SECRET = 'planted_marker_7f3a';

/** What somebody puts into a repository to be shown what lies beside it. */
export interface HostileInput {
  readonly name: string;
  /** Lines of the program, which hands over what it finds as `leak(…)`. */
  readonly program?: string;
  /** Further files. OUTSIDE stands for the path of the folder beside the repository. */
  readonly files?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly pipes?: readonly string[];
  /** The code that it is rejected with; absent where it is harmless and renders. */
  readonly code?: string;
}

/** The folder beside a repository: the secret as text, data, code, settings and a package, whole and broken. */
export function plantSecrets(outside: string): void {
  mkdirSync(join(outside, 'package'), { recursive: true });
  mkdirSync(join(outside, 'broken'), { recursive: true });
  const files = {
    'secret.txt': SECRET,
    secret: SECRET,
    'secret.json': JSON.stringify({ secret: SECRET }),
    'broken.json': `${SECRET} = {`,
    'secret.ts': `export const secret = '${SECRET}';\nexport default secret;\n`,
    'broken.ts': `const ${SECRET} = = 1;\n`,
    'secret.css': `.${SECRET} { color: red }\n`,
    'tsconfig.json': JSON.stringify({ compilerOptions: { jsx: 'react', jsxFactory: SECRET } }),
    'broken-tsconfig.json': `${SECRET}`,
    'map.json': JSON.stringify({ version: 3, sources: [SECRET], names: [SECRET], mappings: 'AAAA' }),
    'package/package.json': JSON.stringify({ name: SECRET, main: 'index.js' }),
    'package/index.js': `module.exports = { secret: '${SECRET}' };\n`,
    'broken/package.json': `{ "name": ${SECRET}`,
    'broken/index.js': `module.exports = '${SECRET}';\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(outside, name), text);
  }
}

const imports = (path: string, more = '') => `import leaked from ${JSON.stringify(path)}${more};\nleak(leaked);`;
const requires = (expression: string) => `leak(require(${expression}));`;
const own = (body: string) => ({ 'own.ts': body });
const tsconfig = (value: unknown) => ({ 'tsconfig.json': JSON.stringify(value) });
const modulePackage = (fields: Record<string, unknown>, more: Record<string, string> = {}) => ({
  'node_modules/evil/package.json': JSON.stringify({ name: 'evil', version: '1.0.0', ...fields }),
  ...more,
});
const USE_OWN = "import './own';";
const USE_JSX = "import './jsx';";
const JSX = 'export const a = <a/>;\n';
const BUNDLED = 'PV012';
const LINKED = 'PV708';
const SPECIAL = 'PV722';

const PATHS: HostileInput[] = [
  { name: 'a text by its path', program: imports('../outside/secret.txt'), code: BUNDLED },
  { name: 'a text by an absolute path', program: requires("'OUTSIDE/secret.txt'"), code: BUNDLED },
  { name: 'a URL of a file', program: imports('file://OUTSIDE/secret.txt'), code: BUNDLED },
  { name: 'a text by its type', program: imports('../outside/secret', " with { type: 'text' }"), code: BUNDLED },
  { name: 'bytes by their type', program: imports('../outside/secret', " with { type: 'bytes' }"), code: BUNDLED },
  { name: 'data', program: imports('../outside/secret.json'), code: BUNDLED },
  { name: 'data that is broken', program: imports('../outside/broken.json'), code: BUNDLED },
  { name: 'code', program: imports('../outside/secret'), code: BUNDLED },
  { name: 'code that is broken', program: imports('../outside/broken.ts'), code: BUNDLED },
  { name: 'a folder with a package', program: requires("'../outside/package'"), code: BUNDLED },
  { name: 'a folder with a broken package', program: requires("'../outside/broken'"), code: BUNDLED },
  { name: 'a path through a package', program: requires("'cdk8s/../../../outside/secret.txt'"), code: BUNDLED },
  { name: 'a path with detours', program: requires("'./x/.././../outside/secret.txt'"), code: BUNDLED },
  { name: 'the settings of git', program: imports('./.git/config', " with { type: 'text' }"), code: BUNDLED },
  { name: 'an archive', program: requires("'../outside/secret.zip/secret.txt'"), code: BUNDLED },
  {
    name: 'a data URL with a map',
    program: "import 'data:text/javascript,//%23 sourceMappingURL=OUTSIDE/map.json';",
    code: BUNDLED,
  },
  { name: 'a name on two lines', program: requires("'../outside/\\nsecret.txt'"), code: BUNDLED },
  {
    name: 'a file with a name on two lines',
    program: "import 'OUTSIDE\\n/x'; import './a\\nb';",
    files: { 'a\nb.ts': "import '../outside/broken';" },
    code: BUNDLED,
  },
  { name: 'another program', files: { 'cdk8s.yaml': 'app: npx ts-node ../outside/secret.ts\n' }, code: BUNDLED },
  { name: 'a package above the repository', program: requires("'leaky'"), code: BUNDLED },
];

const PATTERNS: HostileInput[] = [
  {
    name: 'all files of a folder',
    program: "const n = 'secret.txt' as string; leak(require('../outside/' + n));",
    code: BUNDLED,
  },
  {
    name: 'all files of a folder, in a template',
    program: `const n = 1; void import(\`../outside/\${n}\`).then(leak);`,
    code: BUNDLED,
  },
  {
    name: 'all files of a folder, behind a comment',
    program: "const n = 1; void import(/* x */ ('../outside/' + n)).then(leak);",
    code: BUNDLED,
  },
  {
    name: 'up behind a star',
    program: `const n = 1; void import(\`./\${n}/../../outside/\${n}\`).then(leak);`,
    code: BUNDLED,
  },
  {
    name: 'escapes in a pattern',
    program: "const n = 1; void import('\\x2e\\x2e/outside/' + n).then(leak);",
    code: BUNDLED,
  },
  {
    name: 'all files of the machine',
    program: "const n = 1; void import('../../../../../../../../' + n).then(leak);",
    code: BUNDLED,
  },
  {
    name: 'a pattern within the repository',
    program: "const n = 'a'; leak(require('./data/' + n + '.json').a);",
    files: { 'data/a.json': '{ "a": "fine" }' },
  },
];

const MAPS: HostileInput[] = [
  { name: 'a source map', program: USE_OWN, files: own('//# sourceMappingURL=../outside/map.json\n') },
  {
    name: 'a source map that is broken',
    program: USE_OWN,
    files: own('//# sourceMappingURL=../outside/broken.json\n'),
  },
  {
    name: 'a source map by an absolute path',
    program: USE_OWN,
    files: own('//@ sourceMappingURL=OUTSIDE/broken.json\n'),
  },
  {
    name: 'a source map by its URL',
    program: USE_OWN,
    files: own('/*# sourceMappingURL=file://OUTSIDE/broken.json */\n'),
  },
  { name: 'a source map without an end', program: USE_OWN, files: own('//# sourceMappingURL=/dev/zero\n') },
  {
    name: 'a source map in the text that names others',
    program: USE_OWN,
    files: own(
      `throw new Error('x');\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(
        JSON.stringify({ version: 3, sources: ['../outside/secret.ts'], names: [], mappings: 'AAAA' }),
      ).toString('base64')}\n`,
    ),
    code: 'PV013',
  },
];

const SETTINGS: HostileInput[] = [
  { name: 'extends of settings', files: tsconfig({ extends: '../outside/tsconfig.json' }), code: BUNDLED },
  { name: 'extends of broken settings', files: tsconfig({ extends: '../outside/broken-tsconfig' }), code: BUNDLED },
  { name: 'extends by an absolute path', files: tsconfig({ extends: 'OUTSIDE/broken-tsconfig.json' }), code: BUNDLED },
  { name: 'extends of several', files: tsconfig({ extends: ['./a.json', 'OUTSIDE/secret.txt'] }), code: BUNDLED },
  {
    name: 'extends through a package',
    files: {
      ...tsconfig({ extends: 'evil/base.json' }),
      ...modulePackage({}, { 'node_modules/evil/base.json': '{ "extends": "OUTSIDE/broken-tsconfig.json" }' }),
    },
    code: BUNDLED,
  },
  {
    name: 'extends of a package with a way out',
    files: tsconfig({ extends: 'evil/../../../outside/tsconfig.json' }),
    code: BUNDLED,
  },
  { name: 'settings that extend themselves', files: tsconfig({ extends: './tsconfig.json' }), code: BUNDLED },
  { name: 'settings with comments without an end', files: { 'tsconfig.json': '/*'.repeat(1 << 20) }, code: BUNDLED },
  {
    name: 'paths',
    program: requires("'leaked'"),
    files: tsconfig({ compilerOptions: { paths: { leaked: ['../outside/secret.txt'] } } }),
    code: BUNDLED,
  },
  {
    name: 'paths to a broken package',
    program: requires("'leaked'"),
    files: tsconfig({ compilerOptions: { paths: { leaked: ['OUTSIDE/broken'] } } }),
    code: BUNDLED,
  },
  {
    name: 'a base URL',
    program: requires("'secret.txt'"),
    files: tsconfig({ compilerOptions: { baseUrl: '../outside' } }),
    code: BUNDLED,
  },
  {
    name: 'roots',
    program: requires("'./secret.txt'"),
    files: tsconfig({ compilerOptions: { rootDirs: ['.', '../outside'] } }),
    code: BUNDLED,
  },
  {
    name: 'JSX from elsewhere',
    program: USE_JSX,
    files: {
      ...tsconfig({ compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'OUTSIDE/package' } }),
      'jsx.tsx': JSX,
    },
    code: BUNDLED,
  },
  {
    name: 'JSX from elsewhere by a comment',
    program: USE_JSX,
    files: { 'jsx.tsx': `/** @jsxRuntime automatic @jsxImportSource ../outside/broken */\n${JSX}` },
    code: BUNDLED,
  },
  {
    name: 'a broken package.json above the repository',
    files: { '../package.json': `{ "name": ${SECRET}` },
    code: BUNDLED,
  },
  { name: 'broken settings above the repository', files: { '../tsconfig.json': SECRET } },
];

const PACKAGES: HostileInput[] = [
  {
    name: 'main',
    program: requires("'evil'"),
    files: modulePackage({ main: '../../../outside/secret.ts' }),
    code: BUNDLED,
  },
  {
    name: 'main in a broken folder',
    program: requires("'evil'"),
    files: modulePackage({ main: '../../../outside/broken' }),
    code: BUNDLED,
  },
  {
    name: 'exports',
    program: requires("'evil'"),
    files: modulePackage({ exports: './../../../outside/secret.ts' }),
    code: BUNDLED,
  },
  {
    name: 'imports',
    program: requires("'#evil'"),
    files: { 'package.json': JSON.stringify({ imports: { '#evil': './../outside/secret.txt' } }) },
    code: BUNDLED,
  },
  {
    name: 'browser',
    program: requires("'evil'"),
    files: modulePackage({ main: 'a.js', browser: { './a.js': '../../../outside/secret.ts' } }),
    code: BUNDLED,
  },
  {
    name: 'a table of Plug’n’Play',
    program: requires("'evil'"),
    files: {
      '.pnp.data.json': JSON.stringify({
        enableTopLevelFallback: true,
        fallbackPool: [],
        packageRegistryData: [
          [
            null,
            [
              [
                null,
                {
                  packageLocation: './',
                  packageDependencies: [
                    ['evil', 'npm:1'],
                    ['cdk8s', 'npm:2'],
                  ],
                },
              ],
            ],
          ],
          ['evil', [['npm:1', { packageLocation: '../outside/broken/', packageDependencies: [] }]]],
        ],
        dependencyTreeRoots: [],
      }),
    },
    code: BUNDLED,
  },
];

const FILES: HostileInput[] = [
  {
    name: 'a link to a file',
    program: requires("'./link.txt'"),
    links: { 'link.txt': '../outside/secret.txt' },
    code: LINKED,
  },
  { name: 'a link to a folder', program: requires("'./link/secret.txt'"), links: { link: '../outside' }, code: LINKED },
  {
    name: 'a link to a package',
    program: requires("'evil'"),
    links: { 'node_modules/evil': '../../outside/package' },
    code: LINKED,
  },
  {
    name: 'a chain of links',
    program: requires("'./a.txt'"),
    links: { 'a.txt': 'b.txt', 'b.txt': 'c.txt', 'c.txt': 'OUTSIDE/secret.txt' },
    code: LINKED,
  },
  { name: 'a link as settings', links: { 'tsconfig.json': '../outside/broken-tsconfig.json' }, code: LINKED },
  { name: 'a link as package.json', links: { 'package.json': '../outside/broken/package.json' }, code: LINKED },
  { name: 'a link to a device', program: requires("'./zero.txt'"), links: { 'zero.txt': '/dev/zero' }, code: LINKED },
  {
    name: 'a link to standard input',
    program: requires("'./in.txt'"),
    links: { 'in.txt': '/dev/stdin' },
    code: LINKED,
  },
  { name: 'a device', program: requires("'/dev/zero'"), code: BUNDLED },
  { name: 'a device by its type', program: imports('/dev/zero', " with { type: 'text' }"), code: BUNDLED },
  { name: 'a pipe', program: requires("'./pipe.txt'"), pipes: ['pipe.txt'], code: SPECIAL },
  { name: 'a pipe as code', program: "import './pipe';", pipes: ['pipe.ts'], code: SPECIAL },
  { name: 'a pipe as settings', pipes: ['tsconfig.json'], code: SPECIAL },
  { name: 'a pipe as package.json', pipes: ['package.json'], code: SPECIAL },
  {
    name: 'a pipe in a package',
    program: requires("'evil'"),
    files: modulePackage({}),
    pipes: ['node_modules/evil/index.js'],
    code: SPECIAL,
  },
  { name: 'a kind that cannot be imported', program: requires("'./a.wasm'"), files: { 'a.wasm': 'x' }, code: BUNDLED },
  { name: 'an addon', program: requires("'./a.node'"), files: { 'a.node': 'x' }, code: BUNDLED },
  {
    name: 'a style that imports',
    program: "import './a.css';",
    files: { 'a.css': '@import "../outside/secret.css"; a { background: url(../outside/secret.txt) }' },
    code: BUNDLED,
  },
  { name: 'a file without an end', program: USE_OWN, files: own(`//${' '.repeat(9 << 20)}`), code: BUNDLED },
  {
    name: 'words that are looked for again and again',
    program: USE_OWN,
    files: own(`${'var '.repeat(200_000)}__dirname`),
    code: BUNDLED,
  },
  {
    name: 'gaps that are looked behind again and again',
    program: USE_OWN,
    files: own(`/*${'require /* '.repeat(200_000)}*/`),
  },
  {
    name: 'a circle of imports',
    program: "import './m0';",
    files: Object.fromEntries(
      Array.from({ length: 300 }, (_each, i) => [`m${i}.ts`, `import './m${(i + 1) % 300}';\n`]),
    ),
  },
  { name: 'brackets without an end', program: USE_OWN, files: own(`${'['.repeat(4_000_000)}`), code: BUNDLED },
  {
    name: 'a word of a file in a message',
    program: "import './own.json';",
    files: { 'own.json': 'repository_word_51 {' },
    code: BUNDLED,
  },
];

export const HOSTILE_INPUTS: readonly HostileInput[] = [
  ...PATHS,
  ...PATTERNS,
  ...MAPS,
  ...SETTINGS,
  ...PACKAGES,
  ...FILES,
];
