import { shownValue } from '../../findings/secrets/shown-value';
import { groupOf } from '../../kube/identity';
import { isQualifiedName } from '../../kube/names';
import { isMap, type KubeObject } from '../../kube/object';
import { NOTHING_WRONG, type Said } from '../rule';

export const REFUSED = 'The API server rejects the object';
export const METADATA_SOURCE = 'k8s.io/apimachinery pkg/api/validation/objectmeta.go';
const OF_OBJECT = { code: 'PV003', why: REFUSED } as const;

/** What only some objects have in their metadata: owners, finalizers, many annotations, what a cluster wrote. */
export function checkReferences(object: KubeObject, own: Readonly<Record<string, unknown>>): readonly Said[] {
  const ofOwners = checkOwners(object, own);
  const ofCopy = checkManaged(object, own);
  return ofOwners.length === 0 ? ofCopy : [...ofOwners, ...ofCopy];
}

/** What a copy from a cluster brings along. */
function checkManaged(
  object: KubeObject,
  { managedFields, generation }: Readonly<Record<string, unknown>>,
): readonly Said[] {
  if (typeof generation === 'number' && generation < 0 && keepsGeneration(object)) {
    return [
      {
        ...OF_OBJECT,
        path: 'metadata.generation',
        what: `${generation} is not at least 0`,
        fix: 'leave it out: the API server counts',
        source: METADATA_SOURCE,
      },
    ];
  }
  return managedFields === undefined || managedFields === null
    ? NOTHING_WRONG
    : [
        {
          code: 'PV003',
          severity: 'info',
          path: 'metadata.managedFields',
          what: 'managedFields are the API server’s own',
          why: SERVER_SIDE,
          fix: 'leave them out: kubectl get without --show-managed-fields does',
          source: 'k8s.io/apiserver pkg/endpoints/handlers/patch.go',
        },
      ];
}

/** What is to become of what an object owns: one or the other. */
const TOGETHER: readonly string[] = ['orphan', 'foregroundDeletion'];

/**
 * Groups of Kubernetes whose objects have only finalizers with a slash, and the three of Kubernetes itself; others may have any name.
 *
 * Source: kubernetes pkg/apis/core/validation/validation.go ValidateObjectMeta, and what an API server of 1.36 says of each.
 */
const QUALIFIED: ReadonlySet<string> = new Set([
  ...['', 'apps', 'batch', 'autoscaling', 'rbac.authorization.k8s.io', 'networking.k8s.io'],
  ...['storage.k8s.io', 'scheduling.k8s.io'],
]);
const STANDARD: readonly string[] = [...TOGETHER, 'kubernetes'];

function isFinalizer(name: string, { apiVersion }: KubeObject): boolean {
  return (
    isQualifiedName(name) && (name.includes('/') || STANDARD.includes(name) || !QUALIFIED.has(groupOf(apiVersion)))
  );
}

/** Kinds whose generation the API server does not write itself, and therefore looks at; as one of 1.36 does. */
function keepsGeneration({ apiVersion, kind }: KubeObject): boolean {
  const group = groupOf(apiVersion);
  return group === ''
    ? kind !== 'Pod' && kind !== 'ReplicationController'
    : COUNTED_BY_NONE.has(group) || kind === 'StorageClass';
}

const COUNTED_BY_NONE: ReadonlySet<string> = new Set([
  'autoscaling',
  'coordination.k8s.io',
  'rbac.authorization.k8s.io',
]);

/** 256 KiB, keys and values together. */
const MOST_ANNOTATED = 262_144;

/** What only some objects have: many annotations, finalizers, owners. */
function checkOwners(
  object: KubeObject,
  { annotations, finalizers, ownerReferences }: Readonly<Record<string, unknown>>,
): readonly Said[] {
  if (annotations === undefined && finalizers === undefined && ownerReferences === undefined) {
    return NOTHING_WRONG;
  }
  const findings: Said[] = [...repeated(finalizers, ownerReferences)];
  const bytes = isMap(annotations) ? bytesOf(annotations) : 0;
  if (bytes > MOST_ANNOTATED) {
    findings.push({
      ...OF_OBJECT,
      path: 'metadata.annotations',
      what: `annotations have ${bytes} bytes, more than ${MOST_ANNOTATED}`,
      fix: 'put what is long into a ConfigMap',
      source: METADATA_SOURCE,
    });
  }
  for (const [i, finalizer] of listOf(finalizers).entries()) {
    if (typeof finalizer === 'string' && !isFinalizer(finalizer, object)) {
      findings.push({
        ...OF_OBJECT,
        path: `metadata.finalizers[${i}]`,
        what: `${shownValue(finalizer)} is not the name of a finalizer`,
        fix: 'write a DNS name, a slash and a name, as in example.com/cleanup',
        source: METADATA_SOURCE,
      });
    }
  }
  for (const [i, owner] of listOf(ownerReferences).entries()) {
    const version = isMap(owner) ? owner.apiVersion : undefined;
    if (typeof version === 'string' && /\/$|\/.*\//.test(version)) {
      findings.push({
        ...OF_OBJECT,
        path: `metadata.ownerReferences[${i}].apiVersion`,
        what: `${shownValue(version)} is not a group and its version`,
        fix: 'write them as in apps/v1',
        source: METADATA_SOURCE,
      });
    }
    if (isMap(owner) && version === 'v1' && owner.kind === 'Event') {
      findings.push({
        ...OF_OBJECT,
        path: `metadata.ownerReferences[${i}].kind`,
        what: 'an Event cannot own anything',
        fix: 'name another owner, or leave it out',
        source: METADATA_SOURCE,
      });
    }
  }
  if (TOGETHER.every((each) => listOf(finalizers).includes(each))) {
    findings.push({
      ...OF_OBJECT,
      path: 'metadata.finalizers',
      what: `${TOGETHER.join(' and ')} are both set`,
      fix: 'leave out one of the two: what owns nothing needs neither',
      source: METADATA_SOURCE,
    });
  }
  const [, second] = [...listOf(ownerReferences).entries()].filter(
    ([, each]) => isMap(each) && each.controller === true,
  );
  if (second !== undefined) {
    findings.push({
      ...OF_OBJECT,
      path: `metadata.ownerReferences[${second[0]}].controller`,
      what: 'another owner is already the controller',
      fix: 'leave controller out of all owners but one',
      source: METADATA_SOURCE,
    });
  }
  return findings;
}

const SERVER_SIDE = 'Server-side apply rejects the object with it; other clients do not mind';

/** What server-side apply tells items of these lists apart by. */
function repeated(finalizers: unknown, owners: unknown): readonly Said[] {
  const uids = listOf(owners).map((each) => (isMap(each) ? each.uid : undefined));
  return [...repeatedIn(listOf(finalizers), 'metadata.finalizers'), ...repeatedIn(uids, 'metadata.ownerReferences')];
}

function repeatedIn(keys: readonly unknown[], path: string): readonly Said[] {
  return keys.flatMap((key, i): Said[] =>
    typeof key === 'string' && keys.indexOf(key) < i
      ? [
          {
            code: 'PV044',
            severity: 'warning',
            path: `${path}[${i}]`,
            what: `${shownValue(key)} is in the list twice, first at ${keys.indexOf(key)}`,
            why: SERVER_SIDE,
            fix: 'remove one of the two',
            source: 'k8s.io/apimachinery pkg/apis/meta/v1/types.go ObjectMeta',
          },
        ]
      : [],
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : NOTHING_WRONG;
}

/** Bytes are only counted where there may be too many: a character has three at most for each that a text is long. */
function bytesOf(annotations: Readonly<Record<string, unknown>>): number {
  let length = 0;
  for (const key in annotations) {
    const value = annotations[key];
    length += key.length + (typeof value === 'string' ? value.length : 0);
  }
  if (length * 3 <= MOST_ANNOTATED) {
    return length;
  }
  const encoder = new TextEncoder();
  return Object.entries(annotations).reduce(
    (sum, [key, value]) => sum + encoder.encode(key + (typeof value === 'string' ? value : '')).length,
    0,
  );
}
