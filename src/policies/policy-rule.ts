import type { Architecture } from '../architectures/facts';
import type { GateState } from '../gates/check-fields';
import type { HypervisorDeclaration } from '../hypervisors/declaration';
import { type CelTwin, celText } from '../kube/cel';
import type { Target } from '../target/target';

/** The groups that rules are enforced in: a policy each. */
export const POLICY_GROUPS = ['architectures', 'gates', 'hypervisors', 'traps'] as const;

/** A group of the list. */
export type PolicyGroup = (typeof POLICY_GROUPS)[number];

/** What a policy does about an object: only notes it in the audit log, warns who applies it, or rejects it. */
export const POLICY_ACTIONS = ['Audit', 'Warn', 'Deny'] as const;

/** An action of the list. */
export type PolicyAction = (typeof POLICY_ACTIONS)[number];

/** One thing that is rejected, with the code by which `check` says it. */
export interface PolicyRule extends CelTwin {
  readonly group: PolicyGroup;
  readonly code: string;
  /** Of type bool: whether it is asked of an object at all. */
  readonly guard?: string;
  /** True for what works, or is only said to be unproven: a warning also where the others are rejected. */
  readonly onlyWarns?: true;
  /** True where its path is that of the object, not below the spec of the instance. */
  readonly isOfObject?: true;
}

/** A validation as the API takes it. */
interface Validation {
  readonly expression: string;
  readonly message: string;
  readonly messageExpression: string;
  readonly reason: 'Invalid';
}

/** The validation of a rule. What an instance type or a preference may add is judged in the instance that comes of it. */
export function validationOf({
  code,
  guard,
  refused,
  value,
  path,
  what,
  fix,
  isOfNothing,
  isOfObject,
}: PolicyRule): Validation {
  const parts = [...(guard === undefined ? [] : [guard]), ...(isOfNothing === true ? ['!variables.mayBeFilled'] : [])];
  const condition = [...parts, parts.length === 0 ? refused : within(refused)].join(' && ');
  const end = `. Fix: ${fix}. See polyvirt explain ${code}`;
  const where =
    isOfObject === true
      ? celText(`${code} at ${path}: ${what}`)
      : `${celText(`${code} at `)} + variables.at + ${celText(`${path}: ${what}`)}`;
  return {
    expression: `!(${condition})`,
    message: `${code}: ${what}${end}`,
    messageExpression: `${where}${value === undefined ? '' : ` + ": " + ${value}`} + ${celText(end)}`,
    reason: 'Invalid',
  };
}

/** `||` binds looser than `&&`. */
function within(condition: string): string {
  return condition.includes(' || ') || condition.includes(' ? ') ? `(${condition})` : condition;
}

/** What policies ask of a cluster: what the rules of `check` ask, as far as CEL can be told. */
export interface PolicyFacts {
  readonly target: Target;
  /** The architecture of a VM that names none; nothing where that is not known. */
  readonly defaultArchitecture?: string | undefined;
  /** That of virt-api itself; nothing where that is not known. */
  readonly apiArchitecture?: Architecture | undefined;
  readonly architectures: readonly Architecture[];
  /** Which machine types guests of an architecture may have, and get, where the cluster says so. */
  readonly machineTypes: (architecture: Architecture) => {
    readonly emulatedMachines?: readonly string[];
    readonly machineType?: string;
  };
  readonly gates: GateState;
  /** Resources of the cluster that are NVIDIA Grace GPUs. */
  readonly graceDevices: ReadonlySet<string>;
  /** The eviction strategy of guests that set none, where the cluster says one. */
  readonly evictionStrategy?: string | undefined;
  /** The hypervisor of a VM that names none. */
  readonly clusterHypervisor: string;
  /** Hypervisors of the platform's own; nothing where no platform says anything of hypervisors. */
  readonly declaredHypervisors?: readonly HypervisorDeclaration[] | undefined;
}
