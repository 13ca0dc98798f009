import { isArchitecture } from '../architectures/architecture';
import { type CheckContext, ClusterView } from '../cluster/cluster-view';
import { instanceOf } from '../cluster/instance-of';
import { clusterHypervisor, saidHypervisor } from '../cluster/machine-hypervisor';
import type { Finding } from '../findings/finding';
import { DEFAULT_HYPERVISOR } from '../hypervisors/catalogue';
import { checkFeatures } from '../hypervisors/check-features';
import { profileOf } from '../hypervisors/resolve';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { NOTHING_WRONG, type Rule } from './subject';
import { updatesOf } from './updates-of';

/** Machines that ask for what their hypervisor lacks. */
export function hypervisorRule({ hypervisorsInUse: hypervisors }: CheckContext, cluster: ClusterView): Rule {
  const everywhere = clusterHypervisor(cluster);
  const { evictionStrategy } = updatesOf(cluster);
  const eviction = evictionStrategy === undefined ? {} : { evictionStrategy };
  return ({ object, instance, machine }) => {
    if (instance === undefined || machine === undefined) {
      return NOTHING_WRONG;
    }
    const name = saidHypervisor(instance) ?? everywhere;
    // KubeVirt is made for it, so that there is nothing to refuse; nearly every machine is of this kind.
    if (name === DEFAULT_HYPERVISOR && hypervisors === undefined) {
      return NOTHING_WRONG;
    }
    const profile = profileOf(name, hypervisors?.declared ?? []);
    if (profile === undefined) {
      return NOTHING_WRONG;
    }
    const { path, expanded, architecture } = machine;
    const known = isArchitecture(architecture) ? architecture : undefined;
    return checkFeatures(expanded.spec, profile, { architecture: known, ...eviction }).map((finding) => ({
      ...finding,
      object: findingObject(object),
      path: `${path}.${finding.path}`,
    }));
  };
}

/** The machines among objects, each with the hypervisor that it runs on. */
export function machineHypervisors(
  objects: readonly KubeObject[],
  context: CheckContext,
): { readonly object: KubeObject; readonly hypervisor: string }[] {
  const everywhere = clusterHypervisor(new ClusterView(objects, context));
  return objects.flatMap((object) => {
    const instance = instanceOf(object);
    return instance === undefined ? [] : [{ object, hypervisor: saidHypervisor(instance) ?? everywhere }];
  });
}

const FIELD = /(^|\.)spec\.hypervisor$/;

/**
 * Findings about structure, with a word about the field of the proposal.
 *
 * No released KubeVirt has `hypervisor` on an instance. A platform that names the realisation `proposal` says that its build
 * has it, and is told elsewhere what that means.
 */
export function aboutProposal(
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
