import { at, type InstanceSpec, listAt } from '../architectures/instance-view';
import { isMap, type KubeObject } from '../kube/object';
import { valueAt } from '../kube/path';
import { claimOf, textOf } from '../launcher/traits';
import type { ClusterView } from './cluster-view';
import type { CreatedInstance } from './created-instance';

const CDI = 'cdi.kubevirt.io';
const SHARED = 'ReadWriteMany';

/** Whether several nodes can use the claim behind a volume at once; nothing where that is not at hand. */
export function isSharedClaim(
  volume: Readonly<Record<string, unknown>>,
  created: CreatedInstance,
  cluster: ClusterView,
): boolean | undefined {
  const name = claimOf(volume);
  const modes = name === undefined ? undefined : accessModesOf(name, volume, created, cluster);
  return Array.isArray(modes) ? modes.includes(SHARED) : undefined;
}

/** Whether there is a claim of a name, or will be: a DataVolume of that name makes one. */
export function hasClaim(name: string, created: CreatedInstance, cluster: ClusterView): boolean {
  const { namespace = '' } = created;
  return (
    cluster.find('', 'PersistentVolumeClaim', name, namespace) !== undefined ||
    dataVolumeOf(name, created, cluster) !== undefined
  );
}

/** The DataVolume of a name: of the VM's own templates, or one by itself. */
export function dataVolumeOf(
  name: string,
  { dataVolumeTemplates, namespace = '' }: CreatedInstance,
  cluster: ClusterView,
): Readonly<Record<string, unknown>> | undefined {
  const template = dataVolumeTemplates.find(({ item }) => valueAt(item, 'metadata.name') === name)?.item;
  return template ?? cluster.find(CDI, 'DataVolume', name, namespace);
}

/** What counts is what the claim asks for, not what it got. A claim that is not there yet is made of its DataVolume. */
function accessModesOf(
  name: string,
  volume: Readonly<Record<string, unknown>>,
  created: CreatedInstance,
  cluster: ClusterView,
): unknown {
  const { object, namespace = '' } = created;
  const claim = cluster.find('', 'PersistentVolumeClaim', name, namespace);
  if (claim !== undefined) {
    return valueAt(claim, 'spec.accessModes') ?? [];
  }
  const statuses = valueAt(object, 'status.volumeStatus');
  const status = Array.isArray(statuses) ? statuses.filter(isMap).find((each) => each.name === volume.name) : undefined;
  if (isMap(status?.persistentVolumeClaimInfo)) {
    return status.persistentVolumeClaimInfo.accessModes ?? [];
  }
  const dataVolume = dataVolumeOf(name, created, cluster);
  return dataVolume === undefined ? undefined : modesOfDataVolume(dataVolume, cluster);
}

/**
 * Modes of the claim that CDI makes: those that are written, else the first that the StorageProfile of the class prefers.
 *
 * @see containerized-data-importer pkg/controller/datavolume/util.go renderPvcSpec
 */
function modesOfDataVolume(dataVolume: Readonly<Record<string, unknown>>, cluster: ClusterView): unknown {
  const written = [valueAt(dataVolume, 'spec.pvc.accessModes'), valueAt(dataVolume, 'spec.storage.accessModes')].find(
    (modes) => Array.isArray(modes) && modes.length > 0,
  );
  if (written !== undefined || !isMap(valueAt(dataVolume, 'spec.storage'))) {
    return written;
  }
  const profile = profileOf(textOf(valueAt(dataVolume, 'spec.storage.storageClassName')), cluster);
  const sets = valueAt(profile, 'status.claimPropertySets');
  const volumeMode = valueAt(dataVolume, 'spec.storage.volumeMode');
  const fitting = (Array.isArray(sets) ? sets : [])
    .filter(isMap)
    .find((set) => volumeMode === undefined || set.volumeMode === volumeMode);
  return fitting?.accessModes;
}

/** The annotation that makes a StorageClass that of claims which name none. */
const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class';
/** The same for the claims of VMs, which CDI makes. */
const DEFAULT_VIRT_CLASS = 'storageclass.kubevirt.io/is-default-virt-class';

/** The class of claims that name none; that for VMs comes first, where CDI makes the claim. */
export function defaultClass(cluster: ClusterView, { ofCdi }: { readonly ofCdi: boolean }): KubeObject | undefined {
  const classes = cluster.ofKind('storage.k8s.io', 'StorageClass');
  return [...(ofCdi ? [DEFAULT_VIRT_CLASS] : []), DEFAULT_CLASS]
    .flatMap((annotation) =>
      classes.filter((each) => valueAt(each, `metadata.annotations["${annotation}"]`) === 'true'),
    )
    .at(0);
}

/** That of a class, or of the default one. */
function profileOf(written: string | undefined, cluster: ClusterView): KubeObject | undefined {
  const name = written ?? textOf(valueAt(defaultClass(cluster, { ofCdi: true }), 'metadata.name'));
  return name === undefined ? undefined : cluster.find(CDI, 'StorageProfile', name, undefined);
}

/** Names of the claims that a launcher pod itself mounts: one that is hotplugged comes with a pod of its own. */
export function launchedClaims(spec: InstanceSpec): string[] {
  const names = listAt(spec, 'volumes').map((volume) => {
    const isHotplugged = ['persistentVolumeClaim', 'dataVolume'].some(
      (kind) => at(volume, `${kind}.hotpluggable`) === true,
    );
    return isHotplugged
      ? undefined
      : textOf(claimOf(volume) ?? at(volume, 'ephemeral.persistentVolumeClaim.claimName'));
  });
  return [...new Set(names.filter((name) => name !== undefined))];
}
