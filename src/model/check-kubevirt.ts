import { checkArchitecture, isArchitecture } from '../architectures/architecture';
import { ARCHITECTURE_FACTS, type Architecture } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { FeatureGates } from '../gates/registry';
import { checkLeftOut } from '../gates/wanted';
import { atLeast } from '../kube/release';
import { checkComponentPlacement } from './check-placement';
import { clusterArchitectures, defaultArchitecture, type PlatformContext, workloadArchitectures } from './context';
import type { KubeVirtDeclaration } from './kubevirt';

/** What is wrong with a KubeVirt installation as declared. */
export function checkKubeVirt(declaration: KubeVirtDeclaration, platform: PlatformContext): Finding[] {
  const { kubevirt } = platform.target;
  return [
    ...checkArchitecture(declaration.defaultArchitecture, 'defaultArchitecture'),
    ...checkArchitecture(declaration.infra?.architecture, 'infra.architecture'),
    ...checkArchitecture(declaration.workloads?.architecture, 'workloads.architecture'),
    ...checkDefault(declaration, platform),
    ...checkConfigured(declaration, kubevirt),
    ...checkDefaultRuns(declaration, platform),
    ...checkReplicas(declaration),
    ...checkComponentPlacement(declaration.infra, 'infra'),
    ...checkComponentPlacement(declaration.workloads, 'workloads'),
    ...checkLeftOut(declaration, FeatureGates.of(kubevirt, platform.supportByArch)),
  ];
}

/** On a mixed cluster somebody has to say what a virtual machine without an architecture gets. */
function checkDefault(declaration: KubeVirtDeclaration, platform: PlatformContext): Finding[] {
  const architectures = clusterArchitectures(platform);
  if (declaration.defaultArchitecture !== undefined || architectures.length < 2) {
    return [];
  }
  if (defaultArchitecture({ ...platform, kubevirt: declaration }) !== undefined) {
    return [];
  }
  return [
    {
      code: 'PV103',
      severity: 'error',
      path: 'defaultArchitecture',
      what: `the cluster has ${architectures.join(', ')} and nobody says which is the default`,
      why: 'KubeVirt then takes, once and for ever, the architecture of the node on which its operator first ran',
      fix: `write defaultArchitecture: ${architectures[0]}, or another of them`,
      source: 'kubevirt pkg/virt-operator/util/config.go SetDefaultArchitecture',
    },
  ];
}

function checkConfigured(declaration: KubeVirtDeclaration, kubevirt: string): Finding[] {
  return Object.keys(declaration.architectureConfiguration ?? {}).flatMap((key) => {
    const path = `architectureConfiguration.${key}`;
    if (!isArchitecture(key)) {
      return checkArchitecture(key, path);
    }
    const { configurableSince, source } = ARCHITECTURE_FACTS[key as Architecture];
    if (atLeast(kubevirt, configurableSince)) {
      return [];
    }
    return [
      {
        code: 'PV104',
        severity: 'error' as const,
        path,
        what: `KubeVirt ${kubevirt} has no configuration for ${key}`,
        why: 'The API server prunes or refuses the field, and the built-in values stay in force',
        fix: `leave it out, or target KubeVirt ${configurableSince} or later`,
        source,
      },
    ];
  });
}

/** A default that no worker has makes every machine that names none wait for ever. */
function checkDefaultRuns(declaration: KubeVirtDeclaration, platform: PlatformContext): Finding[] {
  const wanted = declaration.defaultArchitecture;
  const available = workloadArchitectures({ ...platform, kubevirt: declaration });
  if (wanted === undefined || available === undefined || available.includes(wanted) || !isArchitecture(wanted)) {
    return [];
  }
  return [
    {
      code: 'PV107',
      severity: 'warning',
      path: 'defaultArchitecture',
      what: `no worker is ${wanted}, they are ${available.join(', ') || 'none'}`,
      why: 'Every virtual machine that names no architecture stays Pending for ever',
      fix: `write ${available.join(' or ') || 'an architecture that the workers have'}`,
    },
  ];
}

function checkReplicas({ workloads }: KubeVirtDeclaration): Finding[] {
  return workloads?.replicas === undefined
    ? []
    : [
        {
          code: 'PV003',
          severity: 'error',
          path: 'workloads.replicas',
          what: 'workloads have no replicas',
          why: 'What runs there is a DaemonSet, one pod per node, so the number would change nothing',
          fix: 'leave it out, or write it under infra',
        },
      ];
}
