import { isMap, type KubeObject } from '../kube/object';
import type { SynthesizedCluster } from '../workspace/synthesize';

/**
 * What was synthesized, a line per cluster and kind.
 *
 *     edge       KubeVirt         1
 *                VirtualMachine   4   amd64 2, arm64 2
 */
export function summaryTable(clusters: readonly SynthesizedCluster[]): string {
  const rows = clusters.flatMap(({ name, objects }) =>
    [...byKind(objects)].map(([kind, ofKind], i) => [
      i === 0 ? name : '',
      kind,
      String(ofKind.length),
      architectures(ofKind),
    ]),
  );
  const total = clusters.reduce((sum, { objects }) => sum + objects.length, 0);
  const table = [['cluster', 'kind', 'objects', 'architectures'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const count = `${clusters.length} ${clusters.length === 1 ? 'cluster' : 'clusters'}, ${total} ${total === 1 ? 'object' : 'objects'}`;
  return [...lines, count].join('\n');
}

function byKind(objects: readonly KubeObject[]): Map<string, KubeObject[]> {
  const kinds = new Map<string, KubeObject[]>();
  for (const object of objects) {
    kinds.set(object.kind, [...(kinds.get(object.kind) ?? []), object]);
  }
  return kinds;
}

function architectures(objects: readonly KubeObject[]): string {
  const counts = new Map<string, number>();
  for (const architecture of objects.map(architectureOf).filter((found) => found !== undefined)) {
    counts.set(architecture, (counts.get(architecture) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

function architectureOf({ spec }: KubeObject): string | undefined {
  const template = isMap(spec) ? spec.template : undefined;
  const instance = isMap(template) && isMap(template.spec) ? template.spec : isMap(spec) ? spec : {};
  return typeof instance.architecture === 'string' ? instance.architecture : undefined;
}
