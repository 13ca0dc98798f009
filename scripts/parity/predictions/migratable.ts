import { migratability } from '../../../src/cluster/judge/library';
import { NodeInventory } from '../../../src/inventory/nodes';
import type { KubeObject } from '../../../src/kube/object';
import { Tally } from './tally';

interface MigratableCase {
  readonly id: string;
  readonly tag: string;
  readonly config: KubeObject;
  readonly objects: readonly [KubeObject, ...KubeObject[]];
  readonly upstream?: {
    readonly migratable?: boolean;
    readonly reason?: string;
    readonly storageMigratable?: boolean;
  };
}

/** Who can live-migrate, as virt-handler decides it. */
export function migratable(cases: readonly MigratableCase[]): Tally {
  const tally = new Tally();
  for (const { id, tag, config, objects, upstream } of cases) {
    if (upstream?.migratable === undefined) {
      continue;
    }
    const [object, ...rest] = objects;
    const nodes = rest.filter(({ kind }) => kind === 'Node');
    const answer = migratability(object, {
      target: { kubevirt: tag.slice(1) },
      existing: [config, ...rest.filter(({ kind }) => kind !== 'Node')],
      ...(nodes.length === 0 ? {} : { nodes: NodeInventory.of(nodes) }),
    });
    const release = `KubeVirt ${tag.slice(1)}`;
    const isKnown = (part: unknown, expected: unknown) => (part === undefined ? 'unknown' : part === expected);
    tally.count(release, 'can it migrate', isKnown(answer.migratable, upstream.migratable), id);
    if (!upstream.migratable) {
      const isReason = answer.migratable === undefined ? 'unknown' : answer.reason === upstream.reason;
      tally.count(release, 'the reason', isReason, id);
    }
    if (upstream.storageMigratable !== undefined) {
      tally.count(release, 'can its volumes migrate', isKnown(answer.storage, upstream.storageMigratable), id);
    }
  }
  return tally;
}
