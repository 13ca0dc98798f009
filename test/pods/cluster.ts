import { addDefaults } from '../../src/architectures/defaulting';
import { InstanceDraft } from '../../src/architectures/draft';
import type { Architecture } from '../../src/architectures/facts';
import { isOn } from '../../src/gates/enablement';
import type { LaunchedInstance, LauncherContext } from '../../src/pods/launched-instance';
import { launcherPodOf } from '../../src/pods/launcher-pod';
import { fixedOverheads, hypervisorDevice } from '../../src/pods/overhead';
import type { PodDraft } from '../../src/pods/pod-draft';

type Map = Readonly<Record<string, unknown>>;

/** What a test says about a cluster. */
export interface Cluster extends Partial<LauncherContext> {
  readonly kubevirt: string;
  readonly gates?: readonly string[];
  readonly off?: readonly string[];
}

/** A cluster of one release with KVM, and whatever else a test says. */
export function clusterOf({ gates = [], off = [], ...rest }: Cluster): LauncherContext {
  const { kubevirt } = rest;
  return {
    configuration: {},
    isOn: (gate) => isOn(gate, { featureGates: gates, disabledFeatureGates: off }, kubevirt),
    hypervisor: { name: 'kvm', device: hypervisorDevice('kvm'), overheads: fixedOverheads(kubevirt) },
    ...rest,
  };
}

/** An instance as the webhooks leave it. */
export function admitted(spec: Map, context: LauncherContext, architecture: Architecture = 'amd64'): LaunchedInstance {
  const draft = new InstanceDraft({ architecture, ...spec });
  addDefaults(draft, { architecture, kubevirt: context.kubevirt, configuration: context.configuration });
  return { name: 'web', namespace: 'shop', labels: {}, annotations: {}, spec: draft.spec, architecture };
}

/** The pod of an instance. */
export function podOf(spec: Map, cluster: Cluster, more: Partial<LaunchedInstance> = {}): PodDraft {
  const context = clusterOf(cluster);
  return launcherPodOf(
    { ...admitted(spec, context, more.architecture), ...more, spec: admitted(spec, context, more.architecture).spec },
    context,
  );
}

/** Requests and limits of the guest's container. */
export function computeOf(spec: Map, cluster: Cluster, more: Partial<LaunchedInstance> = {}): Map {
  return podOf(spec, cluster, more).get(['spec', 'containers', 0, 'resources']) as Map;
}
