import { isMap, type KubeObject } from '../../kube/object';
import { isSecretName } from '../../secrets/secret-keys';
import { HIDDEN, isSecretFlag } from '../../secrets/secret-text';
import { isSecretAt, isValueKey, shower } from '../../secrets/shown-value';
import { type ChangeStep, type FieldChange, positionIn } from './field-change';

/** Shows the values of one object at steps of a change. */
export type ShowStep = (value: unknown, steps: readonly ChangeStep[]) => unknown;

/** How values of an object are shown in a review. */
export function stepShower(object: KubeObject): ShowStep {
  const show = shower(object);
  return (value, steps) => show(value, keysOf(steps));
}

/** Whether the value of a change is one that must not be shown; in a list it may depend on what is before it. */
export function isHiddenChange(states: readonly KubeObject[], change: FieldChange): boolean {
  const value = change.after ?? change.before;
  const keys = keysOf(change.steps);
  return (
    stepShower(states[0]!)(value, change.steps) === HIDDEN ||
    (typeof value !== 'object' && [change.before, change.after].some((each) => isSecretAt(each, keys, states[0]))) ||
    isSecretItem(change.steps) ||
    states.some((state) => isAfterFlag(state, change.steps))
  );
}

/** A variable that is addressed by its name: `env[PASSWORD].value`. */
function isSecretItem(steps: readonly ChangeStep[]): boolean {
  const last = steps.at(-1);
  return (
    typeof last === 'string' &&
    isValueKey(last) &&
    steps.some((step) => typeof step === 'object' && 'values' in step && isSecretName(step.values[0]))
  );
}

/** The word after `--token` in a list of arguments. */
function isAfterFlag(object: KubeObject, steps: readonly ChangeStep[]): boolean {
  const position = steps.at(-1);
  const list = typeof position === 'number' ? steps.slice(0, -1).reduce<unknown>(stepInto, object) : undefined;
  return Array.isArray(list) && isSecretFlag(list[(position as number) - 1]) && !isSecretFlag(list[position as number]);
}

function stepInto(value: unknown, step: ChangeStep): unknown {
  if (Array.isArray(value)) {
    return value[positionIn(value, step)];
  }
  return isMap(value) && typeof step === 'string' ? value[step] : undefined;
}

function keysOf(steps: readonly ChangeStep[]): string[] {
  return steps.filter((step) => typeof step === 'string');
}
