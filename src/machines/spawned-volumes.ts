import { compact } from '../kube/object';
import { shownQuantity } from '../kube/quantity';
import { atLeast, type Release } from '../kube/release';
import { hasField } from './facts';
import { imageSource } from './image-source';
import { at, configText, listOf, type MachineDeploymentView, mapOf } from './view';

/** Something of a machine that its MachineDeployment does not tell. */
export interface Unknown {
  readonly path: string;
  readonly reason: string;
}

/** The volumes that the controller makes for a machine. */
interface SpawnedVolumes {
  readonly templates: object[];
  readonly disks: object[];
  readonly volumes: object[];
  readonly unknown: Unknown[];
}

const ACCESS_TYPE = 'virtualMachine.template.primaryDisk.storageAccessType';

/** First controller that can write the volume as `storage`, and the first that does so by itself. */
const STORAGE_SINCE = { possible: '1.60.0', standard: '1.61.0' } as const;

/** First controller that copies annotations of a machine to what it makes. Source: provider.go newVirtualMachine. */
export const MACHINE_ANNOTATIONS_SINCE = '1.60.0';

/** Disks and volumes of a machine, in the order in which the controller writes them. */
export function spawnedVolumes(view: MachineDeploymentView, machine: string, controller: Release): SpawnedVolumes {
  const template = mapOf(at(view.cloud, 'virtualMachine', 'template'));
  const flat = {
    size: view.cloud.pvcSize,
    osImage: view.cloud.sourceURL,
    storageClassName: view.cloud.storageClassName,
  };
  const primary = 'pvcSize' in view.cloud || 'sourceURL' in view.cloud ? flat : mapOf(template.primaryDisk);
  const unknown: Unknown[] = [
    {
      path: 'spec.template.spec.volumes[cloudinitdisk]',
      reason: 'the name of the secret ends with the time of creation',
    },
  ];
  const target = targetOf(primary, controller);
  const accessModes = modesOf(primary, controller);
  const source = imageSource(primary, view.infraNamespace, controller);
  const isNowhere = 'pvc' in source && !('namespace' in (source.pvc as object));
  const secondary = listOf(template.secondaryDisks).map((disk, i) => ({
    disk: mapOf(disk),
    name: `${machine}-secondarydisk${i}`,
  }));
  // Further disks have the access mode and the image of the first one.
  for (const [i, part] of [target, ...secondary.map(() => 'pvc' as const)].entries()) {
    if (accessModes === undefined) {
      unknown.push({
        path: `spec.dataVolumeTemplates[${i}].spec.${part}.accessModes`,
        reason: 'what the storage profile of the class offers: ReadWriteMany where it can, else ReadWriteOnce',
      });
    }
    if (isNowhere) {
      unknown.push({
        path: `spec.dataVolumeTemplates[${i}].spec.source.pvc.namespace`,
        reason: 'that of the controller itself, from its environment',
      });
    }
  }
  return {
    templates: [
      volume(machine, primary, target, accessModes, source, annotationsOf(view, controller)),
      ...secondary.map(({ disk, name }) => volume(name, disk, 'pvc', accessModes, source, undefined)),
    ],
    disks: ['datavolumedisk', 'cloudinitdisk', ...secondary.map(({ name }) => name)].map((name) => ({
      name,
      disk: { bus: 'virtio' },
    })),
    volumes: [
      { name: 'datavolumedisk', dataVolume: { name: machine } },
      { name: 'cloudinitdisk', cloudInitNoCloud: { secretRef: { name: `userdata-${machine}` } } },
      ...secondary.map(({ name }) => ({ name, dataVolume: { name } })),
    ],
    unknown,
  };
}

function volume(
  name: string,
  disk: Readonly<Record<string, unknown>>,
  target: 'storage' | 'pvc',
  accessModes: string[] | undefined,
  source: object,
  annotations: object | undefined,
): object {
  return {
    metadata: { name, ...compact({ annotations }) },
    spec: {
      [target]: compact({
        accessModes,
        resources: { requests: { storage: shownQuantity(configText(disk.size) ?? '?') } },
        storageClassName: configText(disk.storageClassName) ?? '?',
      }),
      source,
    },
  };
}

/** Annotations of machines for CDI go to the volume, all others to the instance. */
function annotationsOf({ machine }: MachineDeploymentView, controller: Release): object | undefined {
  if (!atLeast(controller, MACHINE_ANNOTATIONS_SINCE)) {
    return undefined;
  }
  const own = Object.entries(machine.annotations).filter(([key]) => key.startsWith('cdi.kubevirt.io'));
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

function modesOf(disk: Readonly<Record<string, unknown>>, controller: Release): string[] | undefined {
  const told = configText(disk.storageAccessType);
  if (told !== undefined && told !== '') {
    return [told];
  }
  // Where the field is not there, the storage profile is not asked either.
  return hasField(ACCESS_TYPE, controller) ? undefined : ['ReadWriteOnce'];
}

function targetOf(disk: Readonly<Record<string, unknown>>, controller: Release): 'storage' | 'pvc' {
  const told = configText(disk.storageTarget);
  if (atLeast(controller, STORAGE_SINCE.standard)) {
    return told === 'pvc' ? 'pvc' : 'storage';
  }
  return atLeast(controller, STORAGE_SINCE.possible) && told === 'storage' ? 'storage' : 'pvc';
}
