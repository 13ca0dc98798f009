import type { FieldKind } from '../../imports/field-table';
import type { KubeObject } from '../kube/object';
import { checkMetadata } from './check-metadata';
import { checkValue } from './check-value';
import type { Complaint, Owner } from './complaints';
import type { ReleaseView } from './release-view';

/** The status is the cluster's own; what a manifest says there is not kept. */
export function withoutStatus(object: KubeObject): Readonly<Record<string, unknown>> {
  if (object.status === undefined) {
    return object;
  }
  const { status: _, ...written } = object;
  return written;
}

/** Everything that is wrong with the structure of an object by its kind. */
export function checkStructure(
  object: Readonly<Record<string, unknown>>,
  { node }: FieldKind,
  view: ReleaseView,
  owner: Owner,
): readonly Complaint[] {
  const ofFields = checkValue(object, node, view, owner);
  const ofMetadata = checkMetadata(object.metadata, owner);
  return ofMetadata.length === 0 ? ofFields : [...ofFields, ...ofMetadata];
}
