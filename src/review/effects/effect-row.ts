import { isMap, type KubeObject } from '../../kube/object';
import { holdsIn, type Release, type ReleaseRange } from '../../kube/release';
import { type ChangeStep, type FieldChange, keyOf } from '../diff/compare';
import type { ClusterFacts } from './cluster-facts';
import type { Assumption, Effect, EffectName, EffectSeverity } from './effect';
import type { VmField } from './vm-view';

/** Input of rows: a changed field, and whatever else the rows of a kind need. */
export interface ChangedField {
  readonly change: FieldChange;
  /** The field with `[]` for items, below what the rows are about. */
  readonly path: string;
}

/** What the change of a field does, from one release to another. */
interface EffectRow<V extends ChangedField> extends ReleaseRange {
  /** The field, and all that is below it; what is above it too, when that came or went as a whole. Empty for all. */
  readonly path: string;
  readonly when?: (view: V) => boolean;
  readonly effect: EffectName;
  readonly severity: EffectSeverity;
  readonly text: string | ((view: V) => string);
  readonly source: string;
  readonly otherwise?: string;
  readonly also?: readonly string[];
  readonly assumes?: readonly Assumption[];
  /** Whether it is rejected only because the object exists: one that is deleted and made anew may have it. */
  readonly isFixed?: true;
}

/** The first row that is about a field; rows end with one for everything else. */
export function rowFor<V extends ChangedField, R extends EffectRow<V>>(
  rows: readonly R[],
  view: V,
  release: Release,
): R | undefined {
  return rows.find(
    (row) => isAbout(row.path, view.path) && holdsIn(row, release) && (row.when === undefined || row.when(view)),
  );
}

/** What a row says of a field. */
export function effectOfRow<V extends ChangedField>(row: EffectRow<V>, view: V): Effect {
  const { effect, severity, text, source, otherwise, also, assumes, isFixed } = row;
  return {
    effect,
    severity,
    text: typeof text === 'string' ? text : text(view),
    source,
    ...(otherwise === undefined ? {} : { otherwise }),
    ...(also === undefined ? {} : { also }),
    ...(assumes === undefined ? {} : { assumes }),
    ...(isFixed === undefined ? {} : { isFixed }),
  };
}

/** Whether a field is that of a row or below it. */
function isAbout(row: string, path: string): boolean {
  if (row === '' || row === path) {
    return true;
  }
  const next = path.startsWith(row) ? path[row.length] : undefined;
  return next === '.' || next === '[';
}

/** A field and what its change does. */
export interface FieldEffect {
  readonly change: FieldChange;
  readonly effect: Effect;
}

/** One field of an object that changed. Its path is below the object. */
export interface ObjectField extends ChangedField {
  readonly before: KubeObject;
  readonly after: KubeObject;
  readonly facts: ClusterFacts;
  readonly was: ClusterFacts;
}

/** What the change of a field of some kinds does. */
export interface ObjectRow extends EffectRow<ObjectField> {
  /** `Kind.group`. */
  readonly kinds: readonly string[];
}

/** The effect of a changed field on a running VM. */
export interface VmRow extends EffectRow<VmField> {
  /** Whether a migration applies it, so that it depends on how KubeVirt may update workloads. */
  readonly byMigration?: 'of the VM' | 'of its storage';
  /**
   * Whether it waits when another field needs a restart: CPUs, memory, placement and storage do, under LiveUpdate.
   *
   * Source: kubevirt pkg/virt-controller/watch/vm/vm.go sync.
   */
  readonly waits?: true;
  /** Whether the handler that applies it asks for the restart itself: then others do not wait for it. */
  readonly byHandler?: true;
  /** Whether it says something of a VM that does not run, too. */
  readonly always?: true;
}

/** Where most of it was read. */
export const VM_CONTROLLER = 'kubevirt pkg/virt-controller/watch/vm/vm.go';

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
