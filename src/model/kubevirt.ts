import type { KubeVirtSpec } from '../../imports/kubevirt';
import { ARCHITECTURES, type Architecture } from '../architectures/facts';
import type { CustomGate } from '../gates/registry';
import type { FeatureGate } from '../gates/stages';
import { type NodePlacement, nodePlacementRow } from './component-placement';
import { defaultArchitecture } from './context';
import { type EscapeHatches, escapeRows } from './escape-hatch';
import type { EvictionStrategy } from './instance-pod';
import { KUBEVIRT_GUESTS_ROWS, type KubeVirtGuests } from './kubevirt-guests';
import { KUBEVIRT_OPERATION_ROWS, type KubeVirtOperation } from './kubevirt-operation';
import { entries, type MetadataContext, withStandard } from './metadata';
import * as z from './read/zod';
import type { Plain } from './rows/plain';
import { type AnyTable, derived, field, notEmpty, type Row, table } from './rows/row';
import { architecture, keyed, listOf, once, type Shape, text, word } from './rows/shapes';
import type { ImagePullPolicy } from './volume-kinds';

export type { NodePlacement } from './component-placement';

/** What KubeVirt takes for granted on one architecture, where it differs from its own defaults. */
export interface ArchitectureConfiguration {
  /**
   * Where the launcher looks for UEFI firmware.
   *
   * @default - KubeVirt's for the architecture and release
   */
  readonly ovmfPath?: string;

  /**
   * Globs of the machine types that are accepted. The list replaces KubeVirt's own.
   *
   * @default - KubeVirt's for the architecture
   */
  readonly emulatedMachines?: readonly string[];

  /**
   * Machine type of a guest that names none. It must match one of `emulatedMachines`.
   *
   * @default - KubeVirt's for the architecture
   */
  readonly machineType?: string;
}

/** How KubeVirt is installed on a cluster. */
export interface KubeVirtProps extends KubeVirtGuests, KubeVirtOperation, EscapeHatches<KubeVirtSpec> {
  /**
   * Name of the resource.
   *
   * @default 'kubevirt'
   */
  readonly name?: string;

  /**
   * Namespace of the resource: that of the operator.
   *
   * @default 'kubevirt'
   */
  readonly namespace?: string | null;

  /**
   * Labels of the resource.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;

  /**
   * Annotations of the resource.
   *
   * @default - none
   */
  readonly annotations?: Readonly<Record<string, string>>;

  /**
   * Architecture of a virtual machine that names none. A mixed cluster has to say it.
   *
   * @default - the architecture of the workers, where they have one
   */
  readonly defaultArchitecture?: Architecture | null;

  /**
   * What differs from KubeVirt's own defaults, by architecture: `ovmfPath`, `emulatedMachines` and `machineType`.
   *
   * @default - KubeVirt's own defaults
   */
  readonly architectureConfiguration?: Readonly<Partial<Record<Architecture, ArchitectureConfiguration>>>;

  /**
   * Feature gates that are on. What the target needs for several architectures is added, what changes nothing there is
   * left out. A gate of your own build is `CustomGate.named('Name')`.
   *
   * @default - only what several architectures need
   */
  readonly featureGates?: readonly (FeatureGate | CustomGate)[];

  /**
   * Feature gates that are off although they would be on by themselves, as Beta ones are from KubeVirt 1.9. What is
   * generally available cannot be off.
   *
   * @default - none
   */
  readonly disabledFeatureGates?: readonly (FeatureGate | CustomGate)[];

  /**
   * Where the control plane of KubeVirt runs: virt-api, virt-controller, virt-operator.
   *
   * @default - KubeVirt's: control-plane nodes where it can
   */
  readonly infra?: NodePlacement;

  /**
   * Where virtual machines can run: virt-handler, and with it the launcher pods.
   *
   * @default - every node
   */
  readonly workloads?: NodePlacement;

  /**
   * When nodes pull KubeVirt's images.
   *
   * @default - KubeVirt's: `IfNotPresent`
   */
  readonly imagePullPolicy?: ImagePullPolicy;

  /**
   * What happens to guests when their node is drained.
   *
   * @default - KubeVirt's: `None`
   */
  readonly evictionStrategy?: EvictionStrategy;

  /**
   * How running guests get a new launcher after an update of KubeVirt.
   *
   * @default - not at all: they keep the old one until they restart
   */
  readonly workloadUpdateMethods?: readonly ('LiveMigrate' | 'Evict')[];
}

/** The KubeVirt installation of a cluster, as plain data. */
export type KubeVirtDeclaration = Plain<Omit<KubeVirtProps, 'spec' | 'patches'>> & EscapeHatches<KubeVirtSpec>;

/** Name and namespace that KubeVirt's own manifests use; its documentation and tools expect them. */
export const KUBEVIRT_NAME = 'kubevirt';

const ARCHITECTURE_CONFIGURATION = table<ArchitectureConfiguration>('ArchitectureConfiguration', () => ({
  ovmfPath: field('ovmfPath', text, '/usr/share/OVMF'),
  emulatedMachines: field('emulatedMachines', listOf(text), ['q35*']),
  machineType: field('machineType', text, 'q35'),
}));

type ByArchitecture = NonNullable<KubeVirtDeclaration['architectureConfiguration']>;

const byArchitecture = keyed(
  once(() => z.partialRecord(z.enum(ARCHITECTURES), ARCHITECTURE_CONFIGURATION.shape() as z.ZodMiniType)),
  { table: ARCHITECTURE_CONFIGURATION as unknown as AnyTable, isEach: true },
) as unknown as Shape<ByArchitecture>;

/** What happens to a guest when its node is drained. */
export const evictionStrategy = word('LiveMigrate', 'LiveMigrateIfPossible', 'External', 'None');

/** The KubeVirt resource. Gates and architectures that the target does not take are left out before: see `kubeVirt`. */
export const KUBEVIRT = table<KubeVirtDeclaration, MetadataContext>('KubeVirtProps', () => ({
  name: withStandard(field('metadata.name', text, 'other'), KUBEVIRT_NAME),
  namespace: derived(field('metadata.namespace', text, 'other'), () => KUBEVIRT_NAME),
  labels: entries('metadata.labels', { tier: 'front' }),
  annotations: entries('metadata.annotations', { 'example.org/owner': 'shop' }),
  architectureConfiguration: notEmptyMap(
    field('spec.configuration.architectureConfiguration', byArchitecture, { amd64: { machineType: 'q35' } }),
  ),
  // KubeVirt would settle on the architecture its operator first ran on, and keep it.
  defaultArchitecture: derived<Architecture, MetadataContext>(
    {
      ...field('spec.configuration.architectureConfiguration.defaultArchitecture', architecture, 'arm64'),
      isReadFirst: true,
    },
    ({ platform }) => defaultArchitecture(platform),
  ),
  featureGates: notEmpty(
    field('spec.configuration.developerConfiguration.featureGates', listOf(text), ['DownwardMetrics']),
  ),
  disabledFeatureGates: notEmpty(
    field('spec.configuration.developerConfiguration.disabledFeatureGates', listOf(text), ['ImageVolume']),
  ),
  evictionStrategy: field('spec.configuration.evictionStrategy', evictionStrategy, 'LiveMigrate'),
  ...KUBEVIRT_GUESTS_ROWS,
  ...KUBEVIRT_OPERATION_ROWS,
  imagePullPolicy: field('spec.imagePullPolicy', word('Always', 'IfNotPresent', 'Never'), 'Always'),
  infra: nodePlacementRow('spec.infra', 'infra'),
  workloads: nodePlacementRow('spec.workloads', 'workloads'),
  workloadUpdateMethods: field(
    'spec.workloadUpdateStrategy.workloadUpdateMethods',
    listOf(word('LiveMigrate', 'Evict')),
    ['LiveMigrate'],
  ),
  ...escapeRows<KubeVirtSpec>({ configuration: { supportedGuestAgentVersions: ['4.*'] } }),
}));

/** An empty map says nothing. */
function notEmptyMap<T extends object>(row: Row<T>): Row<T> {
  return {
    ...row,
    write: (value, out, context) =>
      Object.keys(value).length === 0 ? undefined : row.write({ ...value }, out, context),
  };
}
