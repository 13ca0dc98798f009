// cdk8s without polyvirt: compiled, or through its own command. With the CRDs at hand the VMs are instances of the
// classes that `cdk8s import` makes of them, as its users write; without, plain objects, which are quicker.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHOICES, KUBEVIRT, MACHINE } from '../fleet.mjs';
import { JAVASCRIPT, literal } from '../literal.mjs';
import { CDK8S, writeFiles } from '../places.mjs';
import { compiled } from './compiled.mjs';
import { programText as polyvirtProgram } from './polyvirt.mjs';

const CRDS = ['kubevirt.io_kubevirts.yaml', 'kubevirt.io_virtualmachines.yaml'];

/** The classes of `cdk8s import`, made once per run; undefined where there are no CRDs. */
export function importClasses(scratch, crds) {
  if (crds === undefined) {
    return undefined;
  }
  const folder = join(scratch, 'classes');
  mkdirSync(folder);
  // One file, since it takes one only.
  writeFileSync(join(folder, 'crds.yaml'), CRDS.map((name) => readFileSync(join(crds, name), 'utf8')).join('\n---\n'));
  execFileSync(process.execPath, [CDK8S, 'import', 'crds.yaml', '--language', 'typescript', '--no-check-upgrade'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const files = readdirSync(join(folder, 'imports'));
  return Object.fromEntries(
    files.map((name) => [`imports/${name}`, readFileSync(join(folder, 'imports', name), 'utf8')]),
  );
}

/** Quantities are classes there: a plain text would be dropped silently. */
const QUANTITIES = [
  [/("guest": )(`[^`]*`)/, 'VirtualMachineSpecTemplateSpecDomainMemoryGuest'],
  [/("storage": )("20Gi")/, 'VirtualMachineSpecDataVolumeTemplatesSpecStorageResourcesRequests'],
];

function programText({ clusters, machines }, classes, isAppEach) {
  const hasClasses = classes !== undefined;
  const body = ({ apiVersion, kind, ...rest }) =>
    literal(hasClasses ? rest : { apiVersion, kind, ...rest }, JAVASCRIPT);
  const machine = hasClasses
    ? QUANTITIES.reduce((text, [pattern, name]) => text.replace(pattern, `$1${name}.fromString($2)`), body(MACHINE))
    : body(MACHINE);
  const names = ['KubeVirt', 'VirtualMachine', ...QUANTITIES.map(([, name]) => name)];
  const make = (kind) => (hasClasses ? kind : 'ApiObject');
  return `import { ${hasClasses ? '' : 'ApiObject, '}App, Chart } from 'cdk8s';
${hasClasses ? `import { ${names.join(', ')} } from './imports/kubevirt.io';\n` : ''}
const ARCHITECTURES = ${JSON.stringify(CHOICES.ARCHITECTURE)};
const TYPES = ${JSON.stringify(CHOICES.TYPE)};

${isAppEach ? '' : 'const app = new App();\n'}for (let cluster = 0; cluster < ${clusters}; cluster++) {
  const name = \`cluster-\${String(cluster).padStart(5, '0')}\`;
  ${isAppEach ? "const app = new App({ outdir: 'dist/' + name });\n  " : ''}const chart = new Chart(app, name);
  new ${make('KubeVirt')}(chart, 'kubevirt', ${body(KUBEVIRT)});
  for (let i = cluster * ${machines}; i < (cluster + 1) * ${machines}; i++) {
    new ${make('VirtualMachine')}(chart, \`vm-\${i}\`, ${machine});
  }
${isAppEach ? '  app.synth();\n}\n' : '}\napp.synth();\n'}`;
}

const emptied = (folder) => () => rmSync(join(folder, 'dist'), { recursive: true, force: true });

function precompiled(id, name, isAppEach) {
  return {
    id,
    name,
    prepare: (folder, fleet, { classes }) => {
      const files = { 'main.ts': programText(fleet, classes, isAppEach), ...classes };
      writeFiles(
        folder,
        Object.fromEntries(Object.entries(files).map(([file, text]) => [file.replace(/ts$/, 'js'), compiled(text)])),
      );
      return {
        command: process.execPath,
        args: ['main.js'],
        cwd: folder,
        before: emptied(folder),
        output: join(folder, 'dist'),
      };
    },
  };
}

export const cdk8s = precompiled('cdk8s', 'cdk8s, precompiled', false);
export const cdk8sAppEach = precompiled('cdk8s-each', 'cdk8s, precompiled, an App per cluster', true);

/** What `cdk8s init` asks of the compiler, in the words of today's. */
const COMPILER = {
  target: 'ES2022',
  module: 'node16',
  moduleResolution: 'node16',
  strict: true,
  skipLibCheck: true,
  types: ['node'],
};

function synthCommand(id, name, filesOf) {
  return {
    id,
    name,
    prepare: (folder, fleet, context) => {
      writeFiles(folder, {
        ...filesOf(fleet, context),
        'cdk8s.yaml': 'language: typescript\napp: npx ts-node main.ts\n',
      });
      return {
        command: process.execPath,
        // It would ask a registry for a newer version of itself.
        args: [CDK8S, 'synth', '--check-upgrade=false'],
        cwd: folder,
        before: emptied(folder),
        output: join(folder, 'dist'),
      };
    },
  };
}

export const cdk8sTyped = synthCommand('synth-typed', 'cdk8s synth, type-checked ts-node', (fleet, { classes }) => ({
  ...classes,
  'main.ts': programText(fleet, classes, false),
  'tsconfig.json': JSON.stringify({ compilerOptions: COMPILER }),
}));

export const cdk8sOwn = synthCommand('synth-own', 'cdk8s synth, polyvirt’s cdk8s.yaml', (fleet) => ({
  'main.ts': polyvirtProgram(fleet),
  'tsconfig.json': JSON.stringify({ compilerOptions: COMPILER, 'ts-node': { transpileOnly: true } }),
}));
