import { asText } from '../kube/object';
import { derived, field, group, type Row, required, table } from './rows/row';
import { anyText, known, text } from './rows/shapes';

/** An object of the same namespace. */
export interface TypedReference {
  /**
   * Its API group.
   *
   * @default - that of the kind
   */
  readonly apiGroup?: string | null;
  /**
   * Its kind.
   *
   * @default 'VirtualMachine'
   */
  readonly kind?: string | null;
  /** Its name. */
  readonly name: string;
}

/** The API groups of kinds that are snapshotted, cloned or exported. */
const GROUPS: Readonly<Record<string, string>> = {
  VirtualMachine: 'kubevirt.io',
  VirtualMachineSnapshot: 'snapshot.kubevirt.io',
  VirtualMachineBackup: 'backup.kubevirt.io',
  VirtualMachineTemplate: 'template.kubevirt.io',
  PersistentVolumeClaim: '',
};

const REFERENCE = table<TypedReference>('TypedReference', () => ({
  apiGroup: derived(field('apiGroup', anyText, 'example.org'), (_context, { kind }) =>
    kind === null ? undefined : GROUPS[kind === undefined ? 'VirtualMachine' : asText(kind)],
  ),
  kind: {
    ...derived(
      field(
        'kind',
        known('VirtualMachine', 'VirtualMachineSnapshot', 'PersistentVolumeClaim'),
        'VirtualMachineSnapshot',
      ) as Row<string>,
      () => 'VirtualMachine',
    ),
    isReadFirst: true,
  },
  name: required(field('name', text, 'other')),
}));

/** A reference at a path of the object. */
export function referenceRow(path: string): Row<TypedReference> {
  return group(path, REFERENCE);
}
