import { machineTypesOf } from '../../architectures/architecture';
import type { Finding } from '../../findings/finding';
import type { GateState } from '../../gates/check-fields';
import { graceDevicesOf } from '../../gates/guest-fields';
import { hcoGateLists } from '../../gates/hco-kubevirt';
import { listsOf } from '../../gates/judge';
import { FeatureGates } from '../../gates/registry';
import { hyperConvergedNamespace } from '../../golden-images/facts';
import { versionOf } from '../../golden-images/hyper-converged-view';
import { DEFAULT_HYPERVISOR } from '../../hypervisors/catalogue';
import { isMap, type KubeObject } from '../../kube/object';
import { valueAt } from '../../kube/path';
import { atLeast } from '../../kube/release';
import { groupPolicies, POLICIES_SINCE, type PolicyChoice, policyObjects } from '../../policies/policies';
import { POLICY_GROUPS, type PolicyFacts } from '../../policies/policy-rule';
import {
  clusterArchitectures,
  defaultArchitecture,
  hcoRelease,
  type PlatformContext,
  workloadArchitectures,
} from '../context';
import { hypervisorsInUse } from '../hypervisors';
import { KUBEVIRT_NAME } from '../kubevirt';
import { hyperConverged } from './hyper-converged';
import { kubeVirt } from './kubevirt';

/** The policies of a platform, with what they ask of its cluster, in the order in which they are applied. */
export function enforcement(choice: PolicyChoice, platform: PlatformContext): KubeObject[] {
  const facts = policyFacts(platform);
  const placed = inNamespace(choice, platform);
  return policyObjects(facts, placed, groupPolicies(facts, placed));
}

/** With the namespace of KubeVirt, which is there before the policies, where the platform names no other. */
export function inNamespace(
  choice: PolicyChoice,
  { kubevirt, hyperConverged, target }: Pick<PlatformContext, 'kubevirt' | 'hyperConverged' | 'target'>,
): PolicyChoice & { readonly namespace: string } {
  const isManaged = kubevirt === undefined && (hyperConverged !== undefined || target.hco !== undefined);
  const { namespace } = (isManaged ? hyperConverged : kubevirt) ?? {};
  const standard = isManaged ? hyperConvergedNamespace(target) : KUBEVIRT_NAME;
  return { ...choice, namespace: choice.namespace ?? namespace ?? standard };
}

/** Reasons for which an API server cannot enforce the rules, and rules that stay unenforced. */
export function checkEnforcement({ only = POLICY_GROUPS }: PolicyChoice, platform: PlatformContext): Finding[] {
  const { kubernetes } = platform.target;
  const isOld = kubernetes !== undefined && !atLeast(kubernetes, POLICIES_SINCE);
  const isUnknown = platform.kubevirt === undefined && platform.hyperConverged === undefined;
  return [
    ...(isOld
      ? [
          {
            code: 'PV419',
            severity: 'error' as const,
            path: '',
            what: `Kubernetes ${kubernetes} has no ValidatingAdmissionPolicies in v1`,
            why: `They were added in ${POLICIES_SINCE}; an older API server rejects the objects`,
            fix: `leave enforce out, or target Kubernetes ${POLICIES_SINCE} or later`,
            source: 'kubernetes staging/src/k8s.io/api/admissionregistration/v1/types.go, v1.30.0',
          },
        ]
      : []),
    ...(only.includes('gates') && isUnknown
      ? [
          {
            code: 'PV419',
            severity: 'warning' as const,
            path: '',
            what: 'gates are not enforced: the platform declares no KubeVirt',
            why: 'It is unknown which gates are on, and enforcing the defaults of the release would be a guess',
            fix:
              'declare kubevirt or hyperConverged, write the policies by polyvirt policy --cluster, or leave gates ' +
              'out of only',
          },
        ]
      : []),
  ];
}

/** What policies ask of a cluster, as its platform declares it; `rules/policy-facts.ts` has the same of objects. A test holds both equal. */
function policyFacts(platform: PlatformContext): PolicyFacts {
  const { target } = platform;
  const kubevirt = platform.kubevirt === undefined ? undefined : kubeVirt(platform.kubevirt, platform);
  const configuration = valueAt(kubevirt, 'spec.configuration');
  const hypervisors = hypervisorsInUse(platform).hypervisorsInUse;
  return {
    target,
    defaultArchitecture: defaultArchitecture(platform),
    architectures: clusterArchitectures(platform),
    machineTypes: (architecture) =>
      machineTypesOf(isMap(configuration) ? configuration : undefined, architecture, target.kubevirt),
    gates: gateState(platform, kubevirt),
    graceDevices: graceDevicesOf(kubevirt),
    evictionStrategy: evictionStrategy(platform, kubevirt),
    clusterHypervisor: hypervisors?.cluster ?? DEFAULT_HYPERVISOR,
    declaredHypervisors: hypervisors?.declared,
  };
}

function gateState(platform: PlatformContext, kubevirt: KubeObject | undefined): GateState {
  const { target, supportByArch } = platform;
  const gates = FeatureGates.of(target.kubevirt, supportByArch);
  if (kubevirt !== undefined) {
    return { gates, lists: listsOf(kubevirt), isKnown: true };
  }
  const managed = managedBy(platform);
  if (managed === undefined) {
    return { gates, lists: {}, isKnown: false };
  }
  const releases = { hco: hcoRelease(platform), kubevirt: target.kubevirt };
  const { unknown, ...lists } = hcoGateLists(managed, releases, workloadArchitectures(platform) ?? []);
  return { gates, lists, isKnown: unknown === undefined };
}

function managedBy(platform: PlatformContext): KubeObject | undefined {
  return platform.hyperConverged === undefined
    ? undefined
    : hyperConverged(platform.hyperConverged, platform.goldenImages ?? [], platform);
}

function evictionStrategy(platform: PlatformContext, kubevirt: KubeObject | undefined): string | undefined {
  const managed = kubevirt === undefined ? managedBy(platform) : undefined;
  const found =
    managed === undefined
      ? valueAt(kubevirt, 'spec.configuration.evictionStrategy')
      : valueAt(managed, `${versionOf(managed) === 'v1' ? 'spec.virtualization' : 'spec'}.evictionStrategy`);
  return typeof found === 'string' && found !== '' ? found : undefined;
}
