import type { CheckContext } from '../../cluster/cluster-view';
import type { Finding } from '../../findings/finding';
import { isHyperConverged } from '../../golden-images/hyper-converged-view';
import type { KubeObject } from '../../kube/object';
import { validatorFor } from '../../schema/validate';
import { checkOwnGates } from '../gates/listed';
import type { Rule } from '../rule';

/** What the API server rejects or drops because the CRD of the kind, as the target has it, does not allow it. */
export const structure: Rule = ({ context }) => {
  let validate: ReturnType<typeof validatorFor> | undefined;
  const object = (each: KubeObject) => {
    validate ??= validatorFor(context.target, context.crds);
    return withoutGates(aboutProposal(validate(each), context), each, context);
  };
  // Our tables ask of a text in which members differ only that it is one; CRDs of the user may ask more.
  return context.crds === undefined ? { object } : { member: { object } };
};

/** Findings about structure without those about gates of a HyperConverged, of which its rule has more to say. */
function withoutGates(findings: readonly Finding[], object: KubeObject, { target }: CheckContext): readonly Finding[] {
  if (findings.length === 0 || !isHyperConverged(object)) {
    return findings;
  }
  const told = checkOwnGates(object, target).map(({ path }) => path);
  return findings.filter(({ path }) => !told.includes(path));
}

const FIELD = /(^|\.)spec\.hypervisor$/;

/**
 * Findings about structure, with a word about the field of the proposal.
 *
 * No released KubeVirt has `hypervisor` on an instance. A platform that names the realisation `proposal` says that its build
 * has it, and is told elsewhere what that means.
 */
function aboutProposal(
  findings: readonly Finding[],
  { hypervisorsInUse: hypervisors }: CheckContext,
): readonly Finding[] {
  const isField = ({ code, path = '', object }: Finding) =>
    code === 'PV040' && FIELD.test(path) && object?.apiVersion.includes('kubevirt.io/') === true;
  if (!findings.some(isField)) {
    return findings;
  }
  const isProposed = hypervisors !== undefined && Object.values(hypervisors.realisations).includes('proposal');
  return isProposed
    ? findings.filter((finding) => !isField(finding))
    : findings.map((finding) =>
        isField(finding)
          ? {
              ...finding,
              what: `${finding.what}: it belongs to the proposal for several hypervisors, which no release implements`,
              fix:
                'remove it, or apply it to a build of KubeVirt that has it and check it beside its platform, or ' +
                'with --crds of that build',
            }
          : finding,
      );
}
