import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type ProgramVersions, projectFiles } from '../../adopt/typescript/program';
import { isDnsLabel } from '../../kube/names';
import { flowScalar } from '../../kube/yaml/emit';
import type { OutputFile } from '../../kube/yaml/files';
import { platformJsonSchema } from '../../model/read/platform-json-schema';
import { writeNewBytes, writeNewFiles } from '../../sinks/write-files';
import { refuseSecondPlatform } from '../../sources/find-source';
import { existingText, foundAt, shownPath } from '../../sources/host/open-text';
import { lockedPackages, ownTarball } from '../../sources/host/own-tarball';
import { type Command, IS_PUBLISHED, VERSION } from '../start/command';
import type { CommandIo, ExitCode } from '../start/io';

/** What a starter is written in. */
export type StarterLanguage = 'typescript' | 'yaml';

/** What became of the files of a starter, by their names. */
interface WrittenStarter {
  readonly written: readonly string[];
  /** Those that were there already, as they should be. */
  readonly unchanged: readonly string[];
  /** Those of the user's own, which stay. */
  readonly kept: readonly string[];
}

/** Files that a starter adds without needing them: a file of that name with other content is the user's. */
const ACCOMPANYING = /^(README\.md|\.gitignore|\.github\/.*)$/;

/**
 * Writes a small platform that synthesizes at once.
 *
 * Files that are there just as they would be written are what an interrupted run left: the others are added to them. Where a
 * part of the platform is there that sets something else, or one in another language, nothing is written.
 */
export function writeStarter(folder: string, language: StarterLanguage, version: string): WrittenStarter {
  refuseSecondPlatform(folder, language === 'yaml' ? 'file' : 'app');
  const name = platformName(folder);
  const own = language === 'yaml' ? undefined : ownPackage(folder);
  const files = [
    ...(own === undefined
      ? yamlFiles(name)
      : typescriptFiles(name, { polyvirt: own.range, others: lockedPackages().versions })),
    ...accompanyingFiles(name, language, version),
  ];
  const kept = files.filter(({ path, text }) => {
    const there = ACCOMPANYING.test(path) ? existingText(join(folder, path)) : undefined;
    return there !== undefined && there !== text;
  });
  const ours = files.filter((file) => !kept.includes(file));
  const written = [...writeNewFiles(folder, ours), ...(own?.write() ?? [])];
  const pathsOf = (some: readonly OutputFile[]) => some.map(({ path }) => path);
  return {
    written,
    unchanged: [...pathsOf(ours), ...(own?.file === undefined ? [] : [own.file])].filter(
      (path) => !written.includes(path),
    ),
    kept: pathsOf(kept),
  };
}

/** The folder's name, where a cluster can be called that. */
function platformName(folder: string): string {
  const name = basename(resolve(folder)).toLowerCase();
  return isDnsLabel(name) && name !== 'polyvirt' ? name : 'edge';
}

function yamlFiles(name: string): OutputFile[] {
  return [
    { path: 'polyvirt.schema.json', text: `${JSON.stringify(platformJsonSchema(), undefined, 2)}\n` },
    {
      path: 'polyvirt.yaml',
      text: `# yaml-language-server: $schema=./polyvirt.schema.json
apiVersion: polyvirt.io/v1
kind: Platform
metadata:
  name: ${flowScalar(name)}
spec:
  # The releases that the cluster runs, in quotes: YAML reads a bare 1.10 as 1.1.
  target: { kubevirt: "1.9" }
  namespace: default
  nodes:
  - { pool: intel, architecture: amd64, count: 3 }
  - { pool: ampere, architecture: arm64, count: 2 }
  kubevirt:
    defaultArchitecture: amd64
  virtualMachines:
  # One VM per architecture of the workers: hello-amd64 and hello-arm64.
  - name: hello
    perArchitecture: true
    cpu: { cores: 2 }
    memory: 2Gi
    disks:
    - { name: os, containerDisk: { image: quay.io/containerdisks/fedora:42 } }
    networks:
    - { name: default, pod: {}, binding: masquerade }
`,
    },
  ];
}

function typescriptFiles(name: string, versions: ProgramVersions): OutputFile[] {
  return [
    ...projectFiles(name, versions),
    {
      path: 'main.ts',
      text: `import { App, Size } from 'cdk8s';
import { Disk, KubeVirt, Network, NodePool, Platform, VirtualMachine } from 'polyvirt';

const app = new App();

const platform = new Platform(app, '${name}', {
  target: { kubevirt: '1.9' },
  namespace: 'default',
  nodes: [
    NodePool.of('intel', { architecture: 'amd64', count: 3 }),
    NodePool.of('ampere', { architecture: 'arm64', count: 2 }),
  ],
});

new KubeVirt(platform, 'kubevirt', { defaultArchitecture: 'amd64' });

// One VM per architecture of the workers: hello-amd64 and hello-arm64.
VirtualMachine.perArchitecture(platform, 'hello', {
  cpu: { cores: 2 },
  memory: Size.gibibytes(2),
  disks: [Disk.container('os', 'quay.io/containerdisks/fedora:42')],
  networks: [Network.pod()],
});

app.synth();
`,
    },
  ];
}

/** What is beside a platform: people may have files of these names already, which are theirs. */
function accompanyingFiles(name: string, language: StarterLanguage, version: string): OutputFile[] {
  return [
    { path: 'README.md', text: readme(name, language, version) },
    { path: '.github/workflows/polyvirt.yml', text: workflow(language, version) },
  ];
}

function readme(name: string, language: StarterLanguage, version: string): string {
  const isYaml = language === 'yaml';
  const entry = isYaml ? '`polyvirt.yaml`' : '`main.ts`';
  const tarball = `polyvirt-${version}.tgz`;
  const origin = isYaml
    ? `polyvirt ${version} is what the workflow installs: from \`${tarball}\` where that file is here, else from the registry. Until polyvirt is
published, run \`npm pack\` in its clone and commit the file.`
    : `polyvirt ${version} is pinned in \`package.json\`. Where that names \`${tarball}\`, commit the file: it is the polyvirt that made this folder.
Once polyvirt is published, \`npm install --save-exact polyvirt@${version}\` takes it from the registry.`;
  return `# ${name}

Virtual machines of one cluster, described in ${entry}. \`dist/\` has the manifests that polyvirt makes of it: commit them too.

\`\`\`sh
${steps(language)}
\`\`\`

\`.github/workflows/polyvirt.yml\` does the last for each pull request. GitHub reads it at the root of a repository only: where this
folder is not that, move it there and give its steps a \`working-directory\`.

${origin}
`;
}

/** What to run, a line each. */
function steps(language: StarterLanguage): string {
  const polyvirt = language === 'yaml' ? 'polyvirt' : 'npx polyvirt';
  const lines: readonly (readonly [string, string])[] = [
    ...(language === 'yaml' ? [] : [['npm install', 'once; commit package-lock.json'] as const]),
    [`${polyvirt} synth`, 'writes dist/'],
    [`${polyvirt} check`, 'what a cluster would reject or ignore'],
    [`${polyvirt} place`, 'on which nodes each VM can run'],
    [`${polyvirt} synth --check`, 'exit 1 when dist/ is not what it should be: for CI'],
  ];
  const width = Math.max(...lines.map(([command]) => command.length));
  return lines.map(([command, what]) => `${command.padEnd(width)}  # ${what}`).join('\n');
}

function workflow(language: StarterLanguage, version: string): string {
  const isYaml = language === 'yaml';
  const install = isYaml
    ? `npm install --global --ignore-scripts "$(ls ./polyvirt-${version}.tgz 2> /dev/null || echo polyvirt@${version})"`
    : 'npm ci --ignore-scripts';
  const polyvirt = isYaml ? 'polyvirt' : 'npx --no-install polyvirt';
  return `# Holds that dist/ is what the platform makes, and that no cluster would reject it.
name: polyvirt
on:
  pull_request:
  push:
    branches: [main]
permissions:
  contents: read
jobs:
  polyvirt:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
        with:
          persist-credentials: false
      - uses: actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0
        with:
          node-version: 22.12.0
      - run: ${install}
      - run: ${polyvirt} synth --check
      - run: ${polyvirt} check --format github
`;
}

const EXAMPLES = `
Examples:
  polyvirt init                              polyvirt.yaml in this folder: YAML only, no code
  polyvirt init --typescript infra           a cdk8s app in the folder infra

Exit codes: 0 success; 1 a file or another platform already exists there; 2 usage error.`;

interface InitOptions {
  readonly typescript?: boolean;
  readonly yaml?: boolean;
}

/** `polyvirt init [dir]`: a starter that synthesizes at once. */
export const init: Command = {
  configure: (commander) =>
    commander
      .argument('[dir]', 'folder to create it in', '.')
      .option('--yaml', 'polyvirt.yaml, with its JSON Schema for editors (default)')
      .option('--typescript', 'a cdk8s app')
      .addHelpText('after', EXAMPLES),
  run: async (args, options, io) => runInit(args[0] ?? '.', options as InitOptions, io),
};

function runInit(folder: string, { typescript, yaml }: InitOptions, io: CommandIo): ExitCode {
  if (typescript === true && yaml === true) {
    io.err('error: --typescript and --yaml are two starters: use one of them.\n');
    return 2;
  }
  const language: StarterLanguage = typescript === true ? 'typescript' : 'yaml';
  const { written, unchanged, kept } = writeStarter(folder, language, VERSION);
  const enter = folder === '.' ? '' : `cd ${shownPath(folder)} && `;
  const next = language === 'yaml' ? 'polyvirt synth' : 'npm install && npm run synth';
  const lines = [
    ...said('written', written),
    ...said('there already', unchanged),
    ...said('left as it is', kept),
    `next: ${enter}${next}`,
  ];
  io.err(`${lines.join('\n')}\n`);
  return 0;
}

function said(what: string, files: readonly string[]): string[] {
  return files.length === 0 ? [] : [`${what}: ${files.join(', ')}`];
}

/** Where a program takes polyvirt from. */
interface OwnPackage {
  /** What `package.json` asks for: this very release. */
  readonly range: string;
  /** The package beside the program; absent where the registry has it. */
  readonly file?: string;
  /** Its digest, as npm writes it. */
  readonly integrity?: string;
  /** Writes the package; gives what is new. */
  readonly write: () => string[];
}

/**
 * The polyvirt that runs, for a program in a folder.
 *
 * While no registry has it, it is packed beside the program, so that it is there for everyone who has the folder.
 */
export function ownPackage(folder: string): OwnPackage {
  const file = `polyvirt-${VERSION}.tgz`;
  const path = join(folder, file);
  if (foundAt(path)?.isFile() === true) {
    return { range: `file:${file}`, file, integrity: integrityOf(readFileSync(path)), write: () => [] };
  }
  const bytes = IS_PUBLISHED ? undefined : ownTarball();
  if (bytes === undefined) {
    return { range: VERSION, write: () => [] };
  }
  return {
    range: `file:${file}`,
    file,
    integrity: integrityOf(bytes),
    write: () => {
      writeNewBytes(folder, file, bytes);
      return [file];
    },
  };
}

function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}
