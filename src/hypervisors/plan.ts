import { inOrder } from '../architectures/architecture';
import type { Architecture } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { DEFAULT_HYPERVISOR, profileOf } from './catalogue';
import { checkDeclaredHypervisor, chooseHypervisor } from './check-declared';
import { type Choice, chooseRealisation, isClusterWide } from './choose';
import { type HypervisorDeclaration, hasPolicy } from './declaration';
import type { RealisationContext } from './obstacle';
import { obstaclesTo } from './obstacles';
import { type ClusterHypervisor, needsNativeField } from './profile';

/** What a platform says about hypervisors. */
export interface HypervisorUse {
  readonly declared: readonly HypervisorDeclaration[];
  /** What its VMs ask for. */
  readonly asked: readonly AskedHypervisor[];
}

/** A hypervisor that some VM asks for. */
export interface AskedHypervisor {
  readonly name: string;
  /** Of the VM, where it says one. */
  readonly architecture?: Architecture;
}

/** Which hypervisors a platform runs, and how. */
export interface HypervisorPlan {
  /** What every VM runs on unless a policy or a field says otherwise. */
  readonly cluster: string;
  /** As KubeVirt itself calls it; absent where the platform does not install KubeVirt. */
  readonly native?: ClusterHypervisor;
  /** The hypervisor of VMs that name none. */
  readonly fallback: string;
  /** Names of those that a policy could give to some VMs, beside another one for the whole cluster. */
  readonly besides: readonly string[];
  /** By name, for everything that is declared with a realisation or that a VM asks for. */
  readonly choices: ReadonlyMap<string, Choice>;
  /** What is wrong with the declarations. */
  readonly findings: readonly Finding[];
}

/** Decides for a whole platform, since most ways concern all of its VMs. */
export function planHypervisors(use: HypervisorUse, context: RealisationContext): HypervisorPlan {
  const { declared } = use;
  const explicit = declared.filter(({ realisation }) => realisation !== undefined).map(({ name }) => name);
  const named = [...new Set(use.asked.map(({ name }) => name))];
  const names = [...new Set([...explicit, ...named, DEFAULT_HYPERVISOR])];
  const chosen = (known: RealisationContext) =>
    new Map(
      names.flatMap((name) => {
        const choice = chooseRealisation(name, declared, known);
        return choice === undefined ? [] : [[name, choice] as const];
      }),
    );
  // What concerns the whole cluster does not depend on what concerns some of its VMs, but the other way round.
  const first = chosen(context);
  const wide = (some: readonly string[]) => some.filter((name) => isClusterWide(first.get(name)?.realisation));
  const [decided, second] = wide(explicit);
  const cluster = decided ?? wide(named).find((name) => name !== DEFAULT_HYPERVISOR) ?? DEFAULT_HYPERVISOR;
  const native = context.installs ? nativeOf(first.get(cluster)) : undefined;
  const known: RealisationContext = {
    ...context,
    ...(native === undefined ? {} : { cluster: native }),
    ...(cluster === DEFAULT_HYPERVISOR ? {} : { taken: cluster }),
  };
  const choices = native === undefined && cluster === DEFAULT_HYPERVISOR ? first : chosen(known);
  return {
    cluster,
    ...(native === undefined ? {} : { native }),
    fallback: decided ?? DEFAULT_HYPERVISOR,
    choices,
    besides: names.filter((name) => canStandBeside(name, cluster, declared, known)),
    findings: [
      ...declared.flatMap((declaration, i) =>
        checkDeclaredHypervisor(declaration, declared, i, architecturesFor(declaration, use, context)),
      ),
      ...[...new Set(declared.map(({ name }) => name))].flatMap(
        (name) => choices.get(name)?.findings.map((finding) => below(name, finding)) ?? [],
      ),
      ...(second === undefined
        ? []
        : [
            twoForOne(
              decided!,
              second,
              names.filter((name) => canStandBeside(name, name === decided ? second : decided!, declared, known)),
            ),
          ]),
    ],
  };
}

/** Whether a policy could reach a hypervisor on a cluster that runs another one. */
function canStandBeside(
  name: string,
  cluster: string,
  declared: readonly HypervisorDeclaration[],
  context: RealisationContext,
): boolean {
  const profile = profileOf(name, declared);
  // Without it the cluster runs what the other one needs.
  const rest = name === cluster ? DEFAULT_HYPERVISOR : cluster;
  const other = profileOf(rest, declared);
  const native = other !== undefined && needsNativeField(other) ? 'hyperv-direct' : 'kvm';
  return (
    profile !== undefined &&
    profile.native !== 'kvm' &&
    obstaclesTo(
      'pod-policy',
      { profile, declaration: declared.find((each) => each.name === name) ?? { name } },
      { ...context, cluster: native },
    ).length === 0
  );
}

function nativeOf(choice: Choice | undefined): ClusterHypervisor {
  return choice?.realisation !== undefined && needsNativeField(choice.profile) ? 'hyperv-direct' : 'kvm';
}

/** Architectures that its launchers run on: a policy is about the VMs that name it, every other way about all. */
function architecturesFor(
  { name, realisation }: HypervisorDeclaration,
  { asked }: HypervisorUse,
  { architectures, defaultArchitecture }: RealisationContext,
): readonly Architecture[] {
  return !hasPolicy(realisation)
    ? architectures
    : inOrder(
        asked
          .filter((each) => each.name === name)
          .flatMap(({ architecture = defaultArchitecture }) =>
            architecture === undefined ? architectures : [architecture],
          ),
      );
}

/**
 * What is wrong with the hypervisor of one VM.
 *
 * @param named what the VM asks for, if anything
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
        what: `there is no hypervisor ${shownValue(name)}`,
        why: 'KubeVirt would silently run the VM on the hypervisor of the cluster',
        fix: `${chooseHypervisor(name, declared)}, or define your own under hypervisors of the platform`,
      },
    ];
  }
  const own = declared.some((each) => each.name === name)
    ? []
    : choice.findings.map((finding) => ({ ...finding, path: 'hypervisor' }));
  return isClusterWide(choice.realisation) && plan.cluster !== name
    ? [...own, anotherOne(name, named !== undefined, plan)]
    : own;
}

/** A finding about a declared hypervisor, from the platform's point of view. */
function below(name: string, finding: Finding): Finding {
  const path = finding.path === undefined || finding.path === '' ? '' : `.${finding.path}`;
  return { ...finding, path: `hypervisors[${name}]${path}` };
}

/** @param besides which of the two a policy could reach */
function twoForOne(first: string, second: string, besides: readonly string[]): Finding {
  return {
    code: 'PV408',
    severity: 'error',
    path: `hypervisors[${second}].realisation`,
    what: `the whole cluster already runs ${first}`,
    why: ONE,
    fix: `${besideOf([second, first], besides)}keep one of them, and give the other a cluster of its own`,
  };
}

const ONE = 'KubeVirt runs one hypervisor per cluster, from one launcher image';

/** The advice to use a policy, where that has no obstacle: the finding about one that has must not lead back here. */
function besideOf(names: readonly string[], besides: readonly string[]): string {
  const able = names.find((name) => besides.includes(name));
  return able === undefined ? '' : `choose realisation: pod-policy for ${able}, or `;
}

function anotherOne(name: string, isNamed: boolean, { cluster, besides }: HypervisorPlan): Finding {
  return {
    code: 'PV408',
    severity: 'error',
    path: 'hypervisor',
    what: isNamed
      ? `the VM asks for ${name}, and the cluster runs ${cluster}`
      : `the VM names no hypervisor, which means ${name}, and the cluster runs ${cluster}`,
    why: ONE,
    fix:
      `${besideOf(name === DEFAULT_HYPERVISOR ? [cluster] : [name, cluster], besides)}write hypervisor: ${cluster} ` +
      'for it, or move it to another cluster',
  };
}
