import type { Group, Membership } from '../cluster/group';
import type { Finding } from '../findings/finding';
import { KnownSecrets } from '../findings/secrets/known-secrets';
import { isSecretName } from '../findings/secrets/secret-keys';
import { HIDDEN, isSecretFlag } from '../findings/secrets/secret-text';
import { isSecretAt, isValueKey, shower } from '../findings/secrets/shown-value';
import { findingObject } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { type ChangeStep, type FieldChange, positionIn, shownSteps } from './diff/compare';
import { type IgnoreRule, tellsApart, withoutIgnored } from './diff/ignore-rules';
import type { ObjectPair } from './diff/match-objects';
import { isLive, ownerOf, withoutServerMade } from './diff/noise-rows';
import { originOf, type SourcedObject } from './documents';
import { applicationAdded, applicationChanged, applicationRemoved } from './effects/applications';
import type { ClusterFacts } from './effects/cluster-facts';
import { compareEffects, type Effect } from './effects/effect';
import { effectsOf, type ObjectEffect } from './effects/effects-of';
import { addedEffect, removedEffect, renamedEffect, syncOptions } from './effects/life-cycle';
import type { LiveState } from './effects/live-state';
import { refusalOf } from './refusals';
import type { ObjectStates, ReviewedChange, ReviewedField } from './result';

/** One object that changed as a review tells it; nothing where a cluster sees no change. */
function reviewedChange(
  pair: ObjectPair<SourcedObject>,
  clean: (object: KubeObject) => KubeObject,
  was: ClusterFacts,
  facts: ClusterFacts,
  findings: readonly Finding[],
): ReviewedChange | undefined {
  if (pair.change === 'removed') {
    return told(pair.before, 'removed', {
      effect: applicationRemoved(pair.before.object, facts) ?? removedEffect(pair.before.object, facts),
      fields: [],
    });
  }
  const refusal = refusalOf(findings, pair.change, syncOptions(pair.after.object));
  if (pair.change === 'added') {
    return told(pair.after, 'added', {
      effect: refusal ?? applicationAdded(pair.after.object, facts) ?? addedEffect(pair.after.object, facts),
      fields: [],
    });
  }
  const [before, after] = [pair.before.object, pair.after.object];
  const found = effectsOf(clean(withoutServerMade(before, after)), clean(withoutServerMade(after, before)), was, facts);
  if (pair.change === 'renamed') {
    const renamed = { effect: renamedEffect(before, after, facts), fields: found?.fields ?? [] };
    return {
      ...told(pair.after, 'renamed', { ...renamed, effect: worse(renamed.effect, refusal) }, pair.before),
      from: findingObject(pair.before.object),
    };
  }
  return found === undefined
    ? undefined
    : told(
        pair.after,
        'modified',
        {
          ...found,
          effect: worse(applicationChanged(pair.before.object, pair.after.object, facts) ?? found.effect, refusal),
        },
        pair.before,
      );
}

/**
 * A change of a VM that fits no node afterwards: it runs on where it is, and its next start fails, whatever else needs one. One that is
 * new is made, and waits for a node.
 */
export function withoutNode(change: ReviewedChange, reason: string): ReviewedChange {
  const isNew = change.change === 'added';
  const fails: Effect = {
    effect: isNew ? 'start-fails' : 'next-start-fails',
    severity: 'disruptive',
    text: isNew
      ? `It is made, and no node takes it: ${reason}`
      : `It stays where it runs, and no node takes it any more: ${reason}`,
    source: 'kube-scheduler',
    also: [...new Set([change.effect, ...(change.also ?? [])])].filter((name) => name !== 'none' && name !== 'start'),
  };
  if (compareEffects(fails, change) >= 0) {
    return change;
  }
  const { ifRunning: _, otherwise: __, ...rest } = change;
  return { ...rest, ...parts(fails) };
}

/** Both states without what is secret; what was hidden and changed says so. */
export function statesOf(pair: ObjectPair<SourcedObject>): ObjectStates {
  const shown = ({ object }: SourcedObject) =>
    new KnownSecrets().learn(object).withoutIn(stepShower(object)(object, [])) as Readonly<Record<string, unknown>>;
  return {
    ...('before' in pair ? { before: shown(pair.before) } : {}),
    ...('after' in pair ? { after: shown(pair.after) } : {}),
  };
}

function worse(effect: Effect, refusal: Effect | undefined): Effect {
  return refusal !== undefined && compareEffects(refusal, effect) < 0 ? refusal : effect;
}

function told(
  holder: SourcedObject,
  change: ReviewedChange['change'],
  { effect, fields }: ObjectEffect,
  other?: SourcedObject,
): ReviewedChange {
  const { object } = holder;
  const states = other === undefined ? [object] : [object, other.object];
  const known = new KnownSecrets().learn(...states);
  const shown = fields.map((field) => known.withoutIn(reviewedField(states, field.change, field.effect)));
  const origin = originOf(holder, shown);
  return {
    object: findingObject(object),
    change,
    ...known.withoutIn(parts(effect)),
    ...(effect.assumes === undefined
      ? {}
      : { assumes: [...new Set(fields.flatMap((field) => field.effect.assumes ?? []).concat(effect.assumes))] }),
    fields: shown,
    ...(origin === undefined ? {} : { origin }),
  };
}

function reviewedField(states: readonly KubeObject[], change: FieldChange, effect: Effect): ReviewedField {
  const show = stepShower(states[0]!);
  const [before, after] = [show(change.before, change.steps), show(change.after, change.steps)];
  // Where what differs is hidden both look alike.
  const hidden = isHiddenChange(states, change) || JSON.stringify(before) === JSON.stringify(after);
  return {
    path: shownSteps(change.steps),
    ...(hidden
      ? { hidden: true }
      : { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }),
    ...parts(effect),
  };
}

function parts({ effect, severity, text, ifRunning, otherwise, also, source }: Effect): Omit<ReviewedField, 'path'> {
  return {
    effect,
    severity,
    text,
    ...(ifRunning === undefined ? {} : { ifRunning }),
    ...(otherwise === undefined ? {} : { otherwise }),
    ...(also === undefined ? {} : { also }),
    source,
  };
}

/** Shows the values of one object at steps of a change. */
type ShowStep = (value: unknown, steps: readonly ChangeStep[]) => unknown;

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

/** A VM before and after a change, as a member of a group on either side. */
interface MemberPair {
  readonly before: SourcedObject & { readonly membership: Membership };
  readonly after: SourcedObject & { readonly membership: Membership };
}

/** What all members come to: nothing where a cluster sees no change, `each` where they do not come to the same. */
type GroupChange = ReviewedChange | undefined | 'each';

/**
 * Tells what becomes of objects, once for VMs that are alike on both sides.
 *
 * A change of the group is that of its members where their own texts stay as they were. What is only known by the name of a VM, whether
 * it runs and what is said of it, is looked up for each.
 */
export class ReviewedGroups {
  private readonly _known = new Map<Group, Map<Group, Map<string, GroupChange>>>();

  private readonly _mayShare: boolean;

  constructor(
    private readonly ignore: readonly IgnoreRule[],
    private readonly was: ClusterFacts,
    private readonly facts: ClusterFacts,
  ) {
    this._mayShare = !ignore.some(tellsApart);
  }

  /** One object that changed as a review tells it; nothing where a cluster sees no change. */
  public change(pair: ObjectPair<SourcedObject>, findings: readonly Finding[]): ReviewedChange | undefined {
    if (pair.change === 'removed' && isLeftToController(pair.before.object)) {
      return undefined;
    }
    const members = this._mayShare && pair.change === 'modified' ? memberPair(pair) : undefined;
    const known = members === undefined ? 'each' : this._ofGroup(members, findings);
    if (known === 'each') {
      return this._reviewed(pair, findings, this.was, this.facts);
    }
    return known === undefined || members === undefined ? undefined : changeOf(known, members.after);
  }

  private _ofGroup(pair: MemberPair, findings: readonly Finding[]): GroupChange {
    const live = [this.facts.liveOf(pair.before.object), this.facts.liveOf(pair.after.object)] as const;
    // Each instance has a UUID of its own, which counts only where that of the VM changes: then its texts are not the same.
    const key = JSON.stringify([live, refusalOf(findings, 'modified')], (name, value) =>
      name === 'uuid' ? undefined : value,
    );
    const known = this._byState(pair);
    if (!known.has(key)) {
      known.set(key, this._firstOf(pair, findings, live));
    }
    return known.get(key);
  }

  private _byState({ before, after }: MemberPair): Map<string, GroupChange> {
    const byGroup = this._known.get(before.membership.group) ?? new Map<Group, Map<string, GroupChange>>();
    const byState = byGroup.get(after.membership.group) ?? new Map<string, GroupChange>();
    this._known.set(before.membership.group, byGroup.set(after.membership.group, byState));
    return byState;
  }

  /** What the first member comes to, where its representatives come to the very same: then nothing of it is its own. */
  private _firstOf(
    pair: MemberPair,
    findings: readonly Finding[],
    [was, is]: readonly [LiveState, LiveState],
  ): GroupChange {
    const { before, after } = pair;
    const old = { object: before.membership.group.representative };
    const fresh = { object: after.membership.group.representative };
    const liveOf = (object: KubeObject) => (object === old.object ? was : is);
    const facts = { ...this.facts, liveOf };
    const ofGroup = this._reviewed(
      { change: 'modified', before: old, after: fresh },
      findings,
      { ...this.was, liveOf },
      facts,
    );
    const ofFirst = this._reviewed({ change: 'modified', before, after }, findings, this.was, this.facts);
    return saidOf(ofGroup) === saidOf(ofFirst) ? ofFirst : 'each';
  }

  private _reviewed(
    pair: ObjectPair<SourcedObject>,
    findings: readonly Finding[],
    was: ClusterFacts,
    facts: ClusterFacts,
  ): ReviewedChange | undefined {
    return reviewedChange(pair, (object) => withoutIgnored(object, this.ignore), was, facts, findings);
  }
}

/** An object of an export that its controller made, and makes again: no file has it, and none deletes it. */
function isLeftToController(object: KubeObject): boolean {
  return isLive(object) && ownerOf(object) !== undefined;
}

/** Two states of a VM whose own texts, and where they are, stay the same. */
function memberPair({ before, after }: { before: SourcedObject; after: SourcedObject }): MemberPair | undefined {
  const [was, is] = [before.membership, after.membership];
  return was !== undefined && is !== undefined && isSame(was, is)
    ? { before: { ...before, membership: was }, after: { ...after, membership: is } }
    : undefined;
}

function isSame({ group: a, texts }: Membership, { group: b, texts: others }: Membership): boolean {
  return (
    texts.length === others.length &&
    texts.every((text, i) => text === others[i]) &&
    (a.places === b.places || JSON.stringify(a.places) === JSON.stringify(b.places))
  );
}

/** What is said of a change, but for whom it is about. */
function saidOf(change: ReviewedChange | undefined): string | undefined {
  return change === undefined ? undefined : JSON.stringify({ ...change, object: undefined, origin: undefined });
}

/** The same of another member. */
function changeOf({ origin: _, ...known }: ReviewedChange, after: SourcedObject): ReviewedChange {
  const origin = originOf(after, known.fields);
  return { ...known, object: findingObject(after.object), ...(origin === undefined ? {} : { origin }) };
}
