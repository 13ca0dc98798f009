import { inOrder, isArchitecture } from '../architectures/architecture';
import type { Architecture } from '../architectures/facts';
import type { ArgocdDeclaration } from '../argocd/declaration';
import { checkDestination } from '../argocd/fleet/application';
import type { Finding } from '../findings/finding';
import { checkPolicy, type FindingsPolicy } from '../findings/policy';
import type { GateSupportDeclaration } from '../gates/registry';
import type { HypervisorDeclaration } from '../hypervisors/declaration';
import type { AskedHypervisor } from '../hypervisors/plan';
import { isDnsLabel } from '../kube/names';
import type { InfraLabelsDeclaration } from '../machines/infra-labels';
import type { PolicyChoice } from '../policies/policies';
import { type Distribution, distributionOf } from '../target/node';
import { checkNodes, type InventoryDeclaration, nodesOf } from '../target/nodes';
import { resolveTarget, type TargetDeclaration } from '../target/target';
import { checkLabels, malformedName } from './check-metadata';
import type { CompanionDeclarations } from './companions';
import type { PlatformContext } from './context';
import type { DataVolumeDeclaration } from './data-volume';
import type { GoldenImageDeclaration } from './golden-image';
import type { HyperConvergedDeclaration } from './hyper-converged';
import type { InstanceDeclaration } from './instance';
import type { KubeVirtDeclaration } from './kubevirt';
import type { MachinePoolDeclaration } from './machine-pool';
import { checkDeclaredSupport } from './manifests/kubevirt';
import type {
  Replication,
  VirtualMachineClass,
  VirtualMachineDeclaration,
  VirtualMachineInstanceDeclaration,
} from './virtual-machine';

/** What is said of a cluster as a whole, in a file and in a program. */
export interface PlatformSettings {
  /**
   * The releases that the cluster runs.
   *
   * @default - the newest KubeVirt that polyvirt knows
   */
  readonly target?: TargetDeclaration;

  /**
   * What UUIDs and serials of guests are derived from. Write the old name when a platform is renamed: a guest with another
   * UUID is another machine for its licences.
   *
   * @default - the name of the platform
   */
  readonly identity?: string;

  /**
   * OpenShift, OKD included, or any other Kubernetes: HyperConverged imports golden images on the former only.
   *
   * @default - what exported nodes tell; otherwise unknown
   */
  readonly distribution?: Distribution;

  /**
   * Namespace of everything that names none, but for what `manifests` brings.
   *
   * @default - whatever the one who applies the manifests is in
   */
  readonly namespace?: string;

  /**
   * Labels of every object, but for what `manifests` brings.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;

  /**
   * Your own knowledge of feature gates that polyvirt lacks: how well one is supported on an architecture, or that your
   * build of KubeVirt has it.
   *
   * @default - what the tables of polyvirt say
   */
  readonly supportByArch?: GateSupportDeclaration;

  /**
   * Other severities for findings, and which are allowed for a while. For `polyvirt synth`; cdk8s knows errors only.
   *
   * @default - every finding counts as it is
   */
  readonly findings?: FindingsPolicy;

  /**
   * What Argo CD is told.
   *
   * @default - nothing
   */
  readonly argocd?: ArgocdDeclaration;
}

import { vmOfPool } from './virtual-machine-pool';

/** One cluster with everything on it, as plain data: what `polyvirt.yaml` says. */
export interface PlatformDeclaration extends PlatformSettings, CompanionDeclarations {
  /** Name of the cluster, and of its output folder. */
  readonly name: string;

  /** The nodes of the cluster; unknown where absent. */
  readonly nodes?: InventoryDeclaration;

  /** Hypervisors other than KubeVirt's own, and how they reach the cluster. */
  readonly hypervisors?: readonly HypervisorDeclaration[];

  /** The KubeVirt installation. */
  readonly kubevirt?: KubeVirtDeclaration;

  /** The installation by HyperConverged, instead of `kubevirt`. */
  readonly hyperConverged?: HyperConvergedDeclaration;

  /** Images that HyperConverged imports for VMs to boot from. */
  readonly goldenImages?: readonly GoldenImageDeclaration[];

  /** Volumes that CDI creates and fills. */
  readonly dataVolumes?: readonly DataVolumeDeclaration[];

  /** Parts that virtual machines take over by `class`: any of their keys, by name. */
  readonly classes?: Readonly<Record<string, VirtualMachineClass>>;

  /** Virtual machines. */
  readonly virtualMachines?: readonly (VirtualMachineDeclaration & Replication)[];

  /** Guests that run once. */
  readonly virtualMachineInstances?: readonly VirtualMachineInstanceDeclaration[];

  /** Pools of machines that become nodes of a cluster. */
  readonly machines?: readonly MachinePoolDeclaration[];

  /** Labels that go from the infra cluster to the nodes that machines become. */
  readonly infraLabels?: InfraLabelsDeclaration;

  /** Rules of `polyvirt check` that the API server enforces, by ValidatingAdmissionPolicies. */
  readonly enforce?: PolicyChoice;
}

/** The picture that everything on a declared platform shares. */
export function platformContext(declaration: PlatformDeclaration): PlatformContext {
  const { name, namespace, nodes, kubevirt, hyperConverged, goldenImages, supportByArch } = declaration;
  const { target } = resolveTarget(declaration.target);
  const known = nodes === undefined ? undefined : nodesOf(nodes);
  const distribution = declaration.distribution ?? distributionOf(known, target);
  const vms = [
    ...(declaration.virtualMachines ?? []),
    ...(declaration.virtualMachineInstances ?? []),
    ...(declaration.virtualMachinePools ?? []).map(vmOfPool),
  ];
  const listed = (declaration.virtualMachines ?? []).flatMap(({ perArchitecture }) =>
    Array.isArray(perArchitecture) ? (perArchitecture as readonly Architecture[]) : [],
  );
  const asked = askedHypervisors(vms);
  return {
    name,
    ...(declaration.identity === undefined ? {} : { identity: declaration.identity }),
    target,
    requested: inOrder([...vms.map(({ architecture }) => architecture), ...listed].filter(isArchitecture)),
    ...(namespace === undefined ? {} : { namespace }),
    ...(known === undefined ? {} : { nodes: known }),
    ...(distribution === undefined ? {} : { distribution }),
    ...(kubevirt === undefined ? {} : { kubevirt }),
    ...(supportByArch === undefined ? {} : { supportByArch }),
    ...(declaration.hypervisors === undefined && asked.length === 0
      ? {}
      : { hypervisors: { declared: declaration.hypervisors ?? [], asked } }),
    ...(hyperConverged === undefined ? {} : { hyperConverged }),
    ...(goldenImages === undefined ? {} : { goldenImages }),
    ...(declaration.infraLabels === undefined ? {} : { infraLabels: declaration.infraLabels }),
  };
}

/** Which hypervisors VMs ask for, and on what; each once. One that is for several architectures asks on each. */
function askedHypervisors(vms: readonly (InstanceDeclaration & Replication)[]): AskedHypervisor[] {
  return uniqueAsked(
    vms.flatMap(({ hypervisor: name, architecture, perArchitecture }) => {
      if (name === undefined) {
        return [];
      }
      const several = Array.isArray(perArchitecture) ? (perArchitecture as readonly Architecture[]) : [architecture];
      return several.map((each) => (isArchitecture(each) ? { name, architecture: each } : { name }));
    }),
  );
}

/** Each once and in order, so that it does not matter who asked first. */
export function uniqueAsked(asked: readonly AskedHypervisor[]): AskedHypervisor[] {
  const keyed = new Map(asked.map((each) => [`${each.name} ${each.architecture ?? ''}`, each]));
  return [...keyed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

/** What is wrong with the platform itself, without what is on it. */
export function checkPlatform(
  declaration: Pick<
    PlatformDeclaration,
    'name' | 'namespace' | 'labels' | 'target' | 'nodes' | 'supportByArch' | 'argocd' | 'findings'
  >,
): Finding[] {
  const names = [
    ['name', declaration.name],
    ['namespace', declaration.namespace],
  ] as const;
  return [
    ...resolveTarget(declaration.target).findings,
    ...names.flatMap(([path, name]) =>
      name === undefined || isDnsLabel(name) ? [] : [malformedName(path, name, 63, 'lower-case letters, digits and -')],
    ),
    ...checkLabels(declaration.labels ?? {}, 'labels', true),
    ...checkNodes(declaration.nodes ?? []),
    ...checkDeclaredSupport(declaration.supportByArch ?? {}),
    ...(declaration.argocd?.destination === undefined
      ? []
      : checkDestination(declaration.argocd.destination, 'argocd.destination')),
    ...checkLabels(declaration.argocd?.labels ?? {}, 'argocd.labels', true),
    ...checkPolicy(declaration.findings ?? {}),
  ];
}
