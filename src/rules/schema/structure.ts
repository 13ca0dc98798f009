import type { CheckContext } from '../../cluster/cluster-view';
import type { Finding } from '../../findings/finding';
import type { KubeObject } from '../../kube/object';
import { validatorFor } from '../../schema/validate';
import type { Rule } from '../rule';

/** What the API server refuses or drops because the CRD of the kind, as the target has it, does not allow it. */
export const structure: Rule = ({ context }) => {
  const validate = validatorFor(context.target, context.crds);
  const object = (each: KubeObject) => aboutProposal(validate(each), context);
  // Our tables ask of a text in which members differ only that it is one; CRDs of the user may ask more.
  return context.crds === undefined ? { object } : { member: { object } };
};

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
              what: `${finding.what}: it is that of the proposal for several hypervisors, which no release has`,
              fix: 'remove it, or apply it to a build of KubeVirt that has it and check it beside its platform, or with --crds of that build',
            }
          : finding,
      );
}
