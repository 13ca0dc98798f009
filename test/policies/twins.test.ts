import { readFileSync } from 'node:fs';
import { oracle } from '../../scripts/oracles.cjs';
import { ClusterView } from '../../src/cluster/cluster-view';
import { kindOf } from '../../src/cluster/instance-of';
import { checkObjects } from '../../src/cluster/judge/apply-rules';
import { catalogue } from '../../src/hypervisors/catalogue';
import { HYPERVISOR_LABEL } from '../../src/hypervisors/declaration';
import { isMap, type KubeObject } from '../../src/kube/object';
import { valueAt } from '../../src/kube/path';
import { groupPolicies, policyObjects } from '../../src/policies/policies';
import { policyFactsOf } from '../../src/rules/policy-facts';
import { celEvaluator } from '../../src/schema/cel-evaluator';
import type { PolicySpec } from '../../src/schema/cel-policy';
import { resolveTarget } from '../../src/target/target';
import { testWhere } from '../test-where';
import '../../src/in-node';

/** Each kind that policies match, with where the metadata of its instance is. */
const KINDS: Readonly<Record<string, string>> = {
  'VirtualMachineInstance.kubevirt.io': 'metadata',
  'VirtualMachine.kubevirt.io': 'spec.template.metadata',
  'VirtualMachineInstanceReplicaSet.kubevirt.io': 'spec.template.metadata',
  'VirtualMachinePool.pool.kubevirt.io': 'spec.virtualMachineTemplate.spec.template.metadata',
};

interface Case {
  readonly id: string;
  readonly release: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly extras?: readonly KubeObject[];
  readonly object: KubeObject;
}

/** How the recorded cases are varied: what the recorded ones do not have. */
interface Variation {
  readonly name: string;
  /** One of so many cases is asked. */
  readonly every: number;
  readonly vary?: (object: KubeObject, i: number) => KubeObject;
  readonly status?: Readonly<Record<string, unknown>>;
  readonly hypervisors?: true;
  /** Codes that have to be among what is rejected, so that the sentence is about something. */
  readonly codes: readonly string[];
}

const VARIATIONS: readonly Variation[] = [
  { name: 'as they are', every: 1, codes: ['PV101', 'PV105', 'PV109', 'PV204', 'PV208'] },
  {
    name: 'on each hypervisor',
    every: 3,
    vary: (object, i) => labelled(object, catalogue()[i % catalogue().length]!.name),
    hypervisors: true,
    codes: ['PV404', 'PV413'],
  },
  {
    name: 'where no architecture is said',
    every: 3,
    vary: withoutArchitecture,
    status: {},
    codes: ['PV105'],
  },
  { name: 'on an architecture that there is not', every: 3, vary: onRiscv, codes: ['PV101', 'PV208'] },
  { name: 'without an instance in them', every: 9, vary: withoutInstance, hypervisors: true, codes: [] },
];

testWhere('cases').each(VARIATIONS)(
  'policies refuse of recorded objects, $name, what check says with the same codes',
  (variation) => {
    const cases = recorded().filter((_, i) => i % variation.every === 0);
    const different: string[] = [];
    const met = new Set<string>();
    for (const group of byCluster(cases)) {
      const [{ release, config }] = group as [Case, ...Case[]];
      const objects = group.map(({ object }, i) => variation.vary?.(object, i) ?? object);
      const extras = group.flatMap((each) => each.extras ?? []);
      const { said, refused, errors } = verdicts(
        objects,
        [kubeVirt(config, variation.status), ...extras],
        release,
        variation,
      );
      different.push(...errors);
      group.forEach(({ id }, i) => {
        const wanted = [...(said.get(id) ?? [])].sort().join();
        const found = [...(refused.get(id) ?? [])].sort().join();
        for (const code of refused.get(id) ?? []) {
          met.add(code);
        }
        // An instance type or a preference may add something: the instance that is made of the VM is judged.
        const isEqual = isFilled(objects[i]!)
          ? [...(refused.get(id) ?? [])].every((code) => said.get(id)?.has(code))
          : wanted === found;
        if (!isEqual) {
          different.push(`${release} ${id} ${objects[i]!.kind}: check says ${wanted}, policies refuse for ${found}`);
        }
      });
    }
    expect(different).toEqual([]);
    expect([...met]).toEqual(expect.arrayContaining([...variation.codes]));
  },
);

function recorded(): Case[] {
  return readFileSync(oracle('cases/admission.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Case)
    .filter(({ object }) => KINDS[kindOf(object)] !== undefined);
}

/** Cases that share a cluster, so that it is made once. */
function byCluster(cases: readonly Case[]): Case[][] {
  const groups = new Map<string, Case[]>();
  for (const each of cases) {
    const key = JSON.stringify([each.release, each.config]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}

function kubeVirt(config: Case['config'], status?: Variation['status']): KubeObject {
  const said = valueAt(config, 'architectureConfiguration.defaultArchitecture');
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'KubeVirt',
    metadata: { name: 'kubevirt', namespace: 'kubevirt' },
    spec: { configuration: config },
    status: { phase: 'Deployed', ...(status ?? { defaultArchitecture: said ?? 'amd64' }) },
  } as unknown as KubeObject;
}

const ONLY_WARNED = / is not supported yet on |which the cluster asks of every VM$/;

/** Codes for which policies refuse each object, by its name, and those that `check` says of the same. */
function verdicts(
  objects: readonly KubeObject[],
  existing: readonly KubeObject[],
  kubevirt: string,
  { hypervisors }: Variation,
) {
  const { target } = resolveTarget({ kubevirt });
  const context = {
    target,
    existing,
    ...(hypervisors === true ? { hypervisorsInUse: { declared: [], cluster: 'qemu-kvm', realisations: {} } } : {}),
  };
  const facts = policyFactsOf(new ClusterView(objects, context));
  const policies = groupPolicies(facts, { action: 'Deny' }).filter(({ action }) => action === 'Deny');
  const [params, ...written] = policyObjects(facts, {}, policies);
  const codes = new Set(policies.flatMap(({ rules }) => rules.map(({ code }) => code)));
  const said = new Map<string, Set<string>>();
  for (const { object, code, what } of checkObjects(objects, context)) {
    // What the cluster asks of every VM, and what is only not there yet, is a warning in each.
    if (codes.has(code) && !ONLY_WARNED.test(what)) {
      add(said, object!.name, code);
    }
  }
  const errors: string[] = [];
  const refused = new Map<string, Set<string>>();
  for (const { name, rules } of policies) {
    const policy = written.find((each) => each.kind === 'ValidatingAdmissionPolicy' && each.metadata.name === name)!;
    for (const object of objects) {
      for (const broken of celEvaluator().judgePolicy(policy.spec as unknown as PolicySpec, object, params)!) {
        const code = rules[broken.index]?.code ?? '';
        if (broken.isError) {
          errors.push(`${object.metadata.name} ${name}: ${broken.message} in ${rules[broken.index]?.what}`);
        } else if (codes.has(code)) {
          expect(broken.message).toMatch(new RegExp(`^${code} at .+ Fix: .+ See polyvirt explain ${code}$`));
          add(refused, object.metadata.name!, code);
        }
      }
    }
  }
  return { said, refused, errors };
}

function add(found: Map<string, Set<string>>, name: string, code: string): void {
  found.set(name, (found.get(name) ?? new Set()).add(code));
}

function isFilled({ spec }: KubeObject): boolean {
  return ['', 'virtualMachineTemplate.spec.'].some((at) =>
    ['instancetype', 'preference'].some((key) => valueAt(spec, `${at}${key}`) !== undefined),
  );
}

function labelled(object: KubeObject, hypervisor: string): KubeObject {
  const path = KINDS[kindOf(object)]!.split('.');
  return changed(object, path, (metadata) => ({
    ...metadata,
    labels: { ...(isMap(metadata.labels) ? metadata.labels : {}), [HYPERVISOR_LABEL]: hypervisor },
  }));
}

function withoutArchitecture(object: KubeObject): KubeObject {
  const path = [...KINDS[kindOf(object)]!.split('.').slice(0, -1), 'spec'];
  return changed(object, path, ({ architecture: _, ...spec }) => spec);
}

function onRiscv(object: KubeObject): KubeObject {
  const path = [...KINDS[kindOf(object)]!.split('.').slice(0, -1), 'spec'];
  return changed(object, path, (spec) => ({ ...spec, architecture: 'riscv64' }));
}

/** A template without a spec, on a hypervisor that lacks what KubeVirt attaches by itself. */
function withoutInstance(object: KubeObject): KubeObject {
  const path = KINDS[kindOf(object)]!.split('.').slice(0, -1);
  return path.length === 0
    ? object
    : changed(object, path, () => ({ metadata: { labels: { [HYPERVISOR_LABEL]: 'cloud-hypervisor' } } }));
}

type Fields = Readonly<Record<string, unknown>>;

/** The object with another map at a path; as it is where there is no map on the way. */
function changed(object: KubeObject, path: readonly string[], change: (map: Fields) => Fields): KubeObject {
  const visit = (value: Fields, [key, ...rest]: readonly string[]): Fields => {
    const below = value[key!];
    if (rest.length === 0) {
      return { ...value, [key!]: change(isMap(below) ? below : {}) };
    }
    return isMap(below) ? { ...value, [key!]: visit(below, rest) } : value;
  };
  return visit(object as unknown as Fields, path) as unknown as KubeObject;
}
