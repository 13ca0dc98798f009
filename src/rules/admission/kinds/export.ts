import { textOf } from '../../../cluster/part';
import { holdsIn, type ReleaseRange } from '../../../kube/release';
import { checkReference, fieldsOf, type KindCheck } from './kind-check';

const SOURCE = 'kubevirt pkg/storage/admitters/vmexport.go';

/** What can be exported. Templates need a gate and a setting of the KubeVirt besides. */
const KINDS: Readonly<Record<string, ReleaseRange & { readonly group: string }>> = {
  PersistentVolumeClaim: { group: '' },
  VirtualMachineSnapshot: { group: 'snapshot.kubevirt.io' },
  VirtualMachine: { group: 'kubevirt.io' },
  VirtualMachineBackup: { group: 'backup.kubevirt.io', since: '1.8' },
  VirtualMachineTemplate: { group: 'template.kubevirt.io', since: '1.9' },
};

/** What virt-api rejects in a VirtualMachineExport. */
export const checkExport: KindCheck = function* ({ spec }, { target }) {
  const source = fieldsOf(spec, 'source');
  const known = Object.entries(KINDS).filter(([, range]) => holdsIn(range, target.kubevirt));
  const groups = Object.fromEntries(known.map(([kind, { group }]) => [kind, group]));
  yield* checkReference(source, { groups, path: 'spec.source', source: SOURCE });
  if (Object.hasOwn(groups, textOf(source.kind)) && source.name === '') {
    yield {
      code: 'PV004',
      path: 'spec.source.name',
      what: 'the source has no name',
      fix: 'write name',
      source: SOURCE,
    };
  }
};
