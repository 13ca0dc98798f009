import type { Infra, KubeVirt } from '../../../imports/kubevirt';
import { impliedGates } from '../../gates/implied';
import { FeatureGates } from '../../gates/registry';
import { emittedGates } from '../../gates/wanted';
import { compact, type KubeObject, nonEmpty } from '../../kube/object';
import type { PlacedComponent } from '../../placement/node-placement';
import { clusterArchitectures, defaultArchitecture, type PlatformContext } from '../context';
import type { KubeVirtDeclaration, NodePlacement } from '../kubevirt';
import { placementSpec } from '../placement-spec';
import { hypervisorConfig } from './hypervisor-config';
import { metadataOf } from './metadata';

/** Name and namespace that KubeVirt's own manifests use; its documentation and tools expect them. */
const KUBEVIRT_NAME = 'kubevirt';

/** The KubeVirt resource of a cluster. */
export function kubeVirt(declaration: KubeVirtDeclaration, platform: PlatformContext): KubeObject {
  const { name = KUBEVIRT_NAME, namespace = KUBEVIRT_NAME } = declaration;
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'KubeVirt',
    metadata: metadataOf({ ...declaration, name, namespace }, platform),
    spec: {
      ...compact({
        configuration: configuration(declaration, { ...platform, kubevirt: declaration }),
        customizeComponents: hypervisorConfig({ ...platform, kubevirt: declaration }).customizeComponents,
        imagePullPolicy: declaration.imagePullPolicy,
        infra: component(declaration.infra, 'infra'),
        workloads: component(declaration.workloads, 'workloads'),
        workloadUpdateStrategy: declaration.workloadUpdateMethods && {
          workloadUpdateMethods: [...declaration.workloadUpdateMethods],
        },
      }),
    },
  } satisfies KubeVirt;
}

function configuration(declaration: KubeVirtDeclaration, platform: PlatformContext): object | undefined {
  const { kubevirt } = platform.target;
  const listed = emittedGates(declaration, FeatureGates.of(kubevirt, platform.supportByArch));
  const hypervisor = hypervisorConfig(platform);
  const gates = new Set<string>([
    ...listed.featureGates,
    ...impliedGates(clusterArchitectures(platform), kubevirt),
    ...hypervisor.gates,
  ]);
  return compact({
    architectureConfiguration: compact({
      ...declaration.architectureConfiguration,
      // KubeVirt would settle on the architecture its operator first ran on, and keep it.
      defaultArchitecture: defaultArchitecture(platform),
    }),
    developerConfiguration: compact({
      featureGates: nonEmpty([...gates].sort()),
      disabledFeatureGates: nonEmpty([...new Set(listed.disabledFeatureGates)].sort()),
    }),
    evictionStrategy: declaration.evictionStrategy,
    hypervisors: hypervisor.hypervisors,
  });
}

function component(placement: NodePlacement | undefined, of: PlacedComponent): Infra | undefined {
  return placement === undefined
    ? undefined
    : compact({ nodePlacement: placementSpec(placement, of), replicas: placement.replicas });
}
