import type { VirtualMachineRestoreSpec, VirtualMachineSnapshotSpec } from '../../imports/kubevirt';
import type { CompanionDeclaration, CompanionKind } from './companion';
import { type EscapeHatches, escapeRows } from './escape-hatch';
import { METADATA_ROWS, type MetadataContext, type MetadataProps } from './metadata';
import { field, items, required, table } from './rows/row';
import { anyText, known, listOf, text, textMap } from './rows/shapes';
import { referenceRow, type TypedReference } from './typed-reference';

/** The state of a VM and its volumes at one time. */
export interface VirtualMachineSnapshotProps extends MetadataProps, EscapeHatches<VirtualMachineSnapshotSpec> {
  /** The VM. */
  readonly source: TypedReference;

  /**
   * What becomes of the content when this object is deleted.
   *
   * @default - KubeVirt's: `Delete`
   */
  readonly deletionPolicy?: 'Delete' | 'Retain';

  /**
   * How long it may take before it has failed, as `5m`.
   *
   * @default - KubeVirt's: five minutes
   */
  readonly failureDeadline?: string;
}

/** The state of a VM, as plain data. */
export type VirtualMachineSnapshotDeclaration = CompanionDeclaration<
  VirtualMachineSnapshotProps,
  VirtualMachineSnapshotSpec
>;

/** A VM that gets its state of a snapshot back. */
export interface VirtualMachineRestoreProps extends MetadataProps, EscapeHatches<VirtualMachineRestoreSpec> {
  /** The VM, which is made where it does not exist. */
  readonly target: TypedReference;

  /** Name of the VirtualMachineSnapshot. */
  readonly snapshot: string;

  /**
   * What happens where the VM runs.
   *
   * @default - KubeVirt's: `WaitGracePeriod`
   */
  readonly targetReadinessPolicy?: 'StopTarget' | 'WaitGracePeriod' | 'FailImmediate' | 'WaitEventually';

  /**
   * How restored volumes are named: anew at random, as before in their place, or with the name of the VM before it.
   *
   * @default - KubeVirt's: `RandomizeNames`
   */
  readonly volumeRestorePolicy?: 'RandomizeNames' | 'InPlace' | 'PrefixTargetName';

  /**
   * Whether restored volumes are deleted with the VM.
   *
   * @default - KubeVirt's: `Vm`
   */
  readonly volumeOwnershipPolicy?: 'Vm' | 'None';

  /**
   * Names, labels and annotations of restored volumes.
   *
   * @default - by the policy
   */
  readonly volumeRestoreOverrides?: readonly VolumeRestoreOverride[];

  /**
   * Operations of JSON Patch on the VM that is made, each as text: `{"op": "replace", "path": "/metadata/name", "value": "other"}`.
   *
   * @default - none
   */
  readonly targetPatches?: readonly string[];
}

/** What one restored volume is called. */
export interface VolumeRestoreOverride {
  /** Name of the volume in the VM. */
  readonly volumeName?: string;
  /** Name of the restored claim. */
  readonly restoreName?: string;
  /** Labels of the restored claim. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of the restored claim. */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A VM that gets its state of a snapshot back, as plain data. */
export type VirtualMachineRestoreDeclaration = CompanionDeclaration<
  VirtualMachineRestoreProps,
  VirtualMachineRestoreSpec
>;

const CRDS = 'kubevirt v1.9.0 pkg/virt-operator/resource/generate/components/crds.go';

/** A VirtualMachineSnapshot. */
export const VIRTUAL_MACHINE_SNAPSHOT: CompanionKind<VirtualMachineSnapshotDeclaration> = {
  kind: 'VirtualMachineSnapshot',
  versions: [{ apiVersion: 'snapshot.kubevirt.io/v1beta1', source: `${CRDS}, NewVirtualMachineSnapshotCrd` }],
  table: table<VirtualMachineSnapshotDeclaration, MetadataContext>('VirtualMachineSnapshotProps', () => ({
    ...METADATA_ROWS,
    source: required(referenceRow('spec.source')),
    deletionPolicy: field('spec.deletionPolicy', known('Delete', 'Retain'), 'Retain'),
    failureDeadline: field('spec.failureDeadline', text, '10m'),
    ...escapeRows<VirtualMachineSnapshotSpec>({ failureDeadline: '20m' }),
  })),
};

/** A VirtualMachineRestore. */
export const VIRTUAL_MACHINE_RESTORE: CompanionKind<VirtualMachineRestoreDeclaration> = {
  kind: 'VirtualMachineRestore',
  versions: [{ apiVersion: 'snapshot.kubevirt.io/v1beta1', source: `${CRDS}, NewVirtualMachineRestoreCrd` }],
  table: table<VirtualMachineRestoreDeclaration, MetadataContext>('VirtualMachineRestoreProps', () => ({
    ...METADATA_ROWS,
    target: required(referenceRow('spec.target')),
    snapshot: required(field('spec.virtualMachineSnapshotName', text, 'before')),
    targetReadinessPolicy: field(
      'spec.targetReadinessPolicy',
      known('StopTarget', 'WaitGracePeriod', 'FailImmediate', 'WaitEventually'),
      'StopTarget',
    ),
    volumeRestorePolicy: field(
      'spec.volumeRestorePolicy',
      known('RandomizeNames', 'InPlace', 'PrefixTargetName'),
      'InPlace',
    ),
    volumeOwnershipPolicy: field('spec.volumeOwnershipPolicy', known('Vm', 'None'), 'None'),
    volumeRestoreOverrides: items(
      'spec.volumeRestoreOverrides',
      table<VolumeRestoreOverride>('VolumeRestoreOverride', () => ({
        volumeName: field('volumeName', text, 'os'),
        restoreName: field('restoreName', text, 'os-restored'),
        labels: field('labels', textMap, { tier: 'front' }),
        annotations: field('annotations', textMap, { 'example.org/owner': 'shop' }),
      })),
    ),
    targetPatches: field('spec.patches', listOf(anyText), ['{"op": "remove", "path": "/metadata/labels"}']),
    ...escapeRows<VirtualMachineRestoreSpec>({ targetReadinessPolicy: 'WaitEventually' }),
  })),
};
