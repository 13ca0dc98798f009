import type { FieldKind } from '../../imports/field-table';
import { isMap, type KubeObject } from '../kube/object';
import { checkValue } from './check-value';
import { type Complaint, type Owner, wrongType } from './complaints';
import type { ReleaseView } from './release-view';

/** The status is the cluster's own; what somebody wrote there is not kept anyway. */
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
): Complaint[] {
  return [
    ...checkValue(object, node, view, owner),
    ...checkStrings(object.metadata, 'labels'),
    ...checkStrings(object.metadata, 'annotations'),
  ];
}

/** The tables leave metadata open, as CRDs do; of what people write there, these two go wrong most. */
function checkStrings(metadata: unknown, name: 'labels' | 'annotations'): Complaint[] {
  const map = isMap(metadata) ? metadata[name] : undefined;
  if (map === undefined || map === null) {
    return [];
  }
  if (!isMap(map)) {
    return [wrongType(['metadata', name], map, { type: 'object' })];
  }
  const complaints: Complaint[] = [];
  for (const key of Object.keys(map)) {
    // Go reads null as an empty text.
    if (typeof map[key] !== 'string' && map[key] !== undefined && map[key] !== null) {
      complaints.push(wrongType(['metadata', name, key], map[key], { type: 'string' }));
    }
  }
  return complaints;
}
