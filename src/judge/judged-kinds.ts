import { makesGuests } from '../cluster/guests';
import { groupOf, PerKind } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { CLUSTER_API } from '../machines/view';
import type { CustomKinds } from '../schema/custom-validator';
import { versionsOf } from '../schema/tables';
import { isKnownKind } from '../schema/validate';

/** Kinds that no rule is about, as `v1 Service`, and how many objects are of each: only name and identity of them are judged. */
export function unjudgedKinds(objects: readonly KubeObject[], crds: CustomKinds | undefined): Map<string, number> {
  const isJudged = new PerKind((object) => isJudgedKind(object, crds));
  const counts = new Map<string, number>();
  for (const object of objects) {
    if (!isJudged.of(object)) {
      const kind = `${object.apiVersion} ${object.kind}`;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  return counts;
}

function isJudgedKind(object: KubeObject, crds: CustomKinds | undefined): boolean {
  const { apiVersion, kind } = object;
  return (
    isKnownKind(apiVersion, kind) ||
    makesGuests(object) ||
    (kind === 'MachineDeployment' && ['cluster.k8s.io', CLUSTER_API].includes(groupOf(apiVersion))) ||
    (crds !== undefined && versionsOf(crds, groupOf(apiVersion), kind).length > 0)
  );
}
