import { checkArchitecture, isArchitecture } from '../../architectures/architecture';
import { ARCHITECTURE_FACTS, type Architecture } from '../../architectures/facts';
import type { Finding } from '../../findings/finding';
import { suggestionFor } from '../../findings/suggestion';
import { type GateJudgement, judgeDisabled, judgeListed } from '../../gates/judge';
import { FeatureGates, type GateSupportDeclaration } from '../../gates/registry';
import { type FeatureGate, GATE_NAMES, isFeatureGate, stageOf } from '../../gates/stages';
import type { KubeObject, MutableFields, ObjectMeta } from '../../kube/object';
import { atLeast, type Release } from '../../kube/release';
import { checkEscapes } from '../check-escapes';
import { clusterArchitectures, type PlatformContext } from '../context';
import { withEscapes } from '../escape-hatch';
import { KUBEVIRT, KUBEVIRT_NAME, type KubeVirtDeclaration } from '../kubevirt';
import type { ComponentPatch, CustomizeComponents } from '../kubevirt-operation';
import type { PermittedHostDevices } from '../permitted-devices';
import { leftOutOfPlacement } from '../placement-spec';
import { readBack } from '../read-back';
import { isSame, put, readTable, writeTable } from '../rows/row';
import { Taken } from '../rows/taken';
import { hypervisorConfig, type PermittedHypervisorDevice } from './hypervisor-config';
import { inOrder } from './in-order';

/** The KubeVirt resource of a cluster. */
export function kubeVirt(declaration: KubeVirtDeclaration, platform: PlatformContext): KubeObject {
  return withEscapes(kubeVirtOfKeys(declaration, platform), declaration);
}

/** The same without what is laid over it. */
function kubeVirtOfKeys(declaration: KubeVirtDeclaration, platform: PlatformContext): KubeObject {
  const own = { ...platform, kubevirt: declaration };
  const { hypervisors } = hypervisorConfig(own);
  const object: MutableFields = { metadata: { name: KUBEVIRT_NAME }, spec: {} };
  writeTable(KUBEVIRT, takenBy(declaration, own), object, { platform: own });
  if (hypervisors !== undefined) {
    put(object, ['spec', 'configuration', 'hypervisors'], hypervisors);
  }
  const { configuration, ...spec } = object.spec as MutableFields;
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'KubeVirt',
    metadata: object.metadata as ObjectMeta,
    spec: inOrder(configuration === undefined ? spec : { ...spec, configuration: inOrder(configuration as object) }),
  };
}

/** The part of a declaration that the target accepts, and the gates that follow from the rest of the platform. */
function takenBy(declaration: KubeVirtDeclaration, platform: PlatformContext): KubeVirtDeclaration {
  const { kubevirt } = platform.target;
  const { architectureConfiguration } = declaration;
  const architectures = clusterArchitectures(platform);
  const listed = emittedGates(declaration, FeatureGates.of(kubevirt, platform.supportByArch));
  const gates = new Set<string>([
    ...listed.featureGates,
    ...impliedGates(architectures, kubevirt),
    ...hypervisorConfig(platform).gates,
  ]);
  const { permitted = [], patches = [] } = hypervisorConfig(platform);
  return {
    ...declaration,
    ...(permitted.length === 0
      ? {}
      : { permittedHostDevices: withDevices(declaration.permittedHostDevices, permitted) }),
    ...(patches.length === 0 ? {} : { customizeComponents: withPatches(declaration.customizeComponents, patches) }),
    ...(architectureConfiguration === undefined
      ? {}
      : {
          architectureConfiguration: Object.fromEntries(
            Object.entries(architectureConfiguration).filter(([key]) => isConfigurable(key, kubevirt)),
          ),
        }),
    featureGates: [...gates].sort(),
    disabledFeatureGates: [...new Set(listed.disabledFeatureGates)].sort(),
  };
}

/** What the platform permits, and the devices of its hypervisors. */
function withDevices(
  { pciHostDevices = [], mediatedDevices = [], ...rest }: PermittedHostDevices = {},
  devices: readonly PermittedHypervisorDevice[],
): PermittedHostDevices {
  const isNew = ({ resourceName }: PermittedHypervisorDevice) =>
    ![...pciHostDevices, ...mediatedDevices].some((each) => each.resourceName === resourceName);
  const pci = devices
    .filter(isNew)
    .flatMap(({ resourceName, pci: selector }) =>
      selector === undefined ? [] : [{ pciVendorSelector: selector, resourceName }],
    );
  const mediated = devices
    .filter(isNew)
    .flatMap(({ resourceName, mediated: selector }) =>
      selector === undefined ? [] : [{ mdevNameSelector: selector, resourceName }],
    );
  return {
    ...rest,
    ...(pciHostDevices.length + pci.length === 0 ? {} : { pciHostDevices: [...pciHostDevices, ...pci] }),
    ...(mediatedDevices.length + mediated.length === 0 ? {} : { mediatedDevices: [...mediatedDevices, ...mediated] }),
  };
}

/** The patches of the platform, and those of its hypervisors that are not among them. */
function withPatches(said: CustomizeComponents = {}, patches: readonly ComponentPatch[]): CustomizeComponents {
  const { patches: own = [], ...rest } = said;
  return { patches: [...own, ...patches.filter((patch) => !own.some((each) => isSame(each, patch)))], ...rest };
}

/** A KubeVirt resource as a declaration that makes the same object again; what no key says is in `spec` and `patches`. */
export function readKubeVirt(object: KubeObject, platform: PlatformContext): KubeVirtDeclaration {
  const { kubevirt: _other, ...others } = platform;
  // Where workloads run decides what is derived of the rest.
  const { workloads } = readTable(KUBEVIRT, copyOf(object), { platform: others });
  const kubevirt = workloads === undefined ? {} : { workloads };
  return readBack(KUBEVIRT, object, { platform: { ...others, kubevirt } }, (declaration) =>
    kubeVirtOfKeys(declaration, others),
  );
}

function copyOf(object: KubeObject): Taken {
  return new Taken(structuredClone(object) as unknown as MutableFields);
}

/** What is declared and has no place in the resource of this release. */
export function leftOutOfKubeVirt(declaration: KubeVirtDeclaration, platform: PlatformContext): Finding[] {
  const { kubevirt } = platform.target;
  return [
    ...Object.keys(declaration.architectureConfiguration ?? {})
      .filter((key) => !isConfigurable(key, kubevirt))
      .flatMap((key) => notConfigurable(key, kubevirt)),
    ...leftOutOfPlacement(declaration.infra, 'infra'),
    ...leftOutOfPlacement(declaration.workloads, 'workloads'),
    ...checkLeftOut(declaration, FeatureGates.of(kubevirt, platform.supportByArch)),
    ...checkEscapes(kubeVirtOfKeys(declaration, platform), declaration),
  ];
}

function isConfigurable(key: string, kubevirt: Release): boolean {
  return isArchitecture(key) && atLeast(kubevirt, ARCHITECTURE_FACTS[key].configurableSince);
}

function notConfigurable(key: string, kubevirt: Release): Finding[] {
  const path = `architectureConfiguration.${key}`;
  if (!isArchitecture(key)) {
    return checkArchitecture(key, path);
  }
  const { configurableSince, source } = ARCHITECTURE_FACTS[key];
  return [
    {
      code: 'PV104',
      severity: 'error',
      path,
      what: `KubeVirt ${kubevirt} has no configuration for ${key}`,
      why: 'The API server prunes or rejects the field, and the built-in values stay in effect',
      fix: `leave it out, or target KubeVirt ${configurableSince} or later`,
      source,
    },
  ];
}

/** The gates that are wanted on and off. */
export interface WantedGates {
  readonly featureGates?: readonly string[];
  readonly disabledFeatureGates?: readonly string[];
}

/** The two lists of a manifest, each without what changes nothing on the target. */
interface EmittedGates {
  readonly featureGates: readonly string[];
  readonly disabledFeatureGates: readonly string[];
}

/** The lists that give the wanted state on the release of these gates. */
export function emittedGates(wanted: WantedGates, gates: FeatureGates): EmittedGates {
  const { featureGates = [], disabledFeatureGates = [] } = wanted;
  return {
    featureGates: featureGates.filter((gate) => isKept(gate, wanted, judgeListed(gate, gates))),
    disabledFeatureGates: disabledFeatureGates.filter((gate) => isKept(gate, wanted, judgeDisabled(gate, gates))),
  };
}

/** Findings about entries that a manifest leaves out; the manifest itself tells of the others. */
export function checkLeftOut(wanted: WantedGates, gates: FeatureGates): Finding[] {
  return (
    [
      ['featureGates', judgeListed],
      ['disabledFeatureGates', judgeDisabled],
    ] as const
  ).flatMap(([list, judge]) =>
    (wanted[list] ?? []).flatMap((gate, i) => {
      const judged = judge(gate, gates);
      return judged === undefined || isKept(gate, wanted, judged)
        ? []
        : [{ ...judged.finding, path: `${list}[${i}]`, what: `${judged.finding.what}, and is left out` }];
    }),
  );
}

/** An entry in both lists stays in both, so that the manifest is rejected here and not half of it taken silently. */
function isKept(gate: string, wanted: WantedGates, judged: GateJudgement | undefined): boolean {
  const isInBoth = wanted.featureGates?.includes(gate) === true && wanted.disabledFeatureGates?.includes(gate) === true;
  return isInBoth || judged?.leftOut !== true;
}

/**
 * Gates that a cluster of these architectures needs although they are not listed.
 *
 * Before 1.8 virt-api rejects an instance of another architecture than its own unless MultiArchitecture is on; which
 * architecture is "its own" depends on the pod that happens to answer.
 */
export function impliedGates(architectures: readonly Architecture[], kubevirt: Release): FeatureGate[] {
  const checked = stageOf('MultiArchitecture', kubevirt) === 'Alpha';
  return architectures.length > 1 && checked ? ['MultiArchitecture'] : [];
}

/** Names under `supportByArch` that are neither a gate of KubeVirt nor, by a stage, one of the platform's own. */
export function checkDeclaredSupport(declared: GateSupportDeclaration): Finding[] {
  return Object.entries(declared)
    .filter(([name, { stage }]) => stage === undefined && !isFeatureGate(name))
    .map(([name]) => {
      const near = suggestionFor(name, GATE_NAMES);
      const own = 'give it a stage if it is a gate of your own build';
      return {
        code: 'PV202',
        severity: 'error' as const,
        path: `supportByArch.${name}`,
        what: `there is no feature gate "${name}"`,
        why: 'A setting for an unknown gate has no effect, and the intended gate does not change',
        fix: near === undefined ? own : `did you mean "${near}"? Otherwise ${own}`,
      };
    });
}
