import type { VirtualMachineCloneSpec } from '../../imports/kubevirt';
import type { CompanionDeclaration, CompanionKind } from './companion';
import { type EscapeHatches, escapeRows } from './escape-hatch';
import { METADATA_ROWS, type MetadataContext, type MetadataProps } from './metadata';
import { field, group, required, table } from './rows/row';
import { anyText, known, listOf, text, textMap } from './rows/shapes';
import { referenceRow, type TypedReference } from './typed-reference';

/** A VM that is made of another, or of a snapshot. */
export interface VirtualMachineCloneProps extends MetadataProps, EscapeHatches<VirtualMachineCloneSpec>, CloneFilters {
  /** The VM or VirtualMachineSnapshot. */
  readonly source: TypedReference;

  /**
   * The VM that is made.
   *
   * @default - one with a name that KubeVirt makes up
   */
  readonly target?: TypedReference;

  /**
   * Which labels and annotations of the instance are taken over.
   *
   * @default - all
   */
  readonly template?: CloneFilters;

  /**
   * MAC addresses of the new VM, by the name of the interface.
   *
   * @default - new ones that KubeVirt makes up
   */
  readonly newMacAddresses?: Readonly<Record<string, string>>;

  /**
   * Serial number that the new guest sees.
   *
   * @default - one that KubeVirt makes up
   */
  readonly newSMBiosSerial?: string;

  /**
   * How new volumes are named: at random, or with the name of the new VM before that of the old volume.
   *
   * @default - KubeVirt's: `RandomizeNames`
   */
  readonly volumeNamePolicy?: 'RandomizeNames' | 'PrefixTargetName';

  /**
   * Operations of JSON Patch on the VM that is made, each as text: `{"op": "add", "path": "/metadata/labels/tier", "value": "copy"}`.
   *
   * @default - none
   */
  readonly targetPatches?: readonly string[];
}

/** Labels and annotations to copy: keys, `*` at their end, `!` before those to leave out. */
export interface CloneFilters {
  /**
   * Labels that are taken over.
   *
   * @default - all
   */
  readonly labelFilters?: readonly string[];
  /**
   * Annotations that are taken over.
   *
   * @default - all
   */
  readonly annotationFilters?: readonly string[];
}

/** A VM that is made of another, as plain data. */
export type VirtualMachineCloneDeclaration = CompanionDeclaration<VirtualMachineCloneProps, VirtualMachineCloneSpec>;

const SOURCE = 'pkg/virt-operator/resource/generate/components/crds.go, NewVirtualMachineCloneCrd';

/** A VirtualMachineClone. */
export const VIRTUAL_MACHINE_CLONE: CompanionKind<VirtualMachineCloneDeclaration> = {
  kind: 'VirtualMachineClone',
  versions: [
    { apiVersion: 'clone.kubevirt.io/v1beta1', since: '1.5', source: `kubevirt v1.5.0 ${SOURCE}` },
    { apiVersion: 'clone.kubevirt.io/v1alpha1', source: `kubevirt v1.3.0 ${SOURCE}` },
  ],
  table: table<VirtualMachineCloneDeclaration, MetadataContext>('VirtualMachineCloneProps', () => ({
    ...METADATA_ROWS,
    source: required(referenceRow('spec.source')),
    target: referenceRow('spec.target'),
    labelFilters: field('spec.labelFilters', listOf(anyText), ['*', '!tier']),
    annotationFilters: field('spec.annotationFilters', listOf(anyText), ['*', '!tier']),
    template: group(
      'spec.template',
      table<CloneFilters>('CloneFilters', () => ({
        labelFilters: field('labelFilters', listOf(anyText), ['*', '!tier']),
        annotationFilters: field('annotationFilters', listOf(anyText), ['*', '!tier']),
      })),
    ),
    newMacAddresses: field('spec.newMacAddresses', textMap, { default: '02:00:00:00:00:01' }),
    newSMBiosSerial: field('spec.newSMBiosSerial', text, 'copy-1'),
    volumeNamePolicy: field('spec.volumeNamePolicy', known('RandomizeNames', 'PrefixTargetName'), 'PrefixTargetName'),
    targetPatches: field('spec.patches', listOf(anyText), ['{"op": "remove", "path": "/metadata/labels"}']),
    ...escapeRows<VirtualMachineCloneSpec>({ newSMBiosSerial: 'copy-2' }),
  })),
};
