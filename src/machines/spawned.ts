import { asNumber, asText, compact, isMap, type KubeObject } from '../kube/object';
import { shownQuantity } from '../kube/quantity';
import { atLeast, holdsIn, type Release, type Releases } from '../kube/release';
import type { NodeAffinity } from '../placement/affinity';
import { demandsOf, HOST_LABEL } from '../placement/demands';
import { instancePlacement } from '../placement/instance-dialect';
import { demandsOfPresets, type Generation, type NodePreset, type PresetType } from '../placement/presets';
import type { Target } from '../target/target';
import {
  fieldFact,
  LAST_FLAT,
  NEWEST_CONTROLLER,
  OWN_LABELS,
  POOL_LABEL,
  PROPOSED_POOL_LABEL,
  TOPOLOGY_LABELS,
} from './facts';
import { MACHINE_ANNOTATIONS_SINCE, spawnedVolumes, type Unknown } from './spawned-volumes';
import { at, configText, listOf, type MachineDeploymentView, mapOf, viewMachineDeployment, writtenFor } from './view';

/** The machine of a pool, and what of it is not known before it is there. */
export interface SpawnedVm {
  readonly object: KubeObject;
  readonly unknown: readonly Unknown[];
}

/** The virtual machine that the controller creates for each machine of a pool. */
export function spawnedVirtualMachine(
  machineDeployment: KubeObject,
  target: Pick<Target, 'machineController'>,
): KubeObject {
  return spawned(machineDeployment, target).object;
}

/** The same, with what is unknown beforehand. */
export function spawned(machineDeployment: KubeObject, target: Pick<Target, 'machineController'>): SpawnedVm {
  const view = viewMachineDeployment(machineDeployment);
  const generation = writtenFor(view, target.machineController);
  const controller = view.isProposal
    ? LAST_FLAT
    : (target.machineController ?? (isOld(generation) ? LAST_FLAT : NEWEST_CONTROLLER));
  const name = `${view.name}-xxxxx-yyyyy`;
  const volumes = spawnedVolumes(view, name, controller);
  const labels = labelsOf(view, name, controller, generation);
  const machine = mapOf(view.cloud.virtualMachine);
  const annotations = annotationsOf(view, controller);
  return {
    object: {
      apiVersion: 'kubevirt.io/v1',
      kind: 'VirtualMachine',
      metadata: { name, ...compact({ namespace: view.infraNamespace }), labels },
      spec: {
        dataVolumeTemplates: volumes.templates,
        ...compact({
          instancetype: matcherOf(machine.instancetype, controller),
          preference: machine.preference ?? undefined,
        }),
        ...runs(view, controller),
        template: {
          metadata: { ...compact({ annotations }), labels },
          spec: instanceSpec(view, controller, generation, volumes),
        },
      },
    },
    unknown: [
      { path: 'metadata.name', reason: 'the MachineSet and the API server each add a part' },
      ...(view.infraNamespace === undefined
        ? [{ path: 'metadata.namespace', reason: 'that of the controller itself, from its environment' }]
        : []),
      ...(atLeast(controller, '1.47.0') && !atLeast(controller, '1.60.0')
        ? [{ path: 'spec.template.spec.domain.devices.interfaces[default].macAddress', reason: 'a random address' }]
        : []),
      ...(atLeast(controller, OWN_LABELS.copiedSince)
        ? [
            {
              path: 'metadata.labels["machine-template-hash"]',
              reason: 'a hash of the template, copied from the machine',
            },
          ]
        : []),
      ...(isMap(machine.instancetype) && atLeast(controller, INSTANCETYPE_LOOKED_UP_SINCE)
        ? [{ path: 'spec.instancetype.kind', reason: 'looked up by name: first in the namespace, then in the cluster' }]
        : []),
      ...(flavorOf(view, controller) === ''
        ? []
        : [
            {
              path: `metadata.labels["${FLAVOR_LABEL}"]`,
              reason: `the labels that the VirtualMachineInstancePreset ${flavorOf(view, controller)} selects, by its usual key`,
            },
          ]),
      ...(isFlatcar(view)
        ? [{ path: `spec.template.metadata.annotations["${IGNITION}"]`, reason: 'the user data of the machine' }]
        : []),
      ...volumes.unknown,
    ],
  };
}

function isOld(generation: Generation): boolean {
  return generation === 'flat' || generation === 'proposal';
}

function instanceSpec(
  view: MachineDeploymentView,
  controller: Release,
  generation: Generation,
  volumes: ReturnType<typeof spawnedVolumes>,
): object {
  const machine = isOld(generation) ? view.cloud : mapOf(view.cloud.virtualMachine);
  const hasInterface = isOld(generation) || atLeast(controller, '1.47.0');
  const multiqueue = machine.enableNetworkMultiQueue;
  return {
    ...spawnedPlacement(view, generation),
    ...compact({
      dnsConfig: machine.dnsConfig ?? undefined,
      dnsPolicy: configText(machine.dnsPolicy) || undefined,
      evictionStrategy: atLeast(controller, '1.56.0')
        ? configText(machine.evictionStrategy ?? '') || 'External'
        : undefined,
    }),
    domain: {
      ...sizeOf(view, controller, generation),
      devices: {
        disks: volumes.disks,
        ...(hasInterface ? { interfaces: [{ name: 'default', bridge: {} }] } : {}),
        ...(atLeast(controller, '1.61.0') ? { networkInterfaceMultiqueue: configText(multiqueue) !== 'false' } : {}),
      },
    },
    networks: [{ name: 'default', pod: {} }],
    terminationGracePeriodSeconds: 30,
    volumes: volumes.volumes,
  };
}

/** Requests and limits alike; cores of the guest instead where they are said, and nothing beside an instance type. */
function sizeOf(view: MachineDeploymentView, controller: Release, generation: Generation): object {
  const { cloud } = view;
  const template = isOld(generation) ? cloud : mapOf(at(cloud, 'virtualMachine', 'template'));
  if (isMap(at(cloud, 'virtualMachine', 'instancetype')) || flavorOf(view, controller) !== '') {
    return { resources: {} };
  }
  const cores = asNumber(at(template, 'vcpus', 'cores') ?? 0);
  const amounts = compact({
    cpu: cores === 0 ? shownQuantity(configText(template.cpus) ?? '?') || undefined : undefined,
    memory: shownQuantity(configText(template.memory) ?? '?') || undefined,
  });
  return {
    ...(cores === 0 ? {} : { cpu: { cores } }),
    resources: compact({ limits: amounts, requests: amounts }) ?? {},
  };
}

/** The label by which Kubermatic's presets choose instances; another preset may select others. */
const FLAVOR_LABEL = 'kubevirt.io/flavor';

/** Where KubeVirt looks for what Flatcar starts with. Every release writes it. */
const IGNITION = 'kubevirt.io/ignitiondata';

function isFlatcar({ provider }: MachineDeploymentView): boolean {
  return provider.operatingSystem === 'flatcar';
}

/** Releases that write `runStrategy` instead of `running`. */
const RUN_STRATEGY: Releases = [
  { since: '1.54.7', before: '1.55' },
  { since: '1.55.1', before: '1.56' },
  { since: '1.56.3' },
];

/** Releases that put PCI devices of Flatcar on the root complex. */
const ROOT_COMPLEX: Releases = [{ since: '1.65.5', before: '1.66' }, { since: '1.66.1' }];

function runs({ cloud }: MachineDeploymentView, controller: Release): object {
  if (!holdsIn(RUN_STRATEGY, controller)) {
    return { running: true };
  }
  return { runStrategy: subnetOf(cloud) === '' ? 'Once' : 'Always' };
}

function subnetOf(cloud: Readonly<Record<string, unknown>>): string {
  return configText(at(cloud, 'virtualMachine', 'providerNetwork', 'vpc', 'subnet', 'name')) ?? '';
}

/** Later ones win: labels by which the controller finds its machines cannot be overridden. */
function labelsOf(
  view: MachineDeploymentView,
  name: string,
  controller: Release,
  generation: Generation,
): Record<string, string> {
  const own = (since: Release, labels: Readonly<Record<string, unknown>>) => (atLeast(controller, since) ? labels : {});
  const location = mapOf(at(view.cloud, 'virtualMachine', 'location'));
  const cluster = configText(view.cloud.clusterName) ?? '?';
  const labels = {
    ...own('1.60.0', {
      [TOPOLOGY_LABELS.region]: location.region || undefined,
      [TOPOLOGY_LABELS.zone]: location.zone || undefined,
    }),
    ...own(OWN_LABELS.copiedSince, view.machine.labels),
    'kubevirt.io/vm': name,
    ...(flavorOf(view, controller) === '' ? {} : { [FLAVOR_LABEL]: flavorOf(view, controller) }),
    ...(generation === 'flat' ? {} : generation === 'proposal' ? proposedGroup(view) : { [POOL_LABEL]: view.name }),
    ...own('1.56.0', { 'cluster.x-k8s.io/cluster-name': cluster, 'cluster.x-k8s.io/role': 'worker' }),
    ...own('1.64.1', {
      'kubermatic.k8c.io/project-id': configText(view.cloud.projectID) ?? '?',
      'kubermatic.k8c.io/cluster-id': cluster,
    }),
  };
  return Object.fromEntries(
    Object.entries(labels).flatMap(([key, value]) => (value === undefined ? [] : [[key, asText(value)]])),
  );
}

/** Later ones win: annotations of the machines last. */
function annotationsOf(view: MachineDeploymentView, controller: Release): object | undefined {
  const subnet = subnetOf(view.cloud);
  const rootComplex = isFlatcar(view) && holdsIn(ROOT_COMPLEX, controller);
  return compact({
    ...(isFlatcar(view) ? { [IGNITION]: '?' } : {}),
    ...(atLeast(controller, '1.56.0')
      ? {
          'kubevirt.io/allow-pod-bridge-network-live-migration': 'true',
          'ovn.kubernetes.io/allow_live_migration': 'true',
        }
      : {}),
    ...(subnet === '' ? {} : { 'ovn.kubernetes.io/logical_switch': subnet }),
    ...(rootComplex ? { 'kubevirt.io/placePCIDevicesOnRootComplex': 'true' } : {}),
    ...(atLeast(controller, MACHINE_ANNOTATIONS_SINCE)
      ? Object.fromEntries(
          Object.entries(view.machine.annotations).filter(([key]) => !key.startsWith('cdi.kubevirt.io')),
        )
      : {}),
  });
}

/** First controller that asks the infra cluster of which kind an instance type is. */
const INSTANCETYPE_LOOKED_UP_SINCE = '1.65.1';

/** Newer controllers look the instance type up, and keep its name and kind only. */
function matcherOf(matcher: unknown, controller: Release): unknown {
  if (!isMap(matcher) || !atLeast(controller, INSTANCETYPE_LOOKED_UP_SINCE)) {
    return matcher ?? undefined;
  }
  const { name, kind } = matcher;
  return compact({ name, kind });
}

/** Up to 1.55 a flavor names a preset of instances, which decides the size and is chosen by its labels. */
export function flavorOf({ cloud }: MachineDeploymentView, controller: Release): string {
  const fact = fieldFact('virtualMachine.flavor.name')!;
  const isRead = atLeast(controller, fact.since!) && !atLeast(controller, fact.ignoredSince!);
  return isRead ? (configText(at(cloud, 'virtualMachine', 'flavor', 'name')) ?? '?') : '';
}

/** What the controller writes about placement into a machine. */
interface SpawnedPlacement {
  readonly affinity?: object;
  readonly topologySpreadConstraints?: readonly object[];
}

/** The placement of a machine, exactly as a generation of the controller builds it. */
function spawnedPlacement(view: MachineDeploymentView, generation: Generation): SpawnedPlacement {
  switch (generation) {
    case 'flat':
      return {};
    case 'proposal':
      return instancePlacement(demandsOfPresets(presetsIn(view.cloud)), proposedGroup(view)).written ?? {};
    case 'presets':
      return { affinity: fromPresets(view) };
    case 'spread':
      return {
        affinity: compact({ nodeAffinity: nodePart(view) }) ?? {},
        topologySpreadConstraints: spreadOf(view),
      };
  }
}

/** The label that the proposal lets machines of one pool find each other by. */
function proposedGroup({ machine, name }: MachineDeploymentView): Record<string, string> {
  return { [PROPOSED_POOL_LABEL]: asText(machine.labels[PROPOSED_POOL_LABEL] ?? name) };
}

function groupOf({ name }: MachineDeploymentView): Record<string, string> {
  return { [POOL_LABEL]: name };
}

/** Presets as they are written; the controller reads their type in any case. */
function presetsIn(map: Readonly<Record<string, unknown>>) {
  const type = (value: unknown): PresetType => {
    const text = configText(value)?.toLowerCase();
    return text === 'soft' || text === 'hard' ? text : '';
  };
  const nodes = (value: unknown): NodePreset => ({
    type: type(mapOf(value).type),
    key: configText(mapOf(value).key) ?? '?',
    values: listOf(mapOf(value).values).map((each) => configText(each) ?? '?'),
  });
  return {
    podAffinityPreset: type(map.podAffinityPreset),
    podAntiAffinityPreset: type(map.podAntiAffinityPreset),
    nodeAffinityPreset: nodes(map.nodeAffinityPreset),
    nodeAntiAffinityPreset: nodes(map.nodeAntiAffinityPreset),
  };
}

/**
 * Three presets side by side, and a mistake of theirs.
 *
 * Values were appended to a list that already had room for them, so that as many empty ones come first; and no values are
 * an empty list, which KubeVirt rejects. Both ended with 1.56.
 */
function fromPresets(view: MachineDeploymentView): object {
  const { nodeAntiAffinityPreset, ...presets } = presetsIn(mapOf(view.cloud.affinity));
  const { affinity } = instancePlacement(demandsOfPresets(presets), groupOf(view)).written ?? {};
  const { type, key = '', values = [] } = presets.nodeAffinityPreset;
  const written = [...values.map(() => ''), ...values];
  const expression = { key, operator: 'In' as const, values: written };
  return {
    ...affinity,
    ...(type === '' ? {} : { nodeAffinity: withExpression(type, expression) }),
  };
}

function withExpression(
  type: 'soft' | 'hard',
  expression: { key: string; operator: 'In' | 'Exists'; values?: string[] },
): NodeAffinity {
  const term = { matchExpressions: [expression] };
  return type === 'hard'
    ? { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } }
    : { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: term }] };
}

function nodePart({ cloud }: MachineDeploymentView): NodeAffinity | undefined {
  const { type, key = '', values = [] } = presetsIn(mapOf(cloud.affinity)).nodeAffinityPreset;
  if (type === '') {
    return undefined;
  }
  return withExpression(
    type,
    values.length === 0 ? { key, operator: 'Exists' } : { key, operator: 'In', values: [...values] },
  );
}

/** Constraints as written, or the one that the controller adds where there are none. They are not merged. */
function spreadOf(view: MachineDeploymentView): object[] {
  const labelSelector = { matchLabels: groupOf(view) };
  const written = listOf(at(view.cloud, 'topologySpreadConstraints')).map(mapOf);
  if (written.length === 0) {
    const [standard] = instancePlacement(
      demandsOf({ spread: [{ type: 'soft', topologyKey: HOST_LABEL }] }),
      groupOf(view),
    ).written!.topologySpreadConstraints!;
    return [standard!];
  }
  return written.map(({ maxSkew, topologyKey, whenUnsatisfiable }) => ({
    maxSkew: Number(configText(maxSkew) || Number.NaN),
    topologyKey: configText(topologyKey) ?? '?',
    whenUnsatisfiable: configText(whenUnsatisfiable) ?? '?',
    labelSelector,
  }));
}
