import { groupOf } from '../kube/identity';
import { asText, isMap, type KubeObject } from '../kube/object';

/** Kinds that a cluster makes by itself, and no author writes. */
const MADE: Readonly<Record<string, string>> = {
  Node: 'a node joins a cluster by itself; the platform says its nodes under nodes',
  Pod: 'pods come from what runs them',
  Event: 'events come and go by themselves',
  'ReplicaSet.apps': 'replica sets come from their Deployment',
  'ControllerRevision.apps': 'revisions are kept by virt-controller',
  Endpoints: 'endpoints come from their Service',
  'EndpointSlice.discovery.k8s.io': 'endpoints come from their Service',
  'Lease.coordination.k8s.io': 'leases are held by who runs',
  PersistentVolume: 'volumes are made by their provisioner for a claim',
  'VolumeAttachment.storage.k8s.io': 'attachments are made by the cluster',
  'VirtualMachineInstanceMigration.kubevirt.io': 'a migration is something that happens once',
  'StorageProfile.cdi.kubevirt.io': 'CDI makes one for each storage class',
};

/** Of these only what was read from a cluster is left to it: a person may well write them. */
const ALSO_WRITTEN: ReadonlySet<string> = new Set([
  'StorageProfile.cdi.kubevirt.io',
  'VirtualMachineInstanceMigration.kubevirt.io',
  'Pod',
  'PersistentVolume',
  'Endpoints',
  'ReplicaSet.apps',
]);

/** Why an object is left to the cluster instead of being declared; nothing where it has an author. */
export function leftToCluster(object: KubeObject, isLive: boolean): string | undefined {
  const group = groupOf(object.apiVersion);
  const kind = group === '' ? object.kind : `${object.kind}.${group}`;
  if (Object.hasOwn(MADE, kind) && (isLive || !ALSO_WRITTEN.has(kind))) {
    return MADE[kind];
  }
  const owner = ownerOf(object);
  return owner === undefined ? undefined : `${owner} makes it`;
}

/** What made an object and makes it again: its controller, by the API's own rule. */
function ownerOf({ metadata }: KubeObject): string | undefined {
  const owners: unknown[] = isMap(metadata) && Array.isArray(metadata.ownerReferences) ? metadata.ownerReferences : [];
  const owner = owners.filter(isMap).find(({ controller }) => controller === true);
  return owner === undefined ? undefined : `${asText(owner.kind)} ${asText(owner.name)}`;
}
