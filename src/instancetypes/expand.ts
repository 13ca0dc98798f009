import { type Filled, InstanceDraft } from '../architectures/draft';
import type { Refusal } from '../architectures/instance-row';
import { at, type InstanceSpec } from '../architectures/instance-view';
import { asNumber, asText, type Fields, isEmpty, isMap, type KubeObject, own } from '../kube/object';
import { valueAt } from '../kube/path';
import { parseQuantity } from '../kube/quantity';
import { atLeast, holdsIn, type Release } from '../kube/release';
import { bundles } from './bundled';
import {
  applyInstancetype,
  conflictsWith,
  guestTopology,
  isCount,
  preferredTopology,
  spreadDivisor,
  spreadOptions,
  type Topology,
} from './instancetype';
import { applyPreference, type PreferenceSpec } from './preference';

/** An instance type or a preference that a VM names. */
export interface NamedMatcher {
  readonly kind: string;
  readonly name: string;
  /** Where the VM names it. */
  readonly path: string;
}

/** What an instance type and a preference make of the instance of a VM. */
export interface Expansion {
  /** The spec of the instance. */
  readonly spec: InstanceSpec;
  /** What came from them. */
  readonly filled: readonly Filled[];
  /** Annotations that they add to the instance, where its template does not have them. */
  readonly annotations: Fields;
  /** The preference's choice for an interface that KubeVirt adds, which it does before. */
  readonly interfaceModel?: string;
  /** What KubeVirt rejects about the combination; paths below the instance's spec. */
  readonly refused: readonly Refusal[];
  /** What is named and not at hand. */
  readonly missing: readonly NamedMatcher[];
}

/** Finds an object of the instancetype group, cluster-wide or of a namespace. */
export type Lookup = (kind: string, name: string, namespace: string | undefined) => KubeObject | undefined;

/** Where there is neither an instance type nor a preference. */
export const NOT_EXPANDED: Omit<Expansion, 'spec'> = { filled: [], annotations: {}, refused: [], missing: [] };

/** Puts instance type and preference into the instance that a VM makes, as KubeVirt does when it admits it. */
export function expandVm(
  { spec, path }: { readonly spec: Fields; readonly path: string },
  namespace: string | undefined,
  template: InstanceSpec,
  lookup: Lookup,
  kubevirt: Release,
  defaultArchitecture: () => string | undefined = () => undefined,
): Expansion {
  const instancetype = named(spec.instancetype, 'VirtualMachineClusterInstancetype', path, 'instancetype');
  const preference = named(spec.preference, 'VirtualMachineClusterPreference', path, 'preference');
  if (instancetype === undefined && preference === undefined) {
    return { ...NOT_EXPANDED, spec: template };
  }
  const type = instancetype && specOf(lookup(instancetype.kind, instancetype.name, namespace));
  const wishes = preference && specOf(lookup(preference.kind, preference.name, namespace));
  const missing = [type === undefined ? instancetype : undefined, wishes === undefined ? preference : undefined];
  const draft = new InstanceDraft(template);
  const refused: Refusal[] = [];
  // CPUs and memory every instance type sets, also one that was not found.
  const isNamed = isMap(spec.instancetype) && typeof spec.instancetype.name === 'string';
  if (type !== undefined || isNamed) {
    refused.push(...conflictsWith(type ?? {}, draft, kubevirt).map((path) => conflict(path, instancetype!.name)));
  }
  if (type !== undefined && refused.length === 0) {
    applyInstancetype(type, wishes, draft, instancetype!.name);
  }
  if (wishes !== undefined && refused.length === 0) {
    applyPreference(wishes, draft, preference!.name, kubevirt);
    // Without its instance type it is unknown what it has.
    if (instancetype === undefined || type !== undefined) {
      refused.push(
        ...unmetRequirements(wishes, { architecture: defaultArchitecture(), ...draft.spec }, guestCpus(type)),
      );
    }
  }
  const interfaceModel = isMap(wishes?.devices) ? wishes.devices.preferredInterfaceModel : undefined;
  return {
    spec: draft.spec,
    ...(typeof interfaceModel === 'string' && interfaceModel !== '' ? { interfaceModel } : {}),
    filled: draft.filled,
    annotations: refused.length > 0 ? {} : { ...annotationsOf(wishes), ...annotationsOf(type) },
    refused,
    missing: missing.filter((reference) => reference !== undefined),
  };
}

/** `inferFromVolume` matches nothing yet: what it finds is a label in the cluster. */
function named(reference: unknown, defaultKind: string, path: string, key: string): NamedMatcher | undefined {
  if (!isMap(reference)) {
    return undefined;
  }
  const { kind, name, inferFromVolume } = reference;
  if (typeof name !== 'string' && typeof inferFromVolume !== 'string') {
    return undefined;
  }
  return {
    // KubeVirt takes the plural, in any case, too.
    kind: typeof kind === 'string' && kind !== '' ? kind : defaultKind,
    name: typeof name === 'string' ? name : `of the volume ${asText(inferFromVolume)}`,
    path: `${path}.${key}`,
  };
}

/** Of an instance type or a preference: those in its spec, which are for its VMs. */
function annotationsOf(spec: Fields | undefined): Fields {
  return isMap(spec?.annotations) ? spec.annotations : {};
}

function specOf(object: KubeObject | undefined): Readonly<Record<string, unknown>> | undefined {
  return isMap(object?.spec) ? object.spec : undefined;
}

function guestCpus(type: Readonly<Record<string, unknown>> | undefined): number | undefined {
  const cpu = type?.cpu;
  return isMap(cpu) && isCount(cpu.guest) ? cpu.guest : undefined;
}

function conflict(path: string, name: string): Refusal {
  return {
    path,
    what: `the instance type ${name} sets it too`,
    fix: 'say it in one place: leave it out here, or do without the instance type',
  };
}

const SPREAD_PARTS: Readonly<Record<string, readonly (keyof Topology)[]>> = {
  CoresThreads: ['cores', 'threads'],
  SocketsCoresThreads: ['sockets', 'cores', 'threads'],
};

/** Which counts are held against the CPUs that a preference requires, by the topology that it prefers. */
function countedParts(preference: PreferenceSpec): readonly (keyof Topology)[] {
  switch (preferredTopology(preference)) {
    case 'threads':
      return ['threads'];
    case 'cores':
      return ['cores'];
    case 'spread':
      return own(SPREAD_PARTS, spreadOptions(preference).across) ?? ['sockets', 'cores'];
    case 'any':
      return ['cores', 'sockets', 'threads'];
    default:
      return ['sockets'];
  }
}

/** What a preference requires and the VM does not have; judged with the instance type applied. */
function unmetRequirements(preference: PreferenceSpec, vm: InstanceSpec, guestCpus: number | undefined): Refusal[] {
  const required = isMap(preference.requirements) ? preference.requirements : {};
  return [
    ...unmetCpus(at(required, 'cpu.guest'), preference, vm, guestCpus),
    ...unmetMemory(at(required, 'memory.guest'), vm),
    ...unmetArchitecture(required.architecture, vm),
    ...undivided(preference, guestCpus),
  ];
}

function unmetCpus(
  required: unknown,
  preference: PreferenceSpec,
  vm: InstanceSpec,
  guestCpus: number | undefined,
): Refusal[] {
  if (typeof required !== 'number') {
    return [];
  }
  const parts = countedParts(preference);
  const own = parts.map((part) => at(vm, `domain.cpu.${part}`)).map((count) => asNumber(count ?? 0));
  const offered = guestCpus ?? own.reduce((product, count) => product * count, 1);
  return offered >= required
    ? []
    : [
        {
          path: guestCpus === undefined ? `domain.cpu.${parts[0]}` : 'domain.cpu',
          what: `the preference requires ${required} CPUs${guestCpus === undefined ? `, counted in ${parts.join(' × ')}` : ''}, there are ${offered}`,
          fix: guestCpus === undefined ? 'give it more of them' : 'take a larger instance type',
        },
      ];
}

function unmetMemory(required: unknown, vm: InstanceSpec): Refusal[] {
  const wanted = parseQuantity(asText(required));
  const offered = parseQuantity(asText(at(vm, 'domain.memory.guest')));
  return required === undefined || wanted === undefined || (offered !== undefined && offered.nano >= wanted.nano)
    ? []
    : [
        {
          path: 'domain.memory.guest',
          what: `the preference requires ${asText(required)} of memory`,
          fix: `write ${asText(required)} or more, or take a larger instance type`,
        },
      ];
}

function unmetArchitecture(required: unknown, { architecture }: InstanceSpec): Refusal[] {
  return typeof required !== 'string' || isEmpty(architecture) || architecture === required
    ? []
    : [
        {
          path: 'architecture',
          what: `the preference requires ${required}, the guest is ${asText(architecture)}`,
          fix: `write ${required}, or take a preference for ${asText(architecture)}`,
        },
      ];
}

/** CPUs that cannot be spread evenly are rejected. */
function undivided(preference: PreferenceSpec, guestCpus: number | undefined): Refusal[] {
  const divisor = spreadDivisor(preference);
  return guestCpus === undefined || guestCpus % divisor === 0
    ? []
    : [
        {
          path: 'domain.cpu',
          what: `${guestCpus} CPUs cannot be spread evenly: ${JSON.stringify(guestTopology(guestCpus, preference))}`,
          fix: `take an instance type whose CPUs are a multiple of ${divisor}`,
        },
      ];
}

/** The first release that installs its bundles without a gate being on. */
const BUNDLES_SINCE: Release = '1.4';

/** The gate that installs them before. */
const BUNDLES_GATE = 'CommonInstancetypesDeploymentGate';

/** Names are the same thing again and again, and objects are compared by what they are. */
const found = new Map<string, KubeObject | undefined>();
let table: ReturnType<typeof bundles> | undefined;

/** The cluster-wide instance type or preference of a name that virt-operator of a release installs; nothing where it installs none. */
export function bundledObject(kind: string, name: string, kubevirt: Release): KubeObject | undefined {
  const isPreference = /^virtualmachineclusterpreferences?$/i.test(kind);
  if (!isPreference && !/^virtualmachineclusterinstancetypes?$/i.test(kind)) {
    return undefined;
  }
  const key = `${isPreference} ${name} ${kubevirt}`;
  if (!found.has(key)) {
    found.set(key, readObject(isPreference, name, kubevirt));
  }
  return found.get(key);
}

function readObject(isPreference: boolean, name: string, kubevirt: Release): KubeObject | undefined {
  table ??= bundles();
  const list = isPreference ? table.preferences : table.instancetypes;
  const ranges = Object.hasOwn(list, name) ? list[name]! : [];
  const range = ranges.find(([since, before]) => holdsIn({ since, ...(before === null ? {} : { before }) }, kubevirt));
  return range === undefined
    ? undefined
    : {
        apiVersion: 'instancetype.kubevirt.io/v1beta1',
        kind: isPreference ? 'VirtualMachineClusterPreference' : 'VirtualMachineClusterInstancetype',
        metadata: { name },
        spec: table.specs[range[2]]!,
      };
}

/** Where a HyperConverged says that KubeVirt is not to install them, by version of its API. */
const HCO_PATHS = [
  'spec.CommonInstancetypesDeployment.enabled',
  'spec.workloadSources.commonInstancetypesDeployment.enabled',
];

/**
 * Whether virt-operator installs the common instance types and preferences.
 *
 * Source: kubevirt pkg/virt-operator/resource/apply/reconcile.go commonInstancetypesDeploymentEnabled, by the gate alone in 1.3.
 *
 * @param configuration of the KubeVirt, where it is at hand
 * @param hyperConverged that makes the KubeVirt, where that one was not found
 */
export function hasBundles(
  kubevirt: Release,
  configuration: Readonly<Record<string, unknown>> | undefined,
  hyperConverged: KubeObject | undefined,
): boolean {
  if (valueAt(configuration, 'commonInstancetypesDeployment.enabled') === false) {
    return false;
  }
  if (HCO_PATHS.some((path) => valueAt(hyperConverged, path) === false)) {
    return false;
  }
  const gates = valueAt(configuration, 'developerConfiguration.featureGates');
  return atLeast(kubevirt, BUNDLES_SINCE) || (Array.isArray(gates) && gates.includes(BUNDLES_GATE));
}
