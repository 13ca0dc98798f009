import type { Infra, KubeVirt } from '../../../imports/kubevirt';
import { checkArchitecture, isArchitecture } from '../../architectures/architecture';
import { ARCHITECTURE_FACTS } from '../../architectures/facts';
import type { Finding } from '../../findings/finding';
import { FeatureGates } from '../../gates/registry';
import { checkLeftOut, emittedGates, impliedGates } from '../../gates/wanted';
import { compact, type KubeObject, nonEmpty } from '../../kube/object';
import { atLeast, type Release } from '../../kube/release';
import type { PlacedComponent } from '../../placement/node-placement';
import { clusterArchitectures, defaultArchitecture, type PlatformContext } from '../context';
import type { KubeVirtDeclaration, NodePlacement } from '../kubevirt';
import { leftOutOfPlacement, placementSpec } from '../placement-spec';
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
      ...Object.fromEntries(
        Object.entries(declaration.architectureConfiguration ?? {}).filter(([key]) => isConfigurable(key, kubevirt)),
      ),
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

/** What is declared and has no place in the resource of this release. */
export function leftOutOfKubeVirt(declaration: KubeVirtDeclaration, platform: PlatformContext): Finding[] {
  const { kubevirt } = platform.target;
  return [
    ...Object.keys(declaration.architectureConfiguration ?? {})
      .filter((key) => !isConfigurable(key, kubevirt))
      .flatMap((key) => notConfigurable(key, kubevirt)),
    ...leftOutOfPlacement(declaration.infra, 'infra'),
    ...leftOutOfPlacement(declaration.workloads, 'workloads'),
    ...checkLeftOut(declaration, FeatureGates.of(kubevirt, platform.supportByArch)),
  ];
}

function isConfigurable(key: string, kubevirt: Release): boolean {
  return isArchitecture(key) && atLeast(kubevirt, ARCHITECTURE_FACTS[key].configurableSince);
}

function notConfigurable(key: string, kubevirt: Release): Finding[] {
  const path = `architectureConfiguration.${key}`;
  if (!isArchitecture(key)) {
    return checkArchitecture(key, path);
  }
  const { configurableSince, source } = ARCHITECTURE_FACTS[key];
  return [
    {
      code: 'PV104',
      severity: 'error',
      path,
      what: `KubeVirt ${kubevirt} has no configuration for ${key}`,
      why: 'The API server prunes or refuses the field, and the built-in values stay in force',
      fix: `leave it out, or target KubeVirt ${configurableSince} or later`,
      source,
    },
  ];
}

function component(placement: NodePlacement | undefined, of: PlacedComponent): Infra | undefined {
  return placement === undefined
    ? undefined
    : compact({ nodePlacement: placementSpec(placement, of), replicas: placement.replicas });
}
