import type { Finding } from '../findings/finding';
import { DEFAULT_HYPERVISOR } from './catalogue';
import { checkDeclaredHypervisors, chooseHypervisor } from './check-declared';
import { type Choice, chooseRealisation, isClusterWide } from './choose';
import type { HypervisorDeclaration } from './declaration';
import type { RealisationContext } from './obstacles';

/** What a platform says about hypervisors. */
export interface HypervisorUse {
  readonly declared: readonly HypervisorDeclaration[];
  /** Names that its machines ask for. */
  readonly named: readonly string[];
}

/** Which hypervisors a platform runs, and how. */
export interface HypervisorPlan {
  /** What every machine runs on unless a policy or a field says otherwise. */
  readonly cluster: string;
  /** What a machine runs on that names nothing. */
  readonly fallback: string;
  /** By name, for everything that is declared with a realisation or that a machine asks for. */
  readonly choices: ReadonlyMap<string, Choice>;
  /** What is wrong with the declarations. */
  readonly findings: readonly Finding[];
}

/** Decides for a whole platform, since most ways concern all of its machines. */
export function planHypervisors(use: HypervisorUse, context: RealisationContext): HypervisorPlan {
  const { declared, named } = use;
  const explicit = declared.filter(({ realisation }) => realisation !== undefined).map(({ name }) => name);
  const choices = new Map<string, Choice>();
  for (const name of [...explicit, ...named, DEFAULT_HYPERVISOR]) {
    const choice = choices.has(name) ? undefined : chooseRealisation(name, declared, context);
    if (choice !== undefined) {
      choices.set(name, choice);
    }
  }
  const wide = (names: readonly string[]) => names.filter((name) => isClusterWide(choices.get(name)?.realisation));
  const [decided, second] = wide(explicit);
  const asked = wide(named).find((name) => name !== DEFAULT_HYPERVISOR);
  return {
    cluster: decided ?? asked ?? DEFAULT_HYPERVISOR,
    fallback: decided ?? DEFAULT_HYPERVISOR,
    choices,
    findings: [
      ...checkDeclaredHypervisors(declared, context.architectures),
      ...declared.flatMap(({ name }) => choices.get(name)?.findings.map((finding) => below(name, finding)) ?? []),
      ...(second === undefined ? [] : [twoForOne(decided!, second)]),
    ],
  };
}

/**
 * What is wrong with the hypervisor of one machine.
 *
 * @param named what the machine asks for, if anything
 */
export function checkHypervisor(
  named: string | undefined,
  plan: HypervisorPlan,
  declared: readonly HypervisorDeclaration[],
): Finding[] {
  const name = named ?? plan.fallback;
  const choice = plan.choices.get(name);
  if (choice === undefined) {
    return [
      {
        code: 'PV401',
        severity: 'error',
        path: 'hypervisor',
        what: `there is no hypervisor "${name}"`,
        why: 'KubeVirt would run the machine on whatever the cluster runs, without a word',
        fix: `${chooseHypervisor(name, declared)}, or define your own under hypervisors of the platform`,
      },
    ];
  }
  const own = declared.some((each) => each.name === name)
    ? []
    : choice.findings.map((finding) => ({ ...finding, path: 'hypervisor' }));
  return isClusterWide(choice.realisation) && plan.cluster !== name
    ? [...own, anotherOne(name, named !== undefined, plan.cluster)]
    : own;
}

/** A finding about a declared hypervisor, from the platform's point of view. */
function below(name: string, finding: Finding): Finding {
  const path = finding.path === undefined || finding.path === '' ? '' : `.${finding.path}`;
  return { ...finding, path: `hypervisors[${name}]${path}` };
}

function twoForOne(first: string, second: string): Finding {
  return {
    code: 'PV408',
    severity: 'error',
    path: `hypervisors[${second}].realisation`,
    what: `the whole cluster runs ${first} already`,
    why: ONE,
    fix: `choose pod-policy for one of ${first} and ${second}, or keep one of them`,
  };
}

const ONE = 'KubeVirt runs one hypervisor per cluster, from one launcher image';

function anotherOne(name: string, isNamed: boolean, cluster: string): Finding {
  return {
    code: 'PV408',
    severity: 'error',
    path: 'hypervisor',
    what: isNamed
      ? `the machine asks for ${name}, and the cluster runs ${cluster}`
      : `the machine names no hypervisor, which means ${name}, and the cluster runs ${cluster}`,
    why: ONE,
    fix: `write hypervisor: ${cluster}, or choose realisation: pod-policy for ${name === DEFAULT_HYPERVISOR ? cluster : name}`,
  };
}
