import { isSameHcoGate } from '../gates/hco';
import { groupOf } from '../kube/identity';
import type { NodeSelection } from '../kube/node-selector';
import { asText, isMap, type KubeObject } from '../kube/object';
import { atLeast, holdsIn, type Release } from '../kube/release';
import type { HyperConvergedVersion } from '../target/facts';
import {
  COMMON_FIELD_SINCE,
  MULTI_ARCH_FIELD_SINCE,
  MULTI_ARCH_SINCE,
  MULTI_ARCH_SWITCH,
  SWITCH_PLACES,
  type SwitchPlace,
} from './facts';

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

/** Where a release wants the switch for images by architecture. */
export function switchPlace(version: HyperConvergedVersion, hco: Release): SwitchPlace {
  return SWITCH_PLACES.find((row) => row.version === version && holdsIn(row, hco))?.place ?? 'absent';
}

/** The switch as the resource has it, in one place or in several. */
interface WrittenSwitch {
  /** As the release reads it. */
  readonly on: boolean;
  /** The value of the gate, and where it is. */
  readonly gate?: { readonly on: boolean; readonly path: string; readonly state?: unknown };
  /** The value of the field, and where it is. */
  readonly field?: { readonly on: boolean; readonly path: string };
}

/** Reads the switch as a release does: the field where there is one, else the gate, else off. */
function readSwitch(
  spec: Readonly<Record<string, unknown>>,
  version: HyperConvergedVersion,
  hco: Release,
): WrittenSwitch {
  const gate = version === 'v1' ? listedGate(spec.featureGates, hco) : booleanGate(spec.featureGates);
  const sources = spec.workloadSources;
  const written = version === 'v1' && isMap(sources) ? sources[MULTI_ARCH_SWITCH] : undefined;
  const field =
    typeof written === 'boolean' ? { on: written, path: `spec.workloadSources.${MULTI_ARCH_SWITCH}` } : undefined;
  const honoured = switchPlace(version, hco) === 'field' ? (field ?? gate) : gate;
  return {
    on: atLeast(hco, MULTI_ARCH_SINCE) && honoured?.on === true,
    ...(gate === undefined ? {} : { gate }),
    ...(field === undefined ? {} : { field }),
  };
}

function booleanGate(gates: unknown): WrittenSwitch['gate'] {
  const on = isMap(gates) ? gates[MULTI_ARCH_SWITCH] : undefined;
  return typeof on === 'boolean' ? { on, path: `spec.featureGates.${MULTI_ARCH_SWITCH}` } : undefined;
}

/** A gate without a state is on. */
function listedGate(gates: unknown, hco: Release): WrittenSwitch['gate'] {
  const found = (Array.isArray(gates) ? gates : []).find(
    (gate) => isMap(gate) && isSameHcoGate(asText(gate.name), MULTI_ARCH_SWITCH, hco),
  );
  return isMap(found)
    ? { on: found.state !== 'Disabled', path: `spec.featureGates[${asText(found.name)}]`, state: found.state }
    : undefined;
}

/** The release that a resource must be for, where it says something that only one has. */
export function impliedRelease({ apiVersion, spec }: KubeObject): Release | undefined {
  const sources = isMap(spec) && apiVersion.endsWith('/v1') ? spec.workloadSources : undefined;
  return isMap(sources) && MULTI_ARCH_SWITCH in sources ? MULTI_ARCH_FIELD_SINCE : undefined;
}
