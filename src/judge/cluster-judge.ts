import { type CheckContext, ClusterView } from '../cluster/cluster-view';
import type { Group } from '../cluster/group';
import { isMachine } from '../cluster/guests';
import type { Finding } from '../findings/finding';
import { guardedBy } from '../findings/shown-finding';
import { addAll } from '../kube/long-lists';
import type { KubeObject } from '../kube/object';
import { checkDataSources } from '../rules/boot-sources';
import { checkDataVolumes } from '../rules/data-volumes';
import { checkUsedGates, gatePictureOf, ListedGates, withoutGates } from '../rules/gates';
import { checkGoldenImages, goldenDataSources } from '../rules/golden-images';
import { aboutProposal, hypervisorRule } from '../rules/hypervisors';
import { checkInstallations, identityRule } from '../rules/identities';
import { ImageDigests } from '../rules/image-digests';
import { checkInstancetypes } from '../rules/instancetypes';
import { checkKubeVirts } from '../rules/kubevirt';
import { macAddressRule } from '../rules/mac-addresses';
import { checkMachine } from '../rules/machine';
import { checkPeers } from '../rules/machine-placement';
import { checkMachineDeployments } from '../rules/machines';
import { checkMetadata } from '../rules/metadata';
import { checkNames } from '../rules/names';
import { checkOpenArchitecture } from '../rules/open-architecture';
import { checkPlainData } from '../rules/plain-data';
import { checkPolicyLabel } from '../rules/policy-label';
import { checkReferences } from '../rules/references';
import { NOTHING_WRONG, type Rule, Subject } from '../rules/subject';
import { validatorFor } from '../schema/validate';
import { KnownSecrets, TELLING } from '../secrets/known-secrets';

/**
 * Every rule over the objects of one cluster, which are seen one at a time.
 *
 * An object need not be kept once it was seen: rules that compare objects remember what they need of them.
 */
export class ClusterJudge {
  /** Of what a cluster has few of. */
  private readonly _few: readonly KubeObject[];
  private readonly _cluster: ClusterView;
  private readonly _rules: readonly JudgingRule[];
  /** Whether nothing is wrong with the representative of a group. */
  private readonly _groups = new Map<Group, boolean>();
  private readonly _digests = new ImageDigests();
  private readonly _listed: ListedGates;
  private readonly _found: Finding[] = [];
  /** Of all objects that something was said of: a rule may compare one with another. */
  private readonly _secrets = new KnownSecrets(TELLING);

  /**
   * @param consulted the objects that others may refer to: all of the cluster, or, where its architectures are known, all
   *   but its machines
   */
  constructor(
    consulted: readonly KubeObject[],
    private readonly context: CheckContext,
  ) {
    this._few = consulted.filter((object) => !isMachine(object));
    const made = goldenDataSources(this._few, context);
    const existing = [...(context.existing ?? []), ...made];
    const cluster = new ClusterView(consulted, made.length === 0 ? context : { ...context, existing });
    const gates = gatePictureOf(consulted, context, cluster);
    const validate = validatorFor(context.target, context.crds);
    this._cluster = cluster;
    this._listed = new ListedGates(this._few, context, cluster, gates);
    this._rules = [
      member(({ object }) => checkNames(object)),
      member((subject) => checkMetadata(subject)),
      group(({ object }) => checkPlainData(object)),
      member(identityRule()),
      // Our tables ask of a text in which members differ only that it is one; CRDs of the user may ask more.
      {
        rule: ({ object }) => withoutGates(aboutProposal(validate(object), context), object, context),
        sees: context.crds === undefined ? 'group' : 'member',
      },
      member(macAddressRule()),
      group(({ machine }) => (machine === undefined ? NOTHING_WRONG : checkMachine(machine, cluster))),
      group(({ machine }) => (machine === undefined ? NOTHING_WRONG : checkInstancetypes(machine))),
      member((subject) => checkPeers(subject)),
      group((subject) => checkOpenArchitecture(subject, cluster)),
      group((subject) => checkDataVolumes(subject)),
      member((subject) => checkDataSources(subject, cluster)),
      member((subject) => checkReferences(subject, cluster)),
      group((subject) => checkUsedGates(subject, cluster, gates)),
      group(hypervisorRule(context, cluster)),
      group((subject) => checkPolicyLabel(subject, cluster)),
      member((subject) => this._digests.see(subject)),
      member((subject) => this._listed.see(subject)),
    ];
  }

  /**
   * All rules about an object while it is at hand: a long stream fits no cache of a processor, and each pass costs.
   *
   * @param group of a VM that is one of several that are alike: what is right about its representative is not asked again
   */
  public see(object: KubeObject, group?: Group): void {
    this._judge(object, group !== undefined && this._isSound(group) ? 'member' : 'all');
  }

  /** Whether nothing is wrong with what the members of a group have in common; otherwise each is judged for itself. */
  private _isSound(group: Group): boolean {
    let isSound = this._groups.get(group);
    if (isSound === undefined) {
      const subject = new Subject(group.representative, this._cluster);
      isSound = this._rules.every(({ rule, sees }) => sees === 'member' || rule(subject).length === 0);
      this._groups.set(group, isSound);
    }
    return isSound;
  }

  private _judge(object: KubeObject, which: 'member' | 'all'): void {
    const subject = new Subject(object, this._cluster);
    // Whatever a rule puts into its sentences, no secret of the object gets out.
    let secrets: KnownSecrets | undefined;
    for (const { rule, sees } of this._rules) {
      const found = which === 'all' || sees === 'member' ? rule(subject) : NOTHING_WRONG;
      if (found.length > 0) {
        secrets ??= new KnownSecrets().learn(object);
        addAll(this._found, guardedBy(found, secrets));
      }
    }
    if (secrets !== undefined) {
      this._secrets.learn(object);
    }
  }

  /** Everything there is to say, once all objects were seen. */
  public findings(): readonly Finding[] {
    const all = [
      ...checkInstallations(this._few),
      ...checkKubeVirts(this._few, this._cluster),
      ...checkGoldenImages(this._few, this.context),
      ...this._listed.findings(),
      ...this._found,
      ...this._digests.findings(),
      ...checkMachineDeployments(this._few, this._cluster),
    ];
    return all.length === 0 ? all : guardedBy(all, this._secrets.learn(...this._few));
  }
}

interface JudgingRule {
  readonly rule: Rule;
  /** Of VMs that are alike: their representative, without the texts in which they differ, or each member. */
  readonly sees: 'group' | 'member';
}

function group(rule: Rule): JudgingRule {
  return { rule, sees: 'group' };
}

function member(rule: Rule): JudgingRule {
  return { rule, sees: 'member' };
}
