import type { FieldKind, FieldTable } from '../../imports/field-table';
import { asText, isMap } from '../kube/object';
import { checkValue } from './check-value';
import { type Complaint, namespaceIgnored, type Owner } from './complaints';
import { ReleaseView } from './release-view';

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

/** Places of the nodes below. */
const AT = {
  meta: 0,
  any: 1,
  text: 2,
  texts: 3,
  map: 4,
  whole: 5,
  time: 6,
  owners: 7,
  owner: 8,
  list: 9,
  flag: 10,
  name: 11,
} as const;

/**
 * Metadata of any object: CRDs leave it open, the API server reads it into one type and rejects what does not fit.
 *
 * A name and a namespace of another type have a finding of their own, PV002. Null is what Go reads as nothing.
 *
 * Source: k8s.io/apimachinery pkg/apis/meta/v1/types.go; apiextensions-apiserver pkg/apiserver/schema/objectmeta.
 */
const TABLE: FieldTable = {
  kinds: {},
  nodes: [
    {
      type: 'object',
      properties: {
        name: AT.any,
        namespace: AT.any,
        generateName: AT.text,
        labels: AT.map,
        annotations: AT.map,
        finalizers: AT.texts,
        ownerReferences: AT.owners,
        selfLink: AT.text,
        uid: AT.text,
        resourceVersion: AT.text,
        generation: AT.whole,
        creationTimestamp: AT.time,
        deletionTimestamp: AT.time,
        deletionGracePeriodSeconds: AT.whole,
        managedFields: AT.list,
      },
    },
    {},
    { type: 'string' },
    { type: 'array', items: AT.text },
    { type: 'object', values: AT.text },
    { type: 'integer', format: 'int64' },
    { type: 'string', format: 'date-time' },
    { type: 'array', items: AT.owner },
    {
      type: 'object',
      required: ['apiVersion', 'kind', 'name', 'uid'],
      properties: {
        apiVersion: AT.name,
        kind: AT.name,
        name: AT.name,
        uid: AT.name,
        controller: AT.flag,
        blockOwnerDeletion: AT.flag,
      },
    },
    { type: 'array' },
    { type: 'boolean' },
    { type: 'string', minLength: 1 },
  ],
};

const VIEW = new ReleaseView(TABLE, undefined);

/** What the API server rejects in the structure of metadata, wherever it is. */
export function checkMetadata(metadata: unknown, owner: Owner): readonly Complaint[] {
  if (!isMap(metadata)) {
    return NOTHING_WRONG;
  }
  const complaints = checkValue(metadata, AT.meta, VIEW, owner);
  return complaints.length === 0
    ? NOTHING_WRONG
    : complaints
        .filter(({ isNull }) => isNull !== true)
        .map((complaint) => ({ ...complaint, steps: ['metadata', ...complaint.steps] }));
}
