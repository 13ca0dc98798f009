import { ARCH_LABEL } from '../architectures/facts';
import { CLOUD_PATH, MACHINE_PATH } from '../machines/view';
import { COMPANIONS } from './companions';
import { DATA_VOLUME } from './data-volume';
import { GOLDEN_IMAGE_KEYS } from './golden-image-rows';
import { HYPER_CONVERGED } from './hyper-converged';
import { KUBEVIRT } from './kubevirt';
import { MACHINE_POOL } from './machine-pool';
import type { AnyTable } from './rows/row';
import { once } from './rows/shapes';
import { VIRTUAL_MACHINE, VIRTUAL_MACHINE_INSTANCE } from './virtual-machine';

/**
 * Where a declared key goes in its object, and the key. `*` is the name of an item, which both have.
 *
 * What is below the object's path is below the key too, unless the key ends with `!`: then it is said in another form.
 */
export type DeclaredRow = readonly [object: string, declared: string];

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Where an instance or a component runs. */
const PLACEMENT: readonly DeclaredRow[] = [
  ['affinity', 'placement!'],
  [`affinity.nodeAffinity.${REQUIRED}`, 'placement.hard!'],
  [`affinity.nodeAffinity.${PREFERRED}`, 'placement.soft!'],
  ['affinity.podAffinity', 'placement.together!'],
  ['affinity.podAntiAffinity', 'placement.apart!'],
  ['topologySpreadConstraints', 'placement.spread!'],
];

/** Below the placement of a component, which says one value of a label as a selector, wherever that was said. */
const COMPONENT: readonly DeclaredRow[] = [
  ...PLACEMENT,
  ['nodeSelector', 'nodeSelector'],
  [`nodeSelector["${ARCH_LABEL}"]`, ''],
  ['tolerations', 'tolerations'],
];

/** A value of a label is a selector or an affinity, wherever it was said. */
const KUBEVIRT_COMPONENTS: readonly DeclaredRow[] = (['infra', 'workloads'] as const).flatMap((component) =>
  moved(`spec.${component}.nodePlacement`, COMPONENT, component),
);

/** Where API v1beta1 and v1 of HyperConverged have images and components. */
const HYPER_CONVERGED_PARTS = once((): readonly DeclaredRow[] => [
  // Gates that are on and those that are off are in one place, and the path tells which.
  ['spec.featureGates', 'featureGates!'],
  ...['spec', 'spec.workloadSources'].flatMap((base): DeclaredRow[] => [
    [`${base}.dataImportCronTemplates[*]`, 'goldenImages[*]'],
    ...moved(`${base}.dataImportCronTemplates[*]`, rowsOf(GOLDEN_IMAGE_KEYS), 'goldenImages[*]'),
  ]),
  ...(
    [
      ['spec.infra.nodePlacement', 'infra'],
      ['spec.workloads.nodePlacement', 'workloads'],
      ['spec.deployment.nodePlacements.infra', 'infra'],
      ['spec.deployment.nodePlacements.workload', 'workloads'],
    ] as const
  ).flatMap(([base, component]): DeclaredRow[] => [[base, component], ...moved(base, COMPONENT, component)]),
]);

/** A pool of machines, of the machine-controller or of Cluster API. */
const POOL = once((): readonly DeclaredRow[] => [
  ...rowsOf(MACHINE_POOL as unknown as AnyTable).filter(isNotWhole),
  ['spec.clusterName', 'clusterName'],
  ['spec.rollout.strategy.rollingUpdate.maxSurge', 'maxSurge'],
  ['spec.rollout.strategy.rollingUpdate.maxUnavailable', 'maxUnavailable'],
  ['spec.template.spec.version', 'kubelet'],
  ['spec.template.spec.bootstrap.configRef', 'clusterApi.bootstrap'],
  [`${CLOUD_PATH}.affinity.podAffinityPreset`, 'placement.together!'],
  [`${CLOUD_PATH}.affinity.podAntiAffinityPreset`, 'placement.apart!'],
  [`${CLOUD_PATH}.topologySpreadConstraints`, 'placement.spread!'],
]);

/** Below the spec of the machine in a template of Cluster API. */
const CAPK_VM: readonly DeclaredRow[] = [
  ['instancetype', 'instancetype'],
  ['preference', 'preference'],
  ['dataVolumeTemplates[os]', 'primaryDisk!'],
  ['dataVolumeTemplates[*]', 'secondaryDisks!'],
  ['template.metadata', 'template'],
  ...moved('template.spec', [
    ...PLACEMENT,
    ['architecture', 'placement!'],
    ['dnsConfig', 'dnsConfig'],
    ['dnsPolicy', 'dnsPolicy'],
    ['evictionStrategy', 'evictionStrategy'],
    ['tolerations', 'placement.tolerations!'],
    ['domain.cpu.cores', 'cores'],
    ['domain.memory', 'memory!'],
    ['domain.resources', 'cpus!'],
    ['volumes[os]', 'primaryDisk!'],
  ]),
];

/** By kind, and by group where that matters; made when a finding asks. Of rows for one path the last counts. */
export const DECLARED_ROWS: Readonly<Partial<Record<string, () => readonly DeclaredRow[]>>> = {
  VirtualMachine: once(() => rowsOf(VIRTUAL_MACHINE)),
  VirtualMachineInstance: once(() => rowsOf(VIRTUAL_MACHINE_INSTANCE)),
  DataVolume: once(() => rowsOf(DATA_VOLUME)),
  KubeVirt: once(() => [...rowsOf(KUBEVIRT).filter(isNotWhole), ...KUBEVIRT_COMPONENTS]),
  HyperConverged: once(() => [
    ...rowsOf(HYPER_CONVERGED).filter((row) => isNotWhole(row) && row[0] !== 'spec.featureGates'),
    ...HYPER_CONVERGED_PARTS(),
  ]),
  ...Object.fromEntries(
    Object.values(COMPANIONS).map(([{ kind, table }]) => [kind, once(() => rowsOf(table as unknown as AnyTable))]),
  ),
  MachineDeployment: POOL,
  // What Cluster API copies to nodes are labels of machines.
  'MachineDeployment.cluster.x-k8s.io': once((): readonly DeclaredRow[] => [
    ...POOL(),
    ['spec.template.metadata.labels', 'node.labels'],
  ]),
  KubevirtMachineTemplate: once((): readonly DeclaredRow[] => [
    ['metadata.name', 'name'],
    ['metadata.namespace', 'namespace'],
    ['spec.template.spec.virtualMachineBootstrapCheck.checkStrategy', 'clusterApi.checkStrategy'],
    ['spec.template.spec.infraClusterSecretRef', 'clusterApi.infraClusterSecretRef'],
    ...moved(`${MACHINE_PATH}.spec`, CAPK_VM),
  ]),
};

/** What `spec` lays over an installation is found by its value; of the rest, no key says what is missing there. */
function isNotWhole([path]: DeclaredRow): boolean {
  return path !== 'spec';
}

/** Where the keys of a table go. */
function rowsOf(table: AnyTable): DeclaredRow[] {
  return Object.entries(table.rows).flatMap(([key, row]) => {
    const isList = Array.isArray(row.example);
    const own = row.fields.flatMap((field): DeclaredRow[] => {
      const isOther = field.endsWith('!');
      const path = isOther ? field.slice(0, -1) : field;
      return [
        [path, isOther ? `${key}!` : key],
        ...(isList && row.place !== undefined ? [[`${path}[*]`, `${key}[*]`] as const] : []),
      ];
    });
    const below = row.below === undefined ? [] : rowsOf(row.below);
    return [
      ...own,
      ...below.flatMap(([field, declared]) =>
        row.place!(field).map((path): DeclaredRow => [path, `${key}${isList ? '[*]' : ''}.${declared}`]),
      ),
    ];
  });
}

/** The same rows below a part of the object, and of the declaration. */
function moved(object: string, rows: readonly DeclaredRow[], declared?: string): DeclaredRow[] {
  return rows.map(([path, key]) => [
    `${object}.${path}`,
    [declared, key].filter((part) => part !== undefined && part !== '').join('.'),
  ]);
}
