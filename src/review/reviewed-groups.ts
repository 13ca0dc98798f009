import type { Group, Membership } from '../cluster/group';
import type { Finding } from '../findings/finding';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { type IgnoreRule, tellsApart, withoutIgnored } from './diff/ignore-rules';
import type { ObjectPair } from './diff/match-objects';
import { isLive, ownerOf } from './diff/server-made';
import { originOf, type SourcedObject } from './documents';
import type { ClusterFacts } from './effects/cluster-facts';
import type { LiveState } from './effects/live-state';
import { refusalOf } from './refusals';
import type { ReviewedChange } from './result';
import { reviewedChange } from './reviewed-change';

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
