import { inOrder, isArchitecture } from '../architectures/architecture';
import { ARCH_LABEL, ARCHITECTURE_FACTS, type Architecture } from '../architectures/facts';
import type { GateSupportDeclaration } from '../gates/registry';
import { DEFAULT_ARCHITECTURE_SINCE } from '../golden-images/facts';
import type { HypervisorUse } from '../hypervisors/plan';
import { atLeast, type Release } from '../kube/release';
import type { InfraLabelsDeclaration } from '../machines/infra-labels';
import type { ClusterNode, Distribution } from '../target/node';
import { architecturesOf, type WorkloadNodes, workerArchitectures, workloadNodes } from '../target/nodes';
import { NEWEST_HCO, type Target } from '../target/target';
import type { GoldenImageDeclaration } from './golden-image';
import type { HyperConvergedDeclaration } from './hyper-converged';
import type { InstanceDeclaration } from './instance';
import type { KubeVirtDeclaration } from './kubevirt';
import { componentDemands, placementSpec } from './placement-spec';

/** The picture that everything on one cluster shares. */
export interface PlatformContext {
  /** Name of the cluster. */
  readonly name: string;
  /** What identities of guests are derived from instead of the name, where it was another once. */
  readonly identity?: string;
  readonly target: Target;
  readonly namespace?: string;
  /** Absent where the nodes are not known: rules that need them then stay silent. */
  readonly nodes?: readonly ClusterNode[];
  /** Whether the cluster is OpenShift; unknown where absent. */
  readonly distribution?: Distribution;
  /** The installation that this platform declares, if it does. */
  readonly kubevirt?: KubeVirtDeclaration;
  /** Support of feature gates that the platform adds to the tables. */
  readonly supportByArch?: GateSupportDeclaration;
  /** What the platform and its VMs say about hypervisors; absent where nothing is said. */
  readonly hypervisors?: HypervisorUse;
  /** The same by HyperConverged, with the images that it imports. */
  readonly hyperConverged?: HyperConvergedDeclaration;
  readonly goldenImages?: readonly GoldenImageDeclaration[];
  /** Labels that go from the infra cluster to the nodes that machines become. */
  readonly infraLabels?: InfraLabelsDeclaration;
  /** Architectures that the platform's own virtual machines ask for. */
  readonly requested: readonly Architecture[];
}

/** Every architecture that the cluster is known to have: its nodes' where they are known, else what is asked for. */
export function clusterArchitectures(platform: PlatformContext): readonly Architecture[] {
  const { defaultArchitecture } = platform.kubevirt ?? {};
  return (
    architecturesOf(platform.nodes) ??
    inOrder([...platform.requested, ...(defaultArchitecture ? [defaultArchitecture] : [])])
  );
}

/** The release of HyperConverged; the newest where a platform declares one and its target does not say. */
export function hcoRelease({ target }: PlatformContext): Release {
  return target.hco ?? NEWEST_HCO;
}

/** The nodes as HyperConverged sees them; undefined where the platform has none, or where that cannot be known. */
export function hyperConvergedNodes({ hyperConverged, nodes }: PlatformContext): WorkloadNodes | undefined {
  return hyperConverged === undefined ? undefined : workloadNodes(nodes, placementSpec(hyperConverged.workloads));
}

/**
 * Architectures that virtual machines can run on; nothing where the nodes are not known.
 *
 * Those of the workers, or of all nodes where there are no workers; and of them what KubeVirt's own placement allows.
 */
export function workloadArchitectures(platform: PlatformContext): readonly Architecture[] | undefined {
  const placed = hyperConvergedNodes(platform);
  if (placed?.byPlacement === true) {
    return inOrder(placed.workloads.filter(isArchitecture));
  }
  const all = platform.nodes === undefined ? undefined : workerArchitectures(platform.nodes);
  const { workloads } = platform.kubevirt ?? {};
  if (workloads === undefined) {
    return all;
  }
  const decisive = componentDemands(workloads).nodes.filter(
    ({ hard, key, values }) => hard && key === ARCH_LABEL && values.length > 0,
  );
  return all?.filter((architecture) =>
    decisive.every(({ wanted, values }) => values.includes(architecture) === wanted),
  );
}

/**
 * The architecture of a virtual machine that names none: what KubeVirt is told, by its own resource or by
 * HyperConverged, else the only one there is.
 *
 * Nothing where that is open: KubeVirt itself would take the architecture that its operator pod happens to run on.
 */
export function defaultArchitecture(platform: PlatformContext): Architecture | undefined {
  const told = platform.kubevirt?.defaultArchitecture;
  if (told !== undefined) {
    return told ?? undefined;
  }
  const decided = hyperConvergedNodes(platform)?.defaultArchitecture;
  if (isArchitecture(decided) && atLeast(hcoRelease(platform), DEFAULT_ARCHITECTURE_SINCE)) {
    return decided;
  }
  const workloads = workloadArchitectures(platform);
  return workloads?.length === 1 ? workloads[0] : undefined;
}

/** The architecture that a VM ends up with, where it is known and one that KubeVirt runs on. */
export function architectureOf(vm: InstanceDeclaration, platform: PlatformContext): Architecture | undefined {
  const architecture = vm.architecture ?? defaultArchitecture(platform);
  return isArchitecture(architecture) ? architecture : undefined;
}

/** The machine type that KubeVirt would write into a guest of this architecture on this platform. */
export function defaultMachineType(architecture: Architecture, platform: PlatformContext): string {
  const configured = platform.kubevirt?.architectureConfiguration?.[architecture]?.machineType;
  return configured ?? ARCHITECTURE_FACTS[architecture].machineType;
}
