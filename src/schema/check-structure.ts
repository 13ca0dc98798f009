import type { FieldKind } from '../../imports/field-table';
import { asText, isMap } from '../kube/object';
import { checkMetadata } from './check-metadata';
import { checkValue } from './check-value';
import { type Complaint, namespaceIgnored, type Owner } from './complaints';
import type { ReleaseView } from './release-view';

const NOTHING_WRONG: readonly never[] = [];

/** Everything that is wrong with the structure of an object by its kind. */
export function checkStructure(
  object: Readonly<Record<string, unknown>>,
  { node, scope }: FieldKind,
  view: ReleaseView,
  owner: Owner,
): readonly Complaint[] {
  const ofFields = checkValue(object, node, view, owner);
  const ofMetadata = checkMetadata(object.metadata, owner);
  const ofScope = scope === 'Cluster' ? checkScope(object) : NOTHING_WRONG;
  return ofMetadata.length === 0 && ofScope.length === 0 ? ofFields : [...ofFields, ...ofMetadata, ...ofScope];
}

/** Source: k8s.io/apiserver pkg/registry/rest/meta.go, EnsureObjectNamespaceMatchesRequestNamespace. */
function checkScope(object: Readonly<Record<string, unknown>>): readonly Complaint[] {
  const namespace = isMap(object.metadata) ? object.metadata.namespace : undefined;
  return typeof namespace === 'string' && namespace !== ''
    ? [namespaceIgnored(namespace, asText(object.kind))]
    : NOTHING_WRONG;
}
