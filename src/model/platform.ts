import { inOrder, isArchitecture } from '../architectures/architecture';
import type { Architecture } from '../architectures/facts';
import type { ArgocdDeclaration } from '../argocd/declaration';
import { checkDestination } from '../argocd/fleet/application';
import type { Finding } from '../findings/finding';
import { checkPolicy, type FindingsPolicy } from '../findings/policy';
import type { GateSupportDeclaration } from '../gates/registry';
import { checkDeclaredSupport } from '../gates/wanted';
import type { HypervisorDeclaration } from '../hypervisors/declaration';
import { type AskedHypervisor, uniqueAsked } from '../hypervisors/plan';
import { type Distribution, distributionOf } from '../inventory/node';
import { checkNodes, type InventoryDeclaration, nodesOf } from '../inventory/nodes';
import { isDnsLabel } from '../kube/names';
import type { InfraLabelsDeclaration } from '../machines/infra-labels';
import { resolveTarget } from '../target/resolve';
import type { TargetDeclaration } from '../target/target';
import { checkLabels, malformedName } from './check-metadata';
import type { CompanionDeclarations } from './companions';
import type { PlatformContext } from './context';
import type { DataVolumeDeclaration } from './data-volume';
import type { GoldenImageDeclaration } from './golden-image';
import type { HyperConvergedDeclaration } from './hyper-converged';
import type { InstanceDeclaration } from './instance';
import type { KubeVirtDeclaration } from './kubevirt';
import type { MachinePoolDeclaration } from './machine-pool';
import type {
  Replication,
  VirtualMachineClass,
  VirtualMachineDeclaration,
  VirtualMachineInstanceDeclaration,
} from './virtual-machine';

/** One cluster with everything on it, as plain data: what `polyvirt.yaml` says. */
export interface PlatformDeclaration extends CompanionDeclarations {
  readonly name: string;
  /** What identities of guests are derived from instead of the name. */
  readonly identity?: string;
  readonly target?: TargetDeclaration;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly nodes?: InventoryDeclaration;
  readonly hypervisors?: readonly HypervisorDeclaration[];
  readonly distribution?: Distribution;
  readonly kubevirt?: KubeVirtDeclaration;
  readonly hyperConverged?: HyperConvergedDeclaration;
  readonly goldenImages?: readonly GoldenImageDeclaration[];
  readonly dataVolumes?: readonly DataVolumeDeclaration[];
  readonly classes?: Readonly<Record<string, VirtualMachineClass>>;
  readonly virtualMachines?: readonly (VirtualMachineDeclaration & Replication)[];
  readonly virtualMachineInstances?: readonly VirtualMachineInstanceDeclaration[];
  readonly machines?: readonly MachinePoolDeclaration[];
  readonly infraLabels?: InfraLabelsDeclaration;
  readonly supportByArch?: GateSupportDeclaration;
  readonly argocd?: ArgocdDeclaration;
  readonly findings?: FindingsPolicy;
}

/** The picture that everything on a declared platform shares. */
export function platformContext(declaration: PlatformDeclaration): PlatformContext {
  const { name, namespace, nodes, kubevirt, hyperConverged, goldenImages, supportByArch } = declaration;
  const known = nodes === undefined ? undefined : nodesOf(nodes);
  const distribution = declaration.distribution ?? distributionOf(known);
  const vms = [...(declaration.virtualMachines ?? []), ...(declaration.virtualMachineInstances ?? [])];
  const listed = (declaration.virtualMachines ?? []).flatMap(({ perArchitecture }) =>
    Array.isArray(perArchitecture) ? (perArchitecture as readonly Architecture[]) : [],
  );
  const asked = askedHypervisors(vms);
  return {
    name,
    ...(declaration.identity === undefined ? {} : { identity: declaration.identity }),
    target: resolveTarget(declaration.target).target,
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
