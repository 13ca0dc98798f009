import { placeObjects } from '../../../src/cluster/place';
import type { KubeObject } from '../../../src/kube/object';
import { NodeInventory } from '../../../src/target/nodes';
import { Tally } from './tally';

interface PlaceCase {
  readonly id: string;
  readonly objects: readonly KubeObject[];
  readonly nodes: readonly (KubeObject & { readonly metadata: { readonly name: string } })[];
  readonly pods: readonly KubeObject[];
  readonly namespaces: readonly KubeObject[];
  readonly real: {
    readonly invalid?: unknown;
    readonly fits: readonly string[];
    readonly rejects: Readonly<Record<string, { readonly reasons: readonly string[] }>>;
    readonly message: string;
  };
}

const RELEASE = 'kube-scheduler 1.36.3';

/** The verdict on every node, with its reasons and the message of the pod. Pods that an API server rejects are left out. */
export function place(cases: readonly PlaceCase[]): Tally {
  const tally = new Tally();
  for (const { id, objects, nodes, pods, namespaces, real } of cases.filter(
    (each) => each.real.invalid === undefined,
  )) {
    const context = { target: { kubevirt: '1.9' }, nodes: NodeInventory.of(nodes).nodes, existing: namespaces };
    const placed = placeObjects(objects, context, { pods });
    const [workload] = 'report' in placed ? placed.report.workloads : [];
    const refused = new Map(workload?.rejects.map(({ node, reason, also = [] }) => [node, [reason, ...also]]));
    for (const { name } of nodes.map(({ metadata }) => metadata)) {
      const isRight = real.fits.includes(name) ? workload?.fits.includes(name) : refused.has(name);
      tally.count(RELEASE, 'does a node take it', isRight === true, `${id} ${name}`);
    }
    const answer = {
      fits: [...(workload?.fits ?? [])].sort(),
      rejects: [...refused].map(([node, reasons]) => [node, [...reasons].sort()]).sort(),
      message: workload?.fits.length === 0 ? workload.message : '',
    };
    const expected = {
      fits: [...real.fits].sort(),
      rejects: Object.entries(real.rejects)
        .map(([node, { reasons }]) => [node, [...reasons].sort()])
        .sort(),
      message: real.message,
    };
    const isWhole = JSON.stringify(answer) === JSON.stringify(expected);
    tally.count(RELEASE, 'all nodes, all reasons and the message', isWhole, id);
  }
  return tally;
}
