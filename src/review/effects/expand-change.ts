import { isMap } from '../../kube/object';
import { type ChangeStep, type FieldChange, keyOf } from '../diff/field-change';

/**
 * A change of a whole as the changes of its parts: what rows are about may have come or gone with all that is around it.
 *
 * Items of lists stay whole, as rows look at them.
 */
export function expandChange(change: FieldChange): FieldChange[] {
  const isAdded = change.before === undefined;
  if (
    change.order !== undefined ||
    (!isAdded && change.after !== undefined) ||
    typeof change.steps.at(-1) === 'object'
  ) {
    return [change];
  }
  const parts: FieldChange[] = [];
  collect(isAdded ? change.after : change.before, change.steps, (steps, value) => {
    parts.push(isAdded ? { steps, after: value } : { steps, before: value });
  });
  return parts.length === 0 ? [change] : parts;
}

function collect(
  value: unknown,
  steps: readonly ChangeStep[],
  add: (steps: readonly ChangeStep[], value: unknown) => void,
): void {
  if (Array.isArray(value) && value.length > 0) {
    value.forEach((item, i) => {
      add([...steps, stepOf(item, i)], item);
    });
  } else if (isMap(value) && Object.keys(value).length > 0) {
    for (const [key, part] of Object.entries(value)) {
      collect(part, [...steps, key], add);
    }
  } else {
    add(steps, value);
  }
}

function stepOf(item: unknown, position: number): ChangeStep {
  if (typeof item !== 'object' || item === null) {
    return { item };
  }
  return keyOf(item, ['name']) ?? keyOf(item, ['metadata.name']) ?? position;
}
