import type { FindingObject } from '../findings/finding';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import type { GroupPolicy } from './policies';
import type { PolicyAction } from './policy-rule';

/** An object that would be refused, warned of or noted if it were created now. */
export interface PolicyHit {
  readonly object: FindingObject;
  readonly policy: string;
  readonly code: string;
  readonly action: PolicyAction;
  readonly message: string;
}

/** Evaluates the spec of a policy: the validations that an object breaks, by their number, with what the API server would say. */
type JudgePolicy = (
  policy: unknown,
  object: unknown,
  params: unknown,
) => readonly { readonly index: number; readonly message: string }[] | undefined;

/** Kinds that policies match. */
const MATCHED =
  /^(VirtualMachine|VirtualMachineInstance|VirtualMachineInstanceReplicaSet) kubevirt\.io\/|^VirtualMachinePool pool\.kubevirt\.io\//;

/** The answer of the policies to objects that are there: their own expressions are evaluated. */
export function policyHits(
  objects: readonly KubeObject[],
  policies: readonly GroupPolicy[],
  written: readonly KubeObject[],
  judge: JudgePolicy,
): PolicyHit[] {
  const params = written.find(({ kind }) => kind === 'ConfigMap');
  const specs = new Map(
    written.filter(({ kind }) => kind === 'ValidatingAdmissionPolicy').map((each) => [each.metadata.name, each.spec]),
  );
  return objects
    .filter(({ kind, apiVersion }) => MATCHED.test(`${kind} ${apiVersion}`))
    .flatMap((object) =>
      policies.flatMap(({ name, rules, action }) =>
        (judge(specs.get(name), object, params) ?? []).map(({ index, message }) => ({
          object: findingObject(object),
          policy: name,
          code: rules[index]?.code ?? '',
          action,
          message,
        })),
      ),
    );
}

/** How many objects there are that policies match. */
export function matchedObjects(objects: readonly KubeObject[]): number {
  return objects.filter(({ kind, apiVersion }) => MATCHED.test(`${kind} ${apiVersion}`)).length;
}
