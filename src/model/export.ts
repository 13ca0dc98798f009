import type { VirtualMachineExportSpec } from '../../imports/kubevirt';
import type { CompanionDeclaration, CompanionKind } from './companion';
import { type EscapeHatches, escapeRows } from './escape-hatch';
import { METADATA_ROWS, type MetadataContext, type MetadataProps } from './metadata';
import { field, required, table } from './rows/row';
import { text } from './rows/shapes';
import { referenceRow, type TypedReference } from './typed-reference';

/** Volumes that can be downloaded for a while. */
export interface VirtualMachineExportProps extends MetadataProps, EscapeHatches<VirtualMachineExportSpec> {
  /** The VM, VirtualMachineSnapshot or PersistentVolumeClaim that has them. */
  readonly source: TypedReference;

  /**
   * Name of the Secret with the token that downloads need.
   *
   * @default - one that KubeVirt makes
   */
  readonly tokenSecretRef?: string;

  /**
   * How long they can be downloaded, as `2h`.
   *
   * @default - KubeVirt's: two hours
   */
  readonly ttlDuration?: string;
}

/** Volumes that can be downloaded, as plain data. */
export type VirtualMachineExportDeclaration = CompanionDeclaration<VirtualMachineExportProps, VirtualMachineExportSpec>;

const SOURCE = 'pkg/virt-operator/resource/generate/components/crds.go, NewVirtualMachineExportCrd';

/** A VirtualMachineExport. */
export const VIRTUAL_MACHINE_EXPORT: CompanionKind<VirtualMachineExportDeclaration> = {
  kind: 'VirtualMachineExport',
  versions: [
    { apiVersion: 'export.kubevirt.io/v1', since: '1.9', source: `kubevirt v1.9.0 ${SOURCE}` },
    { apiVersion: 'export.kubevirt.io/v1beta1', source: `kubevirt v1.3.0 ${SOURCE}` },
  ],
  table: table<VirtualMachineExportDeclaration, MetadataContext>('VirtualMachineExportProps', () => ({
    ...METADATA_ROWS,
    source: required(referenceRow('spec.source')),
    tokenSecretRef: field('spec.tokenSecretRef', text, 'token'),
    ttlDuration: field('spec.ttlDuration', text, '4h'),
    ...escapeRows<VirtualMachineExportSpec>({ ttlDuration: '6h' }),
  })),
};
