import { type CheckContext, ClusterView } from '../cluster/cluster-view';
import { isMachine } from '../cluster/guests';
import { kindOfMachine } from '../cluster/kind-of-machine';
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

/** Whether machines can be judged one by one: what others ask for counts only where nobody knows the architectures. */
export function knowsArchitectures({ architectures, nodes }: CheckContext): boolean {
  return architectures !== undefined || nodes !== undefined;
}

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
  /** Kinds of machines that nothing is wrong with. */
  private readonly _sound = new Set<object>();
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
      own(({ object }) => checkNames(object)),
      own((subject) => checkMetadata(subject)),
      ofKind(({ object }) => checkPlainData(object)),
      own(identityRule()),
      // Of no text that a machine has for itself do we know more than that it is one; who brings CRDs may ask more.
      {
        rule: ({ object }) => withoutGates(aboutProposal(validate(object), context), object, context),
        isOfKind: context.crds === undefined,
      },
      own(macAddressRule()),
      ofKind(({ machine }) => (machine === undefined ? NOTHING_WRONG : checkMachine(machine, cluster))),
      ofKind(({ machine }) => (machine === undefined ? NOTHING_WRONG : checkInstancetypes(machine))),
      own((subject) => checkPeers(subject)),
      ofKind((subject) => checkOpenArchitecture(subject, cluster)),
      ofKind((subject) => checkDataVolumes(subject)),
      own((subject) => checkDataSources(subject, cluster)),
      own((subject) => checkReferences(subject, cluster)),
      ofKind((subject) => checkUsedGates(subject, cluster, gates)),
      ofKind(hypervisorRule(context, cluster)),
      ofKind((subject) => checkPolicyLabel(subject, cluster)),
      own((subject) => this._digests.see(subject)),
      own((subject) => this._listed.see(subject)),
    ];
  }

  /**
   * All rules about an object while it is at hand: a long stream fits no cache of a processor, and each pass costs.
   *
   * @param known stands for the kind of a machine, where somebody knows it
   */
  public see(object: KubeObject, known?: object): void {
    const subject = new Subject(object, this._cluster);
    const kind = known ?? kindOfMachine(object, subject.instance)?.kind;
    const isSound = kind !== undefined && this._sound.has(kind);
    let isWell = true;
    // Whatever a rule puts into its sentences, no secret of the object gets out.
    let secrets: KnownSecrets | undefined;
    for (let i = 0; i < this._rules.length; i++) {
      const { rule, isOfKind } = this._rules[i]!;
      const found = isSound && isOfKind ? NOTHING_WRONG : rule(subject);
      if (found.length > 0) {
        secrets ??= new KnownSecrets().learn(object);
        addAll(this._found, guardedBy(found, secrets));
        isWell &&= !isOfKind;
      }
    }
    if (secrets !== undefined) {
      this._secrets.learn(object);
    }
    if (kind !== undefined && isWell && this._sound.size < MOST_KINDS) {
      this._sound.add(kind);
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
  readonly isOfKind: boolean;
}

/** What it says of a machine, it says of all of its kind. */
function ofKind(rule: Rule): JudgingRule {
  return { rule, isOfKind: true };
}

/** What it says of a machine may follow from what that has for itself, or from what others have. */
function own(rule: Rule): JudgingRule {
  return { rule, isOfKind: false };
}

/** More than these are not alike. */
const MOST_KINDS = 1000;
