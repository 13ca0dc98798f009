import type { FindingObject } from '../findings/finding';
import { GUEST_FIELDS } from '../gates/guest-fields';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { holdsIn } from '../kube/release';
import type { GroupPolicy } from './policies';
import { POLICY_GROUPS, type PolicyAction, type PolicyFacts, type PolicyGroup } from './policy-rule';

/** An object that would be rejected, warned of or noted if it were created now. */
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

/** Something that `check` says and no policy does, and why. */
interface NotInCel {
  readonly what: string;
  readonly why: string;
}

/** What of the chosen groups cannot be said in CEL, or not on this cluster. */
export function notInCel(facts: PolicyFacts, only: readonly PolicyGroup[] = POLICY_GROUPS): NotInCel[] {
  return [
    {
      what: 'what an instance type or a preference adds to a VM',
      why: 'a policy sees one object: the instance of the VM is judged when it is created',
    },
    {
      what: 'the architecture of the DataSource that a VM boots from',
      why: 'a policy sees one object: such a VM is judged by the default architecture of the cluster',
    },
    {
      what: 'allowances (polyvirt.io/allow, findings.allow)',
      why: 'CEL knows no date: exempt a namespace or an object by its label',
    },
    {
      what: 'rules about nodes, claims, networks, names and other objects (PV107, PV3xx, PV5xx, PV8xx)',
      why: 'a policy sees one object',
    },
    {
      what: 'what virt-api rejects on every architecture (as PV502 to PV516), and gated fields of other kinds',
      why: 'virt-api itself rejects it, even if it does not come from Git',
    },
    {
      what: 'VMs inside of other kinds, as KubevirtMachine of Cluster API',
      why: 'its instance is judged when it is created',
    },
    ...(only.includes('gates') ? ofGates(facts) : []),
    ...(only.includes('hypervisors')
      ? [{ what: 'features of which it is unknown whether a hypervisor has them (PV405)', why: 'it would be a guess' }]
      : []),
  ];
}

function ofGates({ gates, target }: PolicyFacts): NotInCel[] {
  if (!gates.isKnown) {
    return [
      {
        what: 'gates that are off (PV208), and support of gates by architecture (PV210, PV211)',
        why: 'no KubeVirt resource shows which gates are on: pass one with --cluster or among the manifests',
      },
    ];
  }
  const shown = new Set<string>(
    GUEST_FIELDS.filter((row) => holdsIn(row, target.kubevirt) && row.path !== 'spec').map(({ gate }) => gate),
  );
  const others = (gates.lists.featureGates ?? []).filter((gate) => !shown.has(gate));
  return others.length === 0
    ? []
    : [
        {
          what: `support by architecture of ${others.join(', ')}`,
          why: 'no field of a VM shows that it uses the gate',
        },
      ];
}
