import { placeObjects } from '../../src/cluster/place';
import { NodeInventory } from '../../src/inventory/nodes';
import type { KubeObject } from '../../src/kube/object';
import { cases } from '../facts-oracle';
import { testWhere } from '../test-where';

interface PlaceCase {
  readonly id: string;
  readonly objects: readonly KubeObject[];
  readonly nodes: readonly KubeObject[];
  readonly pods: readonly KubeObject[];
  readonly namespaces: readonly KubeObject[];
  readonly real: {
    readonly invalid?: unknown;
    readonly fits: readonly string[];
    readonly rejects: Readonly<Record<string, { readonly reasons: readonly string[] }>>;
    readonly message: string;
  };
}

function answerTo({ objects, nodes, pods, namespaces }: PlaceCase): object | undefined {
  const context = { target: { kubevirt: '1.9' }, nodes: NodeInventory.of(nodes).nodes, existing: namespaces };
  const placed = placeObjects(objects, context, { pods });
  const [workload] = 'report' in placed ? placed.report.workloads : [];
  return (
    workload && {
      fits: [...workload.fits].sort(),
      rejects: workload.rejects.map(({ node, reason, also = [] }) => [node, [reason, ...also].sort()]).sort(),
      message: workload.fits.length === 0 ? workload.message : '',
    }
  );
}

testWhere('cases')('kube-scheduler says the same of every node, where its answers are at hand', () => {
  const read = cases<PlaceCase>('place').filter(({ real }) => real.invalid === undefined);
  expect(read.length).toBeGreaterThan(300);
  const wrong = read.filter((each) => {
    const { fits, rejects, message } = each.real;
    const expected = {
      fits: [...fits].sort(),
      rejects: Object.entries(rejects)
        .map(([node, { reasons }]) => [node, [...reasons].sort()])
        .sort(),
      message,
    };
    return JSON.stringify(answerTo(each)) !== JSON.stringify(expected);
  });
  expect(wrong.map(({ id }) => id)).toEqual([]);
});
