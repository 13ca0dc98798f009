import { groupOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { PerKind } from '../kube/per-kind';
import { CLUSTER_API } from '../machines/cluster-api-view';
import type { CustomKinds } from '../schema/custom-kinds';
import { versionsOf } from '../schema/tables';
import { isKnownKind } from '../schema/validate';
import { makesGuests } from './guests';

/** How many objects are of kinds that no rule is about: of them only name and identity are judged. */
export function countUnjudged(objects: readonly KubeObject[], crds: CustomKinds | undefined): number {
  const isJudged = new PerKind((object) => isJudgedKind(object, crds));
  let count = 0;
  for (const object of objects) {
    count += isJudged.of(object) ? 0 : 1;
  }
  return count;
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
