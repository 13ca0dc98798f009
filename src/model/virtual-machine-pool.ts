import type { VirtualMachinePoolSpec } from '../../imports/kubevirt';
import type { CompanionDeclaration, CompanionKind } from './companion';
import { type EscapeHatches, escapeRows } from './escape-hatch';
import type { GuestProps, InstanceContext } from './instance';
import { LABEL_SELECTOR, type LabelSelector } from './label-selector';
import { METADATA_ROWS, type MetadataProps, type TemplateMetadata } from './metadata';
import { POOL_SCALE_IN, POOL_UPDATE, type PoolScaleIn, type PoolUpdate } from './pool-strategies';
import { derived, field, group, isSame, type Row, required, table } from './rows/row';
import { flag, int, intOrText, once, text } from './rows/shapes';
import { VIRTUAL_MACHINE, type VirtualMachineDeclaration, type VirtualMachineOptions } from './virtual-machine';

/** A set of equal VMs that KubeVirt keeps at a number. */
export interface VirtualMachinePoolProps extends MetadataProps, EscapeHatches<VirtualMachinePoolSpec> {
  /**
   * How many VMs there are.
   *
   * @default - KubeVirt's: one
   */
  readonly replicas?: number;

  /**
   * Labels by which it finds its VMs; the template must have them.
   *
   * @default - a label with the name of the pool, which the template gets
   */
  readonly selector?: LabelSelector | null;

  /** What its VMs are made of. */
  readonly virtualMachineTemplate: VirtualMachinePoolTemplate;

  /**
   * Whether it makes and deletes no VMs for now.
   *
   * @default false
   */
  readonly paused?: boolean;

  /**
   * How many of its VMs may be unavailable while they are updated: a number, or a share such as `25%`.
   *
   * @default - KubeVirt's: `100%`
   */
  readonly maxUnavailable?: number | string;

  /**
   * Which parts of the names that a VM refers to get its index.
   *
   * @default - none
   */
  readonly nameGeneration?: PoolNameGeneration;

  /**
   * When VMs that do not start are made anew.
   *
   * @default - never
   */
  readonly autohealing?: PoolAutohealing;

  /**
   * Which VMs go when there are to be fewer, and what stays of them.
   *
   * @default - KubeVirt's: any, and nothing
   */
  readonly scaleInStrategy?: PoolScaleIn;

  /**
   * When VMs get what is new in the template.
   *
   * @default - KubeVirt's: at once
   */
  readonly updateStrategy?: PoolUpdate;
}

/** What the VMs of a pool are made of: the keys of a VM without its name. */
export interface VirtualMachinePoolTemplate extends TemplateMetadata, GuestProps, VirtualMachineOptions {}

/** Which names that a VM refers to get its index. */
export interface PoolNameGeneration {
  /** Whether each VM has ConfigMaps of its own. */
  readonly appendIndexToConfigMapRefs?: boolean;
  /** Whether each VM has Secrets of its own. */
  readonly appendIndexToSecretRefs?: boolean;
}

/** When VMs that do not start are made anew. */
export interface PoolAutohealing {
  /** After how many failed starts. */
  readonly startUpFailureThreshold?: number;
  /** How long they have failed at least, as `5m`. */
  readonly minFailingToStartDuration?: string;
}

/** The template, as plain data. */
type VirtualMachinePoolTemplateDeclaration = Omit<VirtualMachineDeclaration, 'name' | 'namespace' | 'spec' | 'patches'>;

/** A pool of VMs, as plain data. */
export type VirtualMachinePoolDeclaration = CompanionDeclaration<
  Omit<VirtualMachinePoolProps, 'virtualMachineTemplate'>,
  VirtualMachinePoolSpec
> & { readonly virtualMachineTemplate: VirtualMachinePoolTemplateDeclaration };

/** By what a pool finds its VMs that says nothing else: the label of KubeVirt's own example. */
const POOL_LABEL = 'kubevirt.io/vmpool';

/** What the rows of a pool have to know. */
export interface PoolContext extends InstanceContext {
  /** Labels that the template gets, where the selector is not said. */
  readonly poolLabels: Readonly<Record<string, string>> | undefined;
}

/** Those of a VM that a template has too. */
const vmRows = once(() => {
  const { name: _name, namespace: _namespace, spec: _spec, patches: _patches, ...rows } = VIRTUAL_MACHINE.rows;
  return rows;
});

type Labels = Readonly<Record<string, string>>;

const labels = once(
  (): Row<Labels, PoolContext> => ({
    ...(vmRows().labels as Row<Labels, PoolContext>),
    derive: ({ poolLabels }) => poolLabels,
    write: (value, out, context) => vmRows().labels.write({ ...context.poolLabels, ...value }, out, context),
    read: (from, context, said) => {
      const found = vmRows().labels.read(from, context, said);
      const { poolLabels } = context;
      if (found === undefined || poolLabels === undefined || isSame(found, poolLabels)) {
        return found;
      }
      const isIn = Object.entries(poolLabels).every(([key, value]) => found[key] === value);
      return isIn
        ? Object.fromEntries(Object.entries(found).filter(([key]) => !Object.hasOwn(poolLabels, key)))
        : found;
    },
  }),
);

const TEMPLATE = table<VirtualMachinePoolTemplateDeclaration, PoolContext>('VirtualMachinePoolTemplate', () => ({
  ...vmRows(),
  labels: labels(),
}));

/** The selector of a pool that says none. */
export function selectorOf(name: string): LabelSelector {
  return { matchLabels: { [POOL_LABEL]: name } };
}

/** A VM as the template says it, for everything that asks about one. */
export function vmOfPool({ name, virtualMachineTemplate }: VirtualMachinePoolDeclaration): VirtualMachineDeclaration {
  return { ...virtualMachineTemplate, name };
}

const SOURCE = 'pkg/virt-operator/resource/generate/components/crds.go, NewVirtualMachinePoolCrd';

/** A VirtualMachinePool. */
export const VIRTUAL_MACHINE_POOL: CompanionKind<VirtualMachinePoolDeclaration> = {
  kind: 'VirtualMachinePool',
  versions: [
    { apiVersion: 'pool.kubevirt.io/v1beta1', since: '1.7', source: `kubevirt v1.7.0 ${SOURCE}` },
    { apiVersion: 'pool.kubevirt.io/v1alpha1', source: `kubevirt v1.3.0 ${SOURCE}` },
  ],
  base: { virtualMachineTemplate: { spec: { template: { spec: { domain: { devices: {} } } } } } },
  table: table<VirtualMachinePoolDeclaration, PoolContext>('VirtualMachinePoolProps', () => ({
    ...METADATA_ROWS,
    replicas: field('spec.replicas', int, 3),
    selector: derived(group('spec.selector', LABEL_SELECTOR) as Row<LabelSelector, PoolContext>, ({ name }) =>
      selectorOf(name),
    ),
    virtualMachineTemplate: required({
      ...group('spec.virtualMachineTemplate', TEMPLATE),
      example: { memory: '3Gi' },
    }),
    paused: field('spec.paused', flag, true),
    maxUnavailable: field('spec.maxUnavailable', intOrText, '25%'),
    nameGeneration: group(
      'spec.nameGeneration',
      table<PoolNameGeneration>('PoolNameGeneration', () => ({
        appendIndexToConfigMapRefs: field('appendIndexToConfigMapRefs', flag, true),
        appendIndexToSecretRefs: field('appendIndexToSecretRefs', flag, true),
      })),
    ),
    autohealing: group(
      'spec.autohealing',
      table<PoolAutohealing>('PoolAutohealing', () => ({
        startUpFailureThreshold: field('startUpFailureThreshold', int, 5),
        minFailingToStartDuration: field('minFailingToStartDuration', text, '10m'),
      })),
    ),
    scaleInStrategy: group('spec.scaleInStrategy', POOL_SCALE_IN),
    updateStrategy: group('spec.updateStrategy', POOL_UPDATE),
    ...escapeRows<VirtualMachinePoolSpec>({ paused: true }),
  })),
};
