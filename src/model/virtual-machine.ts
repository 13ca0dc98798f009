import type { VirtualMachineInstanceSpec, VirtualMachineSpec } from '../../imports/kubevirt';
import type { Architecture } from '../architectures/facts';
import { BUNDLED_INSTANCETYPES, BUNDLED_PREFERENCES } from '../instancetypes/bundled';
import { type EscapeHatches, escapeRows } from './escape-hatch';
import { type InstanceContext, type InstanceDeclaration, type InstanceProps, instanceRows } from './instance';
import { entries, type TemplateMetadata } from './metadata';
import * as z from './read/zod';
import { DROPPED_EMPTY, derived, field, group, type Row, table } from './rows/row';
import { architecture, either, known, listOf, once, type Shape, suggested, text } from './rows/shapes';

export type { Toleration } from '../kube/toleration';

/** When a virtual machine runs. */
export type RunStrategy = 'Always' | 'RerunOnFailure' | 'Manual' | 'Once' | 'Halted' | 'WaitAsReceiver';

/** Any other name, so that an editor still offers those that KubeVirt installs. */
type AnyName = string & Record<never, never>;

/** Name of an instancetype: one that virt-operator installs, or one of your own. */
export type InstancetypeName = (typeof BUNDLED_INSTANCETYPES)[number] | AnyName;

/** Name of a preference: one that virt-operator installs, or one of your own. */
export type PreferenceName = (typeof BUNDLED_PREFERENCES)[number] | AnyName;

/** An instancetype or preference, by name or by what a volume says. */
export interface MatcherReference<Name extends string = string> {
  /** Its name. */
  readonly name?: Name;
  /**
   * Its kind.
   *
   * @default - the cluster-wide one
   */
  readonly kind?: string | null;
  /** The disk whose volume says which. */
  readonly inferFromVolume?: string;
  /**
   * What happens where the volume does not say it.
   *
   * @default - KubeVirt's: `Reject`
   */
  readonly inferFromVolumeFailurePolicy?: 'Reject' | 'Ignore';
  /** A revision of it that the cluster keeps. */
  readonly revisionName?: string;
}

/** What a virtual machine has beside its instance. */
export interface VirtualMachineOptions {
  /**
   * When it runs.
   *
   * @default 'Always'
   */
  readonly runStrategy?: RunStrategy | null;

  /**
   * Instancetype that brings processors and memory: its name alone, or a reference.
   *
   * @default - none: `memory` is required then
   */
  readonly instancetype?: InstancetypeName | MatcherReference<InstancetypeName>;

  /**
   * Preference that fills in devices and machine type: its name alone, or a reference. With one, polyvirt leaves these to it.
   *
   * @default - none
   */
  readonly preference?: PreferenceName | MatcherReference<PreferenceName>;

  /**
   * Labels and annotations of the instance, and so of its launcher pod: what services select by.
   *
   * @default - none
   */
  readonly template?: TemplateMetadata;

  /**
   * What happens to the guest when its volumes are replaced while it runs.
   *
   * @default - KubeVirt's: `Replacement`, at the next start
   */
  readonly updateVolumesStrategy?: 'Migration' | 'Replacement';
}

/** What a virtual machine is made of. */
export interface VirtualMachineProps extends InstanceProps, VirtualMachineOptions, EscapeHatches<VirtualMachineSpec> {}

/** A virtual machine, as plain data. */
export type VirtualMachineDeclaration = InstanceDeclaration & VirtualMachineOptions & EscapeHatches<VirtualMachineSpec>;

/** What an instance of its own is made of. */
export interface VirtualMachineInstanceProps extends InstanceProps, EscapeHatches<VirtualMachineInstanceSpec> {}

/** An instance of its own, as plain data. */
export type VirtualMachineInstanceDeclaration = InstanceDeclaration & EscapeHatches<VirtualMachineInstanceSpec>;

function matcher<Name extends string>(
  path: string,
  kind: string,
  names: readonly string[],
): Row<Name | MatcherReference<Name>> {
  const name = suggested<Name>(names);
  const below = table<MatcherReference<Name>>('MatcherReference', () => ({
    name: field('name', name, 'small' as Name),
    inferFromVolume: field('inferFromVolume', text, 'os'),
    // A volume says the kind too.
    kind: derived(field('kind', text, 'Other'), (_context, said) =>
      said.inferFromVolume === undefined ? kind : undefined,
    ),
    inferFromVolumeFailurePolicy: field('inferFromVolumeFailurePolicy', known('Reject', 'Ignore'), 'Ignore'),
    revisionName: field('revisionName', text, 'small-1'),
  }));
  const whole = group(path, below);
  return {
    ...whole,
    fields: [`${path}.name`, path],
    // A name alone is the key itself.
    place: (part) => (part === 'name' ? [] : [`${path}.${part}`]),
    shape: either(name, below.shape),
    example: { name: 'small' as Name },
    write: (value, out, context) => whole.write(typeof value === 'string' ? { name: value } : value, out, context),
  };
}

/** A VirtualMachine. */
export const VIRTUAL_MACHINE = table<VirtualMachineDeclaration, InstanceContext>('VirtualMachineProps', () => ({
  ...instanceRows('spec.template.spec'),
  runStrategy: derived(
    field(
      'spec.runStrategy',
      known('Always', 'RerunOnFailure', 'Manual', 'Once', 'Halted', 'WaitAsReceiver'),
      'Halted',
    ),
    () => 'Always',
  ),
  instancetype: matcher<InstancetypeName>(
    'spec.instancetype',
    'VirtualMachineClusterInstancetype',
    BUNDLED_INSTANCETYPES,
  ),
  preference: matcher<PreferenceName>('spec.preference', 'VirtualMachineClusterPreference', BUNDLED_PREFERENCES),
  template: group(
    'spec.template.metadata',
    table<TemplateMetadata>('TemplateMetadata', () => ({
      labels: entries('labels', { tier: 'front' }),
      annotations: entries('annotations', { 'example.org/owner': 'shop' }),
    })),
    DROPPED_EMPTY,
  ),
  updateVolumesStrategy: field('spec.updateVolumesStrategy', known('Migration', 'Replacement'), 'Migration'),
  ...escapeRows<VirtualMachineSpec>({ template: { spec: { subdomain: 'vms' } } } as never),
}));

/** A VirtualMachineInstance. */
export const VIRTUAL_MACHINE_INSTANCE = table<VirtualMachineInstanceDeclaration, InstanceContext>(
  'VirtualMachineInstanceProps',
  () => ({
    ...instanceRows('spec'),
    ...escapeRows<VirtualMachineInstanceSpec>({ subdomain: 'vms' } as never),
  }),
);

/** How many VMs one entry of the list of virtual machines stands for. */
export interface Replication {
  /**
   * So many VMs, named `<name>-1` and so on.
   *
   * @default - one, of the name
   */
  readonly replicas?: number;

  /**
   * Classes of the platform that it takes over, in order; what it says itself counts more. Lists of named things are joined by name.
   *
   * @default - none
   */
  readonly class?: string | readonly string[];

  /**
   * One VM per architecture, named `<name>-<architecture>`: of these, or with `true` of all that the workers have.
   *
   * @default - one, of the name
   */
  readonly perArchitecture?: true | readonly Architecture[];
}

/** More than a team runs of one definition; a slip of the keyboard must not fill the memory. */
export const MOST_REPLICAS = 10_000;

/** What becomes several objects is no field of any. */
const NO_FIELD = { fields: [], write: () => undefined, read: () => undefined };

/** An entry of the list of virtual machines. */
export const VIRTUAL_MACHINE_ENTRY = table<VirtualMachineDeclaration & Replication, InstanceContext>(
  'VirtualMachineEntry',
  () => ({
    ...VIRTUAL_MACHINE.rows,
    class: { ...NO_FIELD, shape: either(text, listOf(text)), example: 'small' },
    replicas: {
      ...NO_FIELD,
      shape: once(() => z.int().check(z.minimum(1), z.maximum(MOST_REPLICAS))),
      example: 2,
    },
    perArchitecture: {
      ...NO_FIELD,
      shape: either(
        once(() => z.literal(true)) as unknown as Shape<true>,
        once(() => z.array(architecture()).check(z.minLength(1))) as unknown as Shape<readonly Architecture[]>,
      ),
      example: ['amd64', 'arm64'],
    },
  }),
);

/** A part that entries take over: any of their keys. */
export type VirtualMachineClass = Partial<VirtualMachineDeclaration & Replication>;

/** The keys of a class. */
export const VIRTUAL_MACHINE_CLASS = table<VirtualMachineClass, InstanceContext>('VirtualMachineEntry', () => ({
  ...VIRTUAL_MACHINE_ENTRY.rows,
  name: { ...VIRTUAL_MACHINE_ENTRY.rows.name, isRequired: false },
}));

/** What an entry of the list of virtual machines is made of. */
export interface VirtualMachineEntry extends VirtualMachineProps, Replication {}
