import { isArchitecture } from '../architectures/architecture';
import { at, listAt } from '../architectures/instance-view';
import type { Finding } from '../findings/finding';
import { CATALOGUE, DEFAULT_HYPERVISOR } from '../hypervisors/catalogue';
import { checkFeatures } from '../hypervisors/check-features';
import { HYPERVISOR_LABEL } from '../hypervisors/label';
import { profileOf } from '../hypervisors/resolve';
import { findingObject } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { type CheckContext, ClusterView } from './cluster-view';
import { type Instance, instanceOf } from './instance-of';
import { NOTHING_WRONG, type Rule } from './subject';

/** Machines that ask for what their hypervisor lacks. */
export function hypervisorRule({ hypervisorsInUse: hypervisors }: CheckContext, cluster: ClusterView): Rule {
  const everywhere = hypervisors?.cluster ?? nativeOf(cluster.configuration);
  return ({ object, instance, machine }) => {
    if (instance === undefined || machine === undefined) {
      return NOTHING_WRONG;
    }
    const name = hypervisorOf(instance) ?? everywhere;
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
    return checkFeatures(expanded.spec, profile, known).map((finding) => ({
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
  const everywhere = context.hypervisorsInUse?.cluster ?? nativeOf(new ClusterView(objects, context).configuration);
  return objects.flatMap((object) => {
    const instance = instanceOf(object);
    return instance === undefined ? [] : [{ object, hypervisor: hypervisorOf(instance) ?? everywhere }];
  });
}

/** What a machine says itself: by the label of a policy, or by the field of the proposal. */
function hypervisorOf({ template, spec }: Instance): string | undefined {
  const label = at(template, 'metadata.labels');
  const marked = isMap(label) ? label[HYPERVISOR_LABEL] : undefined;
  const said = marked ?? spec.hypervisor;
  return typeof said === 'string' ? said : undefined;
}

/** What the KubeVirt resource says that the cluster runs. */
function nativeOf(configuration: Readonly<Record<string, unknown>> | undefined): string {
  const [first] = listAt(configuration ?? {}, 'hypervisors');
  return CATALOGUE.find(({ native }) => native !== undefined && native === first?.name)?.name ?? DEFAULT_HYPERVISOR;
}

/**
 * Findings about structure, without those about a field that the platform writes on purpose.
 *
 * No released KubeVirt has `hypervisor` on an instance; a platform that names the realisation `proposal` says that its
 * build has it, and is told elsewhere what that means.
 */
export function withoutProposal(
  findings: readonly Finding[],
  { hypervisorsInUse: hypervisors }: CheckContext,
): readonly Finding[] {
  const isProposed = hypervisors !== undefined && Object.values(hypervisors.realisations).includes('proposal');
  return isProposed
    ? findings.filter(({ code, path }) => !(code === 'PV040' && path?.endsWith('spec.hypervisor') === true))
    : findings;
}
