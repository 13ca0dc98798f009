import { type CopiedFile, findTool, type Rendered, runOnCopy } from './tool';

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
