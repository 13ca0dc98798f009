import { checkClusterTraps } from '../architectures/cluster-traps';
import type { Finding } from '../findings/finding';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { validatorFor } from '../schema/validate';
import { checkDataSources } from './boot-sources';
import { type CheckContext, ClusterView, isKubeVirt } from './cluster-view';
import { checkListedGates, checkUsedGates, gatePictureOf } from './gates';
import { checkGoldenImages, goldenDataSources } from './golden-images';
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

export type { CheckContext } from './cluster-view';

/**
 * Every rule over the objects of one cluster. Works on plain objects, whoever wrote them.
 *
 * What is the same for many objects is told for each: `foldFindings` makes one of it once a policy was applied.
 */
export function checkObjects(objects: readonly KubeObject[], context: CheckContext): Finding[] {
  // What a cluster has many of is looked at once, by the rules about each object; of the others there are few.
  const few = objects.filter(({ kind }) => kind !== 'VirtualMachine' && kind !== 'VirtualMachineInstance');
  const made = goldenDataSources(few, context);
  const existing = [...(context.existing ?? []), ...made];
  const cluster = new ClusterView(objects, made.length === 0 ? context : { ...context, existing });
  const gates = gatePictureOf(objects, context, cluster);
  const validate = validatorFor(context.target, context.crds);
  const digests = new ImageDigests();
  const ofEach = judgeEach(objects, cluster, [
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
    (subject) => digests.see(subject),
  ]);
  return [
    ...checkInstallations(few),
    ...checkKubeVirts(few, cluster),
    ...checkGoldenImages(few, context),
    ...checkListedGates(objects, context, cluster, gates),
    ...ofEach,
    ...digests.findings(),
    ...checkMachineDeployments(few, cluster),
  ];
}

/** All rules about an object while it is at hand: a long stream fits no cache of a processor, and each pass costs. */
function judgeEach(objects: readonly KubeObject[], cluster: ClusterView, rules: readonly Rule[]): Finding[] {
  const findings: Finding[] = [];
  for (const object of objects) {
    const subject = new Subject(object, cluster);
    for (const rule of rules) {
      const found = rule(subject);
      if (found.length > 0) {
        findings.push(...found);
      }
    }
  }
  return findings;
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
