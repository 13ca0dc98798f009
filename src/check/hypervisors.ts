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
import { instanceOf } from './instance-of';
import { machineOf } from './machine';

/** Machines that ask for what their hypervisor lacks. */
export function checkHypervisorFeatures(
  objects: readonly KubeObject[],
  { hypervisorsInUse: hypervisors }: CheckContext,
  cluster: ClusterView,
): Finding[] {
  const everywhere = hypervisors?.cluster ?? nativeOf(cluster.configuration);
  return objects.flatMap((object) => {
    const name = hypervisorOf(object) ?? everywhere;
    // KubeVirt is made for it, so that there is nothing to refuse; nearly every machine is of this kind.
    if (name === DEFAULT_HYPERVISOR && hypervisors === undefined) {
      return [];
    }
    const profile = profileOf(name, hypervisors?.declared ?? []);
    const machine = profile === undefined ? undefined : machineOf(object, cluster);
    if (profile === undefined || machine === undefined) {
      return [];
    }
    const { path, expanded, architecture } = machine;
    const known = isArchitecture(architecture) ? architecture : undefined;
    return checkFeatures(expanded.spec, profile, known).map((finding) => ({
      ...finding,
      object: findingObject(object),
      path: `${path}.${finding.path}`,
    }));
  });
}

/** The machines among objects, each with the hypervisor that it runs on. */
export function machineHypervisors(
  objects: readonly KubeObject[],
  context: CheckContext,
): { readonly object: KubeObject; readonly hypervisor: string }[] {
  const everywhere = context.hypervisorsInUse?.cluster ?? nativeOf(new ClusterView(objects, context).configuration);
  return objects
    .filter((object) => instanceOf(object) !== undefined)
    .map((object) => ({ object, hypervisor: hypervisorOf(object) ?? everywhere }));
}

/** What a machine says itself: by the label of a policy, or by the field of the proposal. */
function hypervisorOf(object: KubeObject): string | undefined {
  const instance = instanceOf(object);
  if (instance === undefined) {
    return undefined;
  }
  const holder = instance.path.endsWith('.template.spec') ? templateOf(object, instance.path) : object;
  const label = at(holder, 'metadata.labels');
  const marked = isMap(label) ? label[HYPERVISOR_LABEL] : undefined;
  const said = marked ?? instance.spec.hypervisor;
  return typeof said === 'string' ? said : undefined;
}

function templateOf(object: KubeObject, path: string): Readonly<Record<string, unknown>> {
  const template = at(object, path.slice(0, -'.spec'.length));
  return isMap(template) ? template : {};
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
