import type { FieldKind } from '../../imports/field-table';
import { isMap, type KubeObject } from '../kube/object';
import { checkValue } from './check-value';
import { type Complaint, type Owner, wrongType } from './complaints';
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
  const ofLabels = checkStrings(object.metadata, 'labels');
  const ofAnnotations = checkStrings(object.metadata, 'annotations');
  return ofLabels.length === 0 && ofAnnotations.length === 0 ? ofFields : [...ofFields, ...ofLabels, ...ofAnnotations];
}

const NOTHING_WRONG: readonly never[] = [];

/** The tables leave metadata open, as CRDs do; of what people write there, these two go wrong most. */
function checkStrings(metadata: unknown, name: 'labels' | 'annotations'): readonly Complaint[] {
  const map = isMap(metadata) ? metadata[name] : undefined;
  if (map === undefined || map === null) {
    return NOTHING_WRONG;
  }
  if (!isMap(map)) {
    return [wrongType(['metadata', name], map, { type: 'object' })];
  }
  let complaints: Complaint[] | undefined;
  for (const key in map) {
    const value = map[key];
    // Go reads null as an empty text.
    if (typeof value !== 'string' && value !== undefined && value !== null) {
      complaints ??= [];
      complaints.push(wrongType(['metadata', name, key], value, { type: 'string' }));
    }
  }
  return complaints ?? NOTHING_WRONG;
}
