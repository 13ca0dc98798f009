import { matchesGlob } from '../../architectures/architecture';
import { ARCHITECTURE_FACTS } from '../../architectures/facts';
import { createdInstanceOf } from '../../cluster/created-instance';
import { instanceOf } from '../../cluster/instance-of';
import { gatesUsedBy } from '../../gates/check-fields';
import { FeatureGates } from '../../gates/registry';
import { findingObject } from '../../kube/identity';
import { isMap, type KubeObject } from '../../kube/object';
import { valueAt, valuesAt } from '../../kube/path';
import type { ClusterFacts } from './cluster-facts';
import type { ObjectField, ObjectRow } from './effect-row';

const KINDS = ['KubeVirt.kubevirt.io'];
const METHODS = 'spec.workloadUpdateStrategy.workloadUpdateMethods';
const UPDATER = 'kubevirt pkg/virt-controller/watch/workload-updater/workload-updater.go';

const methodsOf = (object: KubeObject) => valuesAt(object, `${METHODS}[]`).map(({ value }) => value);

/** Whether a patch of KubeVirt's own objects concerns the image of launchers. */
function patchesLauncher({ change }: ObjectField): boolean {
  const patches = [change.before, change.after].flatMap((value) => (Array.isArray(value) ? value : [value]));
  return patches.some((patch) =>
    JSON.stringify(isMap(patch) ? (patch.patch ?? patch) : (patch ?? '')).includes('virt-launcher'),
  );
}

function launcherRows(path: string, when: ObjectRow['when'] | undefined, what: string): ObjectRow[] {
  const is = when ?? (() => true);
  return [
    {
      kinds: KINDS,
      path,
      when: (view) => is(view) && methodsOf(view.after).includes('LiveMigrate'),
      effect: 'fleet-migrate',
      severity: 'disruptive',
      also: ['components-rolled'],
      text: `${what}; then every running VM that can is live-migrated to the new launcher, 5 at a time unless configured.`,
      otherwise: 'components that virt-operator has images for in its own environment stay',
      source: `${UPDATER} sync`,
    },
    {
      kinds: KINDS,
      path,
      when: (view) => is(view) && methodsOf(view.after).includes('Evict'),
      effect: 'restart-forced',
      severity: 'disruptive',
      also: ['components-rolled'],
      text: `${what}; then running VMs are shut down and started again, 10 a minute unless configured.`,
      source: `${UPDATER} sync`,
    },
    {
      kinds: KINDS,
      path,
      ...(when === undefined ? {} : { when }),
      effect: 'components-rolled',
      severity: 'caution',
      text: `${what}; running VMs stay on the old launcher, and count as outdated.`,
      source: `${UPDATER} getUpdateData`,
    },
  ];
}

/** Fields of a KubeVirt that reach running VMs, since their launcher is another or may be replaced now. */
const LAUNCHER_ROWS: readonly ObjectRow[] = [
  ...launcherRows('spec.imageTag', undefined, 'KubeVirt is upgraded, and its pods restart'),
  ...launcherRows('spec.imageRegistry', undefined, 'The pods of KubeVirt restart from the other registry'),
  ...launcherRows('spec.customizeComponents', patchesLauncher, 'The pods that are patched restart'),
  {
    kinds: KINDS,
    path: 'spec.workloadUpdateStrategy',
    when: ({ before, after }) => methodsOf(after).includes('Evict') && !methodsOf(before).includes('Evict'),
    effect: 'restart-forced',
    severity: 'disruptive',
    text: 'VMs on an old launcher, and live updates that were waiting, are shut down and started again now, 10 a minute unless configured, where they cannot be live-migrated.',
    source: `${UPDATER} getUpdateData`,
  },
  {
    kinds: KINDS,
    path: 'spec.workloadUpdateStrategy',
    when: ({ before, after }) => methodsOf(after).some((method) => !methodsOf(before).includes(method)),
    effect: 'fleet-migrate',
    severity: 'caution',
    text: 'VMs on an old launcher, and live updates that were waiting, are moved now.',
    source: `${UPDATER} getUpdateData`,
  },
  {
    kinds: KINDS,
    path: 'spec.workloadUpdateStrategy',
    effect: 'none',
    severity: 'caution',
    text: 'From now on live updates and old launchers are handled otherwise; nothing moves by itself.',
    source: `${UPDATER} getUpdateData`,
  },
];

const LISTS = 'spec.configuration.developerConfiguration';
const OPERATOR = 'kubevirt pkg/virt-operator/util/config.go getKVMapFromSpec';
const APPS = 'kubevirt pkg/virt-operator/resource/apply/apps.go';

/** Part of the id that is written on every pod of KubeVirt: another value rolls all of them. */
const IN_DEPLOYMENT_ID = [
  'spec.imagePullPolicy',
  'spec.imagePullSecrets',
  'spec.monitorNamespace',
  'spec.serviceMonitorNamespace',
  'spec.monitorAccount',
  'spec.uninstallStrategy',
  'spec.productName',
  'spec.productVersion',
  'spec.productComponent',
  'spec.synchronizationPort',
  'spec.configuration.migrations.network',
  'spec.configuration.persistentReservationConfiguration',
  'spec.configuration.hypervisors',
  'spec.configuration.roleAggregationStrategy',
];

/** Gates that are part of it too. */
const ROLLING_GATES: ReadonlySet<string> = new Set([
  'Template',
  'ExternalNetResourceInjection',
  'VMStatsCollector',
  'Plugins',
]);

const gateOf = ({ change }: ObjectField) => {
  const gate = change.after ?? change.before;
  return typeof gate === 'string' ? gate : '';
};

/** The gate of a change is off afterwards, and was on before. */
function turnsOff(view: ObjectField): boolean {
  const gate = gateOf(view);
  return view.was.isOn(gate) && !view.facts.isOn(gate);
}

/** The KubeVirt resource, kubevirt 1.3 to 1.9. */
export const KUBEVIRT_ROWS: readonly ObjectRow[] = [
  ...LAUNCHER_ROWS,
  {
    kinds: KINDS,
    path: LISTS,
    since: '1.8',
    when: (view) => {
      const list = (name: string) => valuesAt(view.after, `${LISTS}.${name}[]`).map(({ value }) => value);
      return (
        /eatureGates/.test(view.path) &&
        list('featureGates').some((gate) => list('disabledFeatureGates').includes(gate))
      );
    },
    effect: 'rejected',
    severity: 'rejected',
    text: 'Refused: one gate is in both lists.',
    source: 'kubevirt pkg/virt-operator/webhooks/kubevirt-update-admitter.go validateFeatureGates, 1.8 and later',
  },
  ...[`${LISTS}.featureGates`, `${LISTS}.disabledFeatureGates`].flatMap((path): ObjectRow[] => [
    {
      kinds: KINDS,
      path,
      when: (view) => turnsOff(view) && usersOf(gateOf(view), view.facts).length > 0,
      effect: 'next-start-fails',
      severity: 'disruptive',
      text: (view) =>
        `${gateOf(view)} is off: these run on, and cannot be started or edited any more: ${named(usersOf(gateOf(view), view.facts))}.`,
      source: 'kubevirt vmi-create-admitter.go ValidateVirtualMachineInstanceSpec',
    },
    {
      kinds: KINDS,
      path,
      when: (view) => ROLLING_GATES.has(gateOf(view)) && view.was.isOn(gateOf(view)) !== view.facts.isOn(gateOf(view)),
      effect: 'components-rolled',
      severity: 'caution',
      text: 'The pods of KubeVirt restart; virtual machines run on.',
      source: OPERATOR,
    },
    {
      kinds: KINDS,
      path,
      effect: 'live-update',
      severity: 'info',
      text: 'The gate counts at once; no virtual machine changes.',
      otherwise:
        'virtual machines that are not among the manifests and use what the gate guards cannot be started any more, where it is off now',
      source: 'kubevirt pkg/virt-config/feature-gates.go',
    },
  ]),
  {
    kinds: KINDS,
    path: 'spec.customizeComponents',
    effect: 'components-rolled',
    severity: 'caution',
    text: 'The pods that are patched restart; virtual machines run on.',
    source: APPS,
  },
  ...['spec.workloads', 'spec.configuration.virtualMachineInstancesPerNode'].map(
    (path): ObjectRow => ({
      kinds: KINDS,
      path,
      effect: 'components-rolled',
      severity: 'disruptive',
      text: 'virt-handler rolls, and leaves nodes that do not match: VMs there run on, and can neither migrate nor be stopped.',
      source: `${APPS} syncDaemonSet; pkg/virt-controller/watch/node/node.go`,
    }),
  ),
  {
    kinds: KINDS,
    path: 'spec.infra.replicas',
    when: ({ change }) => change.after === 0,
    effect: 'rejected',
    severity: 'rejected',
    text: 'Refused: there must be a replica.',
    source: 'kubevirt pkg/virt-operator/webhooks/kubevirt-update-admitter.go',
  },
  {
    kinds: KINDS,
    path: 'spec.infra',
    effect: 'components-rolled',
    severity: 'caution',
    text: 'virt-api, virt-controller and the other deployments roll; virtual machines run on.',
    source: `${APPS} syncDeployment`,
  },
  ...IN_DEPLOYMENT_ID.map(
    (path): ObjectRow => ({
      kinds: KINDS,
      path,
      effect: 'components-rolled',
      severity: 'caution',
      text: 'All pods of KubeVirt restart; virtual machines run on.',
      source: OPERATOR,
    }),
  ),
  ...['spec.configuration.emulatedMachines', 'spec.configuration.architectureConfiguration'].map(
    (path): ObjectRow => ({
      kinds: KINDS,
      path,
      when: (view) => /emulatedMachines/.test(view.path) && leftOut(view).length > 0,
      effect: 'next-start-fails',
      severity: 'disruptive',
      text: (view) => `These run on, and cannot be started or edited any more: ${named(leftOut(view))}.`,
      source: 'kubevirt vmi-create-admitter.go validateEmulatedMachine',
    }),
  ),
  {
    kinds: KINDS,
    path: 'spec.configuration.vmRolloutStrategy',
    effect: 'none',
    severity: 'caution',
    text: ({ facts }) =>
      facts.strategy === 'Stage'
        ? 'From now on changes of CPUs, memory and placement wait for a restart; VMs started under Stage have no room to grow, also after switching back.'
        : 'From now on changes of CPUs, memory and placement are applied live; VMs that were started under Stage have no room to grow until they restart.',
    source: 'kubevirt pkg/defaults/defaults.go setupHotplug',
  },
  {
    kinds: KINDS,
    path: 'spec.configuration.liveUpdateConfiguration',
    effect: 'next-start',
    severity: 'info',
    text: 'Counts for each VM when it starts next.',
    source: 'kubevirt pkg/defaults/defaults.go setupHotplug',
  },
  {
    kinds: KINDS,
    path: 'spec.configuration.commonInstancetypesDeployment',
    when: ({ after }) => valueAt(after, 'spec.configuration.commonInstancetypesDeployment.enabled') === false,
    effect: 'prune',
    severity: 'disruptive',
    text: 'The instance types and preferences that KubeVirt brings along are deleted; VMs that were made with them run on, new ones cannot be made.',
    source: 'kubevirt pkg/virt-operator/resource/apply/instancetypes.go',
  },
  {
    kinds: KINDS,
    path: 'spec.configuration',
    effect: 'live-update',
    severity: 'info',
    text: 'The components see it at once; what it fills in counts for VMs that start later.',
    source: 'kubevirt cmd/virt-handler/virt-handler.go',
  },
];

function vms({ view }: ClusterFacts): readonly KubeObject[] {
  return view.ofKind('kubevirt.io', 'VirtualMachine');
}

/** VMs among the manifests that use what a gate guards. */
function usersOf(gate: string, facts: ClusterFacts): KubeObject[] {
  const gates = FeatureGates.of(facts.kubevirt);
  return vms(facts).filter((vm) => {
    const found = instanceOf(vm);
    return found !== undefined && gatesUsedBy({ template: found.template, architectures: [] }, gates).has(gate);
  });
}

/** VMs whose type the cluster no longer has. */
function leftOut({ facts, was }: ObjectField): KubeObject[] {
  return vms(facts).filter((vm) => !hasType(vm, facts) && hasType(vm, was));
}

function hasType(object: KubeObject, { view }: ClusterFacts): boolean {
  const created = createdInstanceOf(object, view);
  const architecture = created?.architecture;
  if (created === undefined || architecture === undefined) {
    return true;
  }
  const facts = ARCHITECTURE_FACTS[architecture];
  const said = valueAt(created.spec, 'domain.machine.type');
  const type = typeof said === 'string' ? said : facts.machineType;
  return (view.machineTypes(architecture).emulatedMachines ?? facts.emulatedMachines).some((glob) =>
    matchesGlob(glob, type),
  );
}

/** A few of them, and how many more there are. */
function named(objects: readonly KubeObject[]): string {
  const names = objects.map((object) => {
    const { namespace, name } = findingObject(object);
    return namespace === undefined ? name : `${namespace}/${name}`;
  });
  const [few, more] = [names.slice(0, 5).join(', '), names.length - 5];
  return more > 0 ? `${few} and ${more} more` : few;
}
