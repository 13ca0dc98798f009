import { nameOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import type { ObjectPair } from './diff/match-objects';
import type { ReviewDocument, SourcedObject } from './documents';
import { ACTING_KINDS } from './effects/actions';

/** Kinds that decide about others: a change of one may change what is said of objects that did not change. */
const DECIDING: ReadonlySet<string> = new Set([
  'KubeVirt',
  'HyperConverged',
  'CDI',
  'Namespace',
  'ResourceQuota',
  'LimitRange',
  'VirtualMachineInstancetype',
  'VirtualMachineClusterInstancetype',
  'VirtualMachinePreference',
  'VirtualMachineClusterPreference',
  'DataSource',
  'StorageClass',
  'Node',
]);

/** Kinds that VMs refer to: it counts when one comes or goes. */
const REFERRED: ReadonlySet<string> = new Set([
  'Secret',
  'ConfigMap',
  'ServiceAccount',
  'PersistentVolumeClaim',
  'DataVolume',
  'NetworkAttachmentDefinition',
  'MigrationPolicy',
]);

/**
 * Whether what did not change has to be read too.
 *
 * Findings about an unchanged document are the same on both sides and need not be known, unless it depends on
 * something that did change.
 */
export function dependsOnOthers(
  pairs: readonly ObjectPair<SourcedObject>[],
  unchanged: readonly ReviewDocument[],
): boolean {
  return pairs.some((pair) => {
    const objects = [...('before' in pair ? [pair.before] : []), ...('after' in pair ? [pair.after] : [])];
    return objects.some(
      ({ object }) =>
        DECIDING.has(object.kind) ||
        (pair.change !== 'modified' && (REFERRED.has(object.kind) || ACTING_KINDS.has(object.kind))) ||
        (pair.change !== 'modified' && isNamedIn(object, unchanged)) ||
        mayClash(object),
    );
  });
}

/** Other objects may refer to it, or have its name. */
function isNamedIn(object: KubeObject, documents: readonly ReviewDocument[]): boolean {
  const name = nameOf(object);
  return name !== undefined && documents.some(({ text }) => text.includes(name));
}

/** A MAC address must not be there twice. */
function mayClash({ spec }: KubeObject): boolean {
  return JSON.stringify(spec ?? null).includes('"macAddress"');
}
