import type { OutputFile } from '../../kube/yaml/files';
import type { DeclaredCluster } from '../declare';
import { clusterModule, type ModuleFiles } from './cluster-module';
import { camelCase } from './expression';

/** A cluster and the files that its module names. */
export interface ProgramCluster {
  readonly cluster: DeclaredCluster;
  readonly files: ModuleFiles;
}

/** Releases of the packages that a program asks for. */
export interface ProgramVersions {
  readonly polyvirt: string;
}

/** A cdk8s app with a module per cluster. */
export function programFiles(clusters: readonly ProgramCluster[], versions: ProgramVersions): OutputFile[] {
  const names = clusters.map(({ cluster: { name } }) => name);
  const modules = clusters.map(({ cluster, files }) => ({
    path: `${fileName(cluster.name)}.ts`,
    text: clusterModule(cluster, files),
  }));
  return [...projectFiles(names[0] ?? 'platform', versions), { path: 'main.ts', text: mainModule(names) }, ...modules];
}

/** `main` is the program itself. */
function fileName(cluster: string): string {
  return cluster === 'main' ? 'main-cluster' : cluster;
}

function mainModule(names: readonly string[]): string {
  return `import { App } from 'cdk8s';
${names.map((name) => `import { ${camelCase(name)} } from './${fileName(name)}';\n`).join('')}
const app = new App();
${names.map((name) => `${camelCase(name)}(app);\n`).join('')}app.synth();
`;
}

/** What every cdk8s app has beside its code. */
export function projectFiles(name: string, versions: ProgramVersions): OutputFile[] {
  const manifest = {
    name,
    private: true,
    scripts: { synth: 'polyvirt synth', check: 'polyvirt synth --check', typecheck: 'tsc --noEmit' },
    dependencies: { cdk8s: '^2.70.0', constructs: '^10.4.0', polyvirt: versions.polyvirt },
    devDependencies: { '@types/node': '^20.0.0', 'ts-node': '^10.9.2', typescript: '~6.0.3' },
  };
  const tsconfig = {
    compilerOptions: {
      target: 'ES2022',
      module: 'node16',
      moduleResolution: 'node16',
      rootDir: '.',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      resolveJsonModule: true,
      types: ['node'],
    },
    include: ['*.ts'],
    'ts-node': { transpileOnly: true },
  };
  return [
    { path: 'package.json', text: `${JSON.stringify(manifest, undefined, 2)}\n` },
    { path: 'tsconfig.json', text: `${JSON.stringify(tsconfig, undefined, 2)}\n` },
    { path: 'cdk8s.yaml', text: 'language: typescript\napp: npx ts-node main.ts\noutput: dist\n' },
    { path: '.gitignore', text: 'node_modules/\n' },
  ];
}
