import { checkClusterTraps } from '../architectures/cluster-traps';
import type { Finding } from '../findings/finding';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { validatorFor } from '../schema/validate';
import { checkDataSources } from './boot-sources';
import { type CheckContext, ClusterView, isKubeVirt } from './cluster-view';
import { checkUsedGates, gatePictureOf, ListedGates } from './gates';
import { checkGoldenImages, goldenDataSources } from './golden-images';
import { isMachine } from './guests';
import { aboutProposal, hypervisorRule } from './hypervisors';
import { checkInstallations, identityRule } from './identities';
import { ImageDigests } from './image-digests';
import { checkInstancetypes } from './instancetypes';
import { macAddressRule } from './mac-addresses';
import { checkMachine } from './machine';
import { checkMachineDeployments } from './machines';
import { checkNames } from './names';
import { checkPolicyLabel } from './policy-label';
import { checkReferences } from './references';
import { NOTHING_WRONG, type Rule, Subject } from './subject';

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
  private readonly _rules: readonly Rule[];
  private readonly _digests = new ImageDigests();
  private readonly _listed: ListedGates;
  private readonly _found: Finding[] = [];

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
      ({ object }) => checkNames(object),
      identityRule(),
      ({ object }) => aboutProposal(validate(object), context),
      macAddressRule(),
      ({ machine }) => (machine === undefined ? NOTHING_WRONG : checkMachine(machine, cluster)),
      ({ machine }) => (machine === undefined ? NOTHING_WRONG : checkInstancetypes(machine)),
      (subject) => checkDataSources(subject, cluster),
      (subject) => checkReferences(subject, cluster),
      (subject) => checkUsedGates(subject, cluster, gates),
      hypervisorRule(context, cluster),
      (subject) => checkPolicyLabel(subject, cluster),
      (subject) => this._digests.see(subject),
      (subject) => this._listed.see(subject),
    ];
  }

  /** All rules about an object while it is at hand: a long stream fits no cache of a processor, and each pass costs. */
  public see(object: KubeObject): void {
    const subject = new Subject(object, this._cluster);
    for (const rule of this._rules) {
      const found = rule(subject);
      if (found.length > 0) {
        this._found.push(...found);
      }
    }
  }

  /** Everything there is to say, once all objects were seen. */
  public findings(): Finding[] {
    return [
      ...checkInstallations(this._few),
      ...checkKubeVirts(this._few, this._cluster),
      ...checkGoldenImages(this._few, this.context),
      ...this._listed.findings(),
      ...this._found,
      ...this._digests.findings(),
      ...checkMachineDeployments(this._few, this._cluster),
    ];
  }
}

/** Traps in the KubeVirt resource itself. */
function checkKubeVirts(objects: readonly KubeObject[], cluster: ClusterView): Finding[] {
  return objects
    .filter(isKubeVirt)
    .flatMap((object) =>
      checkClusterTraps(object, { kubevirt: cluster.target.kubevirt, architectures: cluster.architectures() }).map(
        (finding) => ({ ...finding, object: findingObject(object) }),
      ),
    );
}
