import { type Finding, type FindingObject, findingOfEach, type GroupFinding } from '../../findings/finding';
import { KnownSecrets, TELLING } from '../../findings/secrets/known-secrets';
import { guardedBy } from '../../findings/shown-finding';
import { findingObject } from '../../kube/identity';
import { selectedKeys } from '../../kube/label-selector';
import { addAll, isMap, type KubeObject } from '../../kube/object';
import { RULES } from '../../rules/all';
import { Walk } from '../../rules/walk';
import { type CheckContext, ClusterView } from '../cluster-view';
import { goldenDataSources } from '../data-sources';
import { type Group, grouped } from '../group';
import { isVm } from '../instance-of';

/** The objects of a cluster, VMs that are alike with their groups. */
interface Ruled extends CheckContext {
  readonly objects: readonly {
    readonly object: KubeObject;
    readonly membership?: { readonly group: Group } | undefined;
  }[];
}

/** What every rule says of the objects of one cluster, before allowances and policies; of a group once. */
export function applyRules(cluster: Ruled): readonly GroupFinding[] {
  const judge = new ClusterJudge(
    cluster.objects.map(({ object }) => object),
    cluster,
  );
  for (const { object, membership } of cluster.objects) {
    judge.see(object, membership?.group);
  }
  return judge.findings();
}

/** The same for plain objects, and said of each. */
export function checkObjects(objects: readonly KubeObject[], context: CheckContext): readonly Finding[] {
  return applyRules({ ...context, objects: grouped(objects.map((object) => ({ object }))) }).flatMap(findingOfEach);
}

/** What is said of a group. */
interface JudgedGroup {
  /** Whether what members have in common is judged with the group; otherwise each is judged for itself. */
  readonly isShared: boolean;
  readonly hasFindings: boolean;
  /** Those that the findings of the group are about, as they are seen. */
  readonly members: FindingObject[];
}

/**
 * Every rule over the objects of one cluster, which are seen one at a time.
 *
 * An object need not be kept once it was seen: rules that compare objects remember what they need of them.
 */
export class ClusterJudge {
  /** Of what a cluster has few of. */
  private readonly _few: readonly KubeObject[];
  private readonly _walk: Walk;
  /** Labels by which presets select: where they tell members of a group apart, the members may be different VMs in the end. */
  private readonly _selecting: ReadonlySet<string>;
  private readonly _groups = new Map<Group, JudgedGroup>();
  private readonly _found: GroupFinding[] = [];
  /** Of all objects that something was said of: a rule may compare one with another. */
  private _secrets: KnownSecrets | undefined;

  /**
   * @param consulted the objects that others may refer to: all of the cluster, or, where its nodes and architectures are known, all
   *   but its VMs, which may be added while they are seen: no rule looks for one
   */
  constructor(consulted: readonly KubeObject[], context: CheckContext) {
    this._few = consulted.filter((object) => !isVm(object));
    const made = goldenDataSources(this._few, context);
    const existing = [...(context.existing ?? []), ...made];
    const view = new ClusterView(consulted, made.length === 0 ? context : { ...context, existing });
    this._walk = new Walk(RULES, view);
    this._selecting = new Set(
      view.presets.flatMap(({ spec }) => selectedKeys(isMap(spec) ? spec.selector : undefined)),
    );
  }

  /**
   * All rules about an object while it is at hand: a long stream fits no cache of a processor, and each pass costs.
   *
   * @param group of a VM that is one of several that are alike: what they have in common is judged once
   */
  public see(object: KubeObject, group?: Group): void {
    const isShared = group !== undefined && this._seeMember(object, group);
    const found = this._walk.visit(object, isShared ? 'member' : 'all');
    if (found.length > 0) {
      this._take(found, object);
    }
  }

  /** Takes a VM to what is said of its group; false where each member is to be judged for itself. */
  private _seeMember(object: KubeObject, group: Group): boolean {
    let judged = this._groups.get(group);
    if (judged === undefined) {
      judged = this._judgeGroup(object, group);
      this._groups.set(group, judged);
    }
    if (judged.hasFindings) {
      judged.members.push(findingObject(object));
    }
    return judged.isShared;
  }

  /**
   * Judges what the members of a group have in common.
   *
   * What is wrong with the representative is said of every member, unless a rule sets something else of the first one: then it
   * reads, or quotes, a text of the member's own.
   */
  private _judgeGroup(first: KubeObject, group: Group): JudgedGroup {
    if (this._isSelectedByOwnLabels(group)) {
      return { isShared: false, hasFindings: false, members: [] };
    }
    const { representative } = group;
    const found = this._walk.visit(representative, 'shared');
    if (found.length === 0) {
      return { isShared: true, hasFindings: false, members: [] };
    }
    const ofFirst = this._walk.visit(first, 'shared');
    const said = saidOfItself(found, representative);
    if (said === undefined || said !== saidOfItself(ofFirst, first)) {
      return { isShared: false, hasFindings: false, members: [] };
    }
    const members: FindingObject[] = [];
    this._take(
      ofFirst.map((finding) => ({ ...finding, members })),
      first,
    );
    return { isShared: true, hasFindings: true, members };
  }

  private _isSelectedByOwnLabels(group: Group): boolean {
    return (
      this._selecting.size > 0 &&
      group.places.some((steps) => steps.at(-2) === 'labels' && this._selecting.has(`${steps.at(-1)}`))
    );
  }

  /** Whatever a rule puts into its sentences, no secret of the object gets out. */
  private _take(found: readonly GroupFinding[], object: KubeObject): void {
    addAll(this._found, guardedBy(found, new KnownSecrets().learn(object)));
    this._secrets ??= new KnownSecrets(TELLING);
    this._secrets.learn(object);
  }

  /** Everything there is to say, once all objects were seen. */
  public findings(): readonly GroupFinding[] {
    const all = [...this._found, ...this._walk.end()];
    return all.length === 0 ? all : guardedBy(all, (this._secrets ?? new KnownSecrets(TELLING)).learn(...this._few));
  }
}

/** What is said of an object itself; nothing where some of it is about another one. */
function saidOfItself(findings: readonly Finding[], object: KubeObject): string | undefined {
  const itself = findingObject(object);
  return findings.every((finding) => finding.object === itself)
    ? JSON.stringify(findings.map(({ object: _, ...finding }) => finding))
    : undefined;
}
