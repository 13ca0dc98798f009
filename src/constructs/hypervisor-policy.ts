import { Construct } from 'constructs';
import type { HypervisorDeclaration } from '../hypervisors/declaration';
import type { KubeObject } from '../kube/object';
import type { PlatformContext } from '../model/context';
import { policiesOf, policyKinds, policyName } from '../model/manifests/hypervisor-policy';
import type { Target } from '../target/target';
import { Resource } from './resource';

/** A platform as its policies see it. */
interface PolicyScope extends Construct {
  readonly target: Target;
  context(): PlatformContext;
}

/** The objects of the hypervisors that reach the cluster by a policy. Such a way is always named, so that it is known here. */
export function addPolicies(platform: PolicyScope, declared: readonly HypervisorDeclaration[]): void {
  // One that is declared twice is an error, which is said elsewhere.
  const once = new Map(declared.map((declaration) => [declaration.name, declaration] as const).reverse());
  for (const [name, declaration] of [...once].reverse()) {
    for (const [i, kind] of policyKinds(declaration, platform.target).entries()) {
      const construct = new Construct(platform, `${policyName(name)}-${kind}`);
      const apiVersion = kind === 'Plugin' ? 'plugin.kubevirt.io/v1alpha1' : 'admissionregistration.k8s.io/v1';
      new Resource(construct, { apiVersion, kind, name: policyName(name) }, () =>
        policyObject(name, i, platform.context()),
      );
    }
  }
}

function policyObject(name: string, i: number, context: PlatformContext): KubeObject {
  return policiesOf(name, context)[i]!;
}
