import { isMap } from '../../kube/object';
import { VM_CONTROLLER, type VmRow } from './effect-row';
import { inVm, itemName, LISTS, type VmField } from './vm-view';

const PATH = 'dataVolumeTemplates';

/** Whether a volume of the VM is made from the template. */
function isUsed({ change, after }: VmField): boolean {
  const name = itemName(change, PATH);
  const volumes = inVm(after, LISTS.volumes);
  return (
    Array.isArray(volumes) &&
    volumes.some(
      (volume) =>
        isMap(volume) &&
        ((isMap(volume.dataVolume) && volume.dataVolume.name === name) ||
          (isMap(volume.persistentVolumeClaim) && volume.persistentVolumeClaim.claimName === name)),
    )
  );
}

const isWhole = ({ path }: VmField) => path === PATH || path === `${PATH}[]`;
const HANDLER = `${VM_CONTROLLER} handleDataVolumes`;

/** Templates of data volumes of a VM that exists: KubeVirt looks only whether there is one of that name. */
export const DATA_VOLUME_ROWS: readonly VmRow[] = [
  {
    path: PATH,
    when: (view) =>
      isWhole(view) && view.change.after !== undefined && itemName(view.change, PATH) !== undefined && !isUsed(view),
    effect: 'rejected',
    severity: 'rejected',
    always: true,
    text: 'Refused: no volume of the VM uses this template.',
    source: 'kubevirt pkg/storage/admitters/data-volume-template.go ValidateDataVolumeTemplate',
  },
  {
    path: PATH,
    when: (view) => isWhole(view) && view.change.after !== undefined && view.change.before === undefined,
    effect: 'create',
    severity: 'caution',
    always: true,
    also: ['reimport'],
    text: 'A data volume is made and filled at once, also for a VM that does not run; until that ends, nothing else of the VM is changed.',
    source: HANDLER,
  },
  {
    path: PATH,
    when: (view) => isWhole(view) && view.change.after === undefined,
    effect: 'none',
    severity: 'caution',
    always: true,
    text: 'The data volume stays, owned by the VM, until that is deleted.',
    source: HANDLER,
  },
  {
    path: PATH,
    effect: 'none',
    severity: 'caution',
    always: true,
    text: 'This changes nothing that exists: a data volume is made once, and only a new VM would use it.',
    source: HANDLER,
  },
];
