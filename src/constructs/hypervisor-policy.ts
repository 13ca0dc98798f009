import { Construct } from 'constructs';
import type { HypervisorDeclaration } from '../hypervisors/declaration';
import type { KubeObject } from '../kube/object';
import type { PlatformContext } from '../model/context';
import { policiesOf, policyName } from '../model/manifests/hypervisor-policy';
import { Resource } from './resource';

/** A platform as its policies see it. */
interface PolicyScope extends Construct {
  context(): PlatformContext;
}

const KINDS = ['MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding'] as const;

/** The objects of the hypervisors that reach the cluster by a policy. Such a way is always named, so that it is known here. */
export function addPolicies(platform: PolicyScope, declared: readonly HypervisorDeclaration[]): void {
  const names = declared.filter(({ realisation }) => realisation === 'pod-policy').map(({ name }) => name);
  // One that is declared twice is an error, which is said elsewhere.
  for (const name of new Set(names)) {
    for (const [i, kind] of KINDS.entries()) {
      const construct = new Construct(platform, `${policyName(name)}-${kind}`);
      new Resource(construct, { apiVersion: 'admissionregistration.k8s.io/v1', kind, name: policyName(name) }, () =>
        policyObject(name, i, platform.context()),
      );
    }
  }
}

function policyObject(name: string, i: number, context: PlatformContext): KubeObject {
  return policiesOf(name, context)[i]!;
}
