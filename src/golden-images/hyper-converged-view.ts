import { groupOf } from '../kube/identity';
import type { NodeSelection } from '../kube/node-selector';
import { isMap, type KubeObject } from '../kube/object';
import { atLeast, type Release } from '../kube/release';
import type { HyperConvergedVersion } from '../target/hco-api';
import { COMMON_FIELD_SINCE } from './facts';
import { readSwitch, type WrittenSwitch } from './switch';

/** A template of an image as a resource has it. */
export interface WrittenTemplate {
  /** Its place in the list. */
  readonly index: number;
  /** Empty where there is none. */
  readonly name: string;
  readonly namespace?: string;
  readonly annotations: Readonly<Record<string, string>>;
  /** As it is written. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly spec?: Readonly<Record<string, unknown>>;
}

/** What a HyperConverged says about golden images, in whatever version it is written. */
export interface HyperConvergedView {
  readonly version: HyperConvergedVersion;
  readonly multiArch: WrittenSwitch;
  /** Whether the images that it brings along are imported. */
  readonly commonImages: boolean;
  /** Where the images that it brings along go. */
  readonly commonNamespace?: string;
  readonly templates: readonly WrittenTemplate[];
  readonly templatesPath: string;
  readonly workloads?: NodeSelection;
  readonly workloadsPath: string;
  readonly infra?: NodeSelection;
  readonly infraPath: string;
}

/** Whether an object is a HyperConverged, of any version. */
export function isHyperConverged({ apiVersion, kind }: KubeObject): boolean {
  return kind === 'HyperConverged' && groupOf(apiVersion) === 'hco.kubevirt.io';
}

/** The version of the API that a HyperConverged is written in. */
export function versionOf({ apiVersion }: KubeObject): HyperConvergedVersion {
  return apiVersion.endsWith('/v1beta1') ? 'v1beta1' : 'v1';
}

/** Reads a HyperConverged as a release of its operator does. Whatever has another type is taken as absent. */
export function viewHyperConverged(object: KubeObject, hco: Release): HyperConvergedView {
  const version = versionOf(object);
  const spec = mapAt(object, 'spec') ?? {};
  const sources = version === 'v1' ? (mapAt(spec, 'workloadSources') ?? {}) : spec;
  const placement =
    version === 'v1'
      ? mapAt(spec, 'deployment', 'nodePlacements', 'workload')
      : mapAt(spec, 'workloads', 'nodePlacement');
  const infra =
    version === 'v1' ? mapAt(spec, 'deployment', 'nodePlacements', 'infra') : mapAt(spec, 'infra', 'nodePlacement');
  const common = atLeast(hco, COMMON_FIELD_SINCE) ? sources : (mapAt(spec, 'featureGates') ?? {});
  const { commonBootImageNamespace: namespace } = sources;
  return {
    version,
    multiArch: readSwitch(spec, version, hco),
    commonImages: common.enableCommonBootImageImport !== false,
    ...(typeof namespace === 'string' && namespace !== '' ? { commonNamespace: namespace } : {}),
    templates: templatesOf(sources.dataImportCronTemplates),
    templatesPath: version === 'v1' ? 'spec.workloadSources.dataImportCronTemplates' : 'spec.dataImportCronTemplates',
    ...(placement === undefined ? {} : { workloads: placement }),
    workloadsPath: version === 'v1' ? 'spec.deployment.nodePlacements.workload' : 'spec.workloads.nodePlacement',
    ...(infra === undefined ? {} : { infra }),
    infraPath: version === 'v1' ? 'spec.deployment.nodePlacements.infra' : 'spec.infra.nodePlacement',
  };
}

function templatesOf(list: unknown): WrittenTemplate[] {
  return (Array.isArray(list) ? list : []).flatMap((template, index) => {
    if (!isMap(template)) {
      return [];
    }
    const metadata = mapAt(template, 'metadata') ?? {};
    const spec = mapAt(template, 'spec');
    const written = Object.entries(mapAt(metadata, 'annotations') ?? {});
    return [
      {
        index,
        name: typeof metadata.name === 'string' ? metadata.name : '',
        ...(typeof metadata.namespace === 'string' && metadata.namespace !== ''
          ? { namespace: metadata.namespace }
          : {}),
        annotations: Object.fromEntries(
          written.filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
        ),
        metadata,
        ...(spec === undefined ? {} : { spec }),
      },
    ];
  });
}

/** The map below some keys, or nothing. */
export function mapAt(value: unknown, ...keys: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  const found = keys.reduce<unknown>((part, key) => (isMap(part) ? part[key] : undefined), value);
  return isMap(found) ? found : undefined;
}
