import type { Finding } from '../../findings/finding';
import { KnownSecrets, TELLING } from '../../findings/secrets/known-secrets';
import { guardedBy } from '../../findings/shown-finding';
import { addAll, type KubeObject } from '../../kube/object';
import { RULES } from '../../rules/all';
import { goldenDataSources } from '../../rules/golden-images/images-context';
import { Walk } from '../../rules/walk';
import { type CheckContext, ClusterView } from '../cluster-view';
import type { Group } from '../group';
import { isVm } from '../instance-of';

/**
 * Every rule over the objects of one cluster, which are seen one at a time.
 *
 * An object need not be kept once it was seen: rules that compare objects remember what they need of them.
 */
export class ClusterJudge {
  /** Of what a cluster has few of. */
  private readonly _few: readonly KubeObject[];
  private readonly _walk: Walk;
  /** Whether nothing is wrong with the representative of a group. */
  private readonly _groups = new Map<Group, boolean>();
  private readonly _found: Finding[] = [];
  /** Of all objects that something was said of: a rule may compare one with another. */
  private readonly _secrets = new KnownSecrets(TELLING);

  /**
   * @param consulted the objects that others may refer to: all of the cluster, or, where its architectures are known, all
   *   but its VMs
   */
  constructor(consulted: readonly KubeObject[], context: CheckContext) {
    this._few = consulted.filter((object) => !isVm(object));
    const made = goldenDataSources(this._few, context);
    const existing = [...(context.existing ?? []), ...made];
    this._walk = new Walk(RULES, new ClusterView(consulted, made.length === 0 ? context : { ...context, existing }));
  }

  /**
   * All rules about an object while it is at hand: a long stream fits no cache of a processor, and each pass costs.
   *
   * @param group of a VM that is one of several that are alike: what is right about its representative is not asked again
   */
  public see(object: KubeObject, group?: Group): void {
    const found = this._walk.visit(object, group !== undefined && this._isSound(group) ? 'member' : 'all');
    if (found.length > 0) {
      // Whatever a rule puts into its sentences, no secret of the object gets out.
      addAll(this._found, guardedBy(found, new KnownSecrets().learn(object)));
      this._secrets.learn(object);
    }
  }

  /** Whether nothing is wrong with what the members of a group have in common; otherwise each is judged for itself. */
  private _isSound(group: Group): boolean {
    let isSound = this._groups.get(group);
    if (isSound === undefined) {
      isSound = this._walk.visit(group.representative, 'shared').length === 0;
      this._groups.set(group, isSound);
    }
    return isSound;
  }

  /** Everything there is to say, once all objects were seen. */
  public findings(): readonly Finding[] {
    const all = [...this._found, ...this._walk.end()];
    return all.length === 0 ? all : guardedBy(all, this._secrets.learn(...this._few));
  }
}
