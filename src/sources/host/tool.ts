import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, normalize, relative } from 'node:path';

/** What a program of the user's printed, or why it did not. */
export type Rendered = { readonly text: string } | { readonly why: string };

/** A file of the copy that a program runs on: one of this machine, or a text. */
export type CopiedFile = { readonly to: string } & ({ readonly from: string } | { readonly text: string });

/** A program that is installed here. */
interface Tool {
  readonly path: string;
  /** `v5.5.0`; empty where it does not say. */
  readonly release: string;
}

/** Longer than any rendering without a network takes. */
const TIMEOUT_MS = 60_000;

/** Finds a program on the PATH that answers when it is asked for its release. */
function findTool(program: string, version: readonly string[]): Tool | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'));
  const path = folders.map((folder) => join(folder, program)).find((each) => existsSync(each));
  const said = path === undefined ? undefined : spawnSync(path, version, { ...quiet(), cwd: tmpdir() });
  if (path === undefined || said?.status !== 0) {
    return undefined;
  }
  const [release = ''] = /v\d+\.\d+\.\d+[^\s+"]*/.exec(said.stdout.replace(/^Client.*$/m, '')) ?? [];
  return { path, release };
}

/** No token is in reach of what a pull request may have written. */
function quiet() {
  const { PATH, HOME } = process.env;
  return { encoding: 'utf8', env: { PATH, HOME }, timeout: TIMEOUT_MS, maxBuffer: 1 << 28 } as const;
}

/** Runs a program in a folder that has nothing but these files, and no links. */
function runOnCopy(program: string, args: readonly string[], files: readonly CopiedFile[]): Rendered {
  const outside = files.find(({ to }) => normalize(to).startsWith('..'));
  if (outside !== undefined) {
    return { why: `${outside.to} leaves the repository` };
  }
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'polyvirt-render-'));
  try {
    for (const file of files) {
      const copy = join(folder, file.to);
      mkdirSync(dirname(copy), { recursive: true });
      if ('from' in file) {
        copyFileSync(file.from, copy);
      } else {
        writeFileSync(copy, file.text);
      }
    }
    const { status, stdout, stderr, error } = spawnSync(program, args, { ...quiet(), cwd: folder });
    const why = error?.message ?? (stderr ?? '').trim().replaceAll(`${folder}/`, '').replace(/\s+/g, ' ').slice(0, 500);
    return status === 0 ? { text: stdout } : { why: why === '' ? `exit code ${status}` : why };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A value that is set on the command line of Helm. */
interface HelmParameter {
  readonly name: string;
  readonly value: string;
  /** Whether it stays a text where it looks like a number. */
  readonly isText?: boolean;
}

/** A chart with values, to be rendered. Paths are those of the copy. */
export interface HelmRelease {
  readonly chart: string;
  readonly name: string;
  readonly namespace?: string;
  /** The later wins. */
  readonly valueFiles: readonly string[];
  readonly parameters: readonly HelmParameter[];
  /** Values that are the content of files. */
  readonly fileParameters?: readonly { readonly name: string; readonly path: string }[];
  readonly kubeVersion?: string;
  readonly apiVersions?: readonly string[];
  readonly skipCrds?: boolean;
  readonly skipSchemaValidation?: boolean;
}

/** A program of the user's that renders charts. */
export interface HelmTool {
  /** As it is named in a report: `helm v3.16.4`. */
  readonly name: string;
  readonly render: (release: HelmRelease, files: readonly CopiedFile[]) => Rendered;
}

/** Finds the `helm` that is installed here. */
export function findHelm(): HelmTool | undefined {
  const tool = findTool('helm', ['version', '--short']);
  return tool === undefined
    ? undefined
    : {
        name: ['helm', tool.release].filter((word) => word !== '').join(' '),
        render: (release, files) => runOnCopy(tool.path, argumentsOf(release), files),
      };
}

/**
 * What charts ask for with `.Capabilities.APIVersions.Has`: without these they would leave out what clusters with KubeVirt get.
 */
const API_VERSIONS = [
  'kubevirt.io/v1',
  'kubevirt.io/v1/VirtualMachine',
  'cdi.kubevirt.io/v1beta1',
  'cdi.kubevirt.io/v1beta1/DataVolume',
  'instancetype.kubevirt.io/v1beta1',
  'pool.kubevirt.io/v1beta1',
  'snapshot.kubevirt.io/v1beta1',
  'clone.kubevirt.io/v1beta1',
  'export.kubevirt.io/v1beta1',
  'migrations.kubevirt.io/v1alpha1',
  'hco.kubevirt.io/v1beta1',
  'ssp.kubevirt.io/v1beta3',
  'k8s.cni.cncf.io/v1',
];

/** In the order of Argo CD, which is that of precedence. Source: argo-cd v3.5 util/helm/cmd.go template. */
function argumentsOf(release: HelmRelease): string[] {
  const { chart, name, namespace, valueFiles, parameters, fileParameters = [], apiVersions = [] } = release;
  return [
    'template',
    name,
    chart === '' ? '.' : chart,
    ...(namespace === undefined || namespace === '' ? [] : ['--namespace', namespace]),
    ...(release.kubeVersion === undefined ? [] : ['--kube-version', release.kubeVersion]),
    ...parameters.flatMap(({ name: at, value, isText }) => [
      isText === true ? '--set-string' : '--set',
      `${at}=${commas(value)}`,
    ]),
    ...fileParameters.flatMap(({ name: at, path }) => ['--set-file', `${at}=${path}`]),
    ...valueFiles.flatMap((file) => ['--values', file]),
    ...[...API_VERSIONS, ...apiVersions].flatMap((each) => ['--api-versions', each]),
    ...(release.skipCrds === true ? [] : ['--include-crds']),
    ...(release.skipSchemaValidation === true ? ['--skip-schema-validation'] : []),
    '--skip-tests',
  ];
}

/** A comma would begin the next value, outside of `{a,b}`. Source: argo-cd v3.5 util/helm/cmd.go cleanSetParameters. */
function commas(value: string): string {
  return /^\{.*\}$/s.test(value) ? value : value.replace(/(?<!\\),/g, '\\,');
}

/** A program of the user's that builds kustomizations. */
export interface KustomizeTool {
  /** As it is named in a report: `kubectl kustomize v5.5.0`. */
  readonly name: string;
  readonly build: (
    files: readonly string[],
    path: string,
    boundary: string,
    changed?: readonly CopiedFile[],
  ) => Rendered;
}

/** Finds what of `kustomize` and `kubectl` is installed here; nothing where neither is. */
export function findKustomize(): KustomizeTool | undefined {
  for (const { program, build, version } of TOOLS) {
    const tool = findTool(program, version);
    if (tool !== undefined) {
      return {
        name: [program, ...build.filter((word) => word !== 'build'), tool.release]
          .filter((word) => word !== '')
          .join(' '),
        build: (files, path, boundary, changed = []) => {
          const at = relative(boundary, dirname(path));
          const copies = files.map((from) => ({ from, to: relative(boundary, from) }));
          return runOnCopy(tool.path, [...build, at === '' ? '.' : at], [...copies, ...changed]);
        },
      };
    }
  }
  return undefined;
}

const TOOLS = [
  { program: 'kustomize', build: ['build'], version: ['version'] },
  { program: 'kubectl', build: ['kustomize'], version: ['version', '--client'] },
] as const;
