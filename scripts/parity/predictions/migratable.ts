import { NODE_LABELS } from '../../../src/architectures/facts';
import { migratability } from '../../../src/cluster/judge/library';
import { asText, type KubeObject } from '../../../src/kube/object';
import { valueAt } from '../../../src/kube/path';
import { NodeInventory } from '../../../src/target/nodes';
import { Tally } from './tally';

interface MigratableCase {
  readonly id: string;
  readonly tag: string;
  readonly config: KubeObject;
  readonly objects: readonly [KubeObject, ...KubeObject[]];
  /** What libvirt told virt-handler of the CPU; a model, where it is left out. */
  readonly node?: { readonly hostCpuModel: string };
  readonly upstream?: {
    readonly migratable?: boolean | null;
    readonly reason?: string;
    readonly message?: string;
    readonly storageMigratable?: boolean;
  };
}

/** Who can live-migrate, as virt-handler decides it. */
export function migratable(cases: readonly MigratableCase[]): Tally {
  const tally = new Tally();
  for (const each of cases) {
    const { id, tag, config, objects, upstream } = each;
    // There is none where no guest is made.
    if (typeof upstream?.migratable !== 'boolean') {
      continue;
    }
    const [object, ...rest] = objects;
    const answer = migratability(object, {
      target: { kubevirt: tag.slice(1) },
      existing: [config, ...rest.filter(({ kind }) => kind !== 'Node')],
      nodes: NodeInventory.of(labelledNodes(each)),
    });
    const release = `KubeVirt ${tag.slice(1)}`;
    const isKnown = (part: unknown, expected: unknown) => (part === undefined ? 'unknown' : part === expected);
    tally.count(release, 'can it migrate', isKnown(answer.migratable, upstream.migratable), id);
    if (!upstream.migratable) {
      const isReason = answer.reason === upstream.reason && answer.message === upstream.message;
      tally.count(release, 'the reason', answer.migratable === undefined ? 'unknown' : isReason, id);
    }
    if (upstream.storageMigratable !== undefined) {
      tally.count(release, 'can its volumes migrate', isKnown(answer.storage, upstream.storageMigratable), id);
    }
  }
  return tally;
}

/**
 * The node of the guest, and the nodes of the case, with the labels that virt-handler gives them. Upstream's code was told the
 * model of the CPU without a Node, and the frequencies of the cluster by the nodes of the case alone.
 */
function labelledNodes({ objects: [object, ...rest], node }: MigratableCase): KubeObject[] {
  const architecture = valueAt(object, 'spec.template.spec.architecture') ?? valueAt(object, 'spec.architecture');
  const labels = {
    'kubernetes.io/arch': asText(architecture ?? 'amd64'),
    'kubevirt.io/schedulable': 'true',
    [`${NODE_LABELS.cpuModel}Haswell`]: 'true',
    ...(node?.hostCpuModel === '' ? {} : { [`${NODE_LABELS.hostModel}Haswell`]: 'true' }),
  };
  const own = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node01', labels } };
  const others = rest.filter(({ kind }) => kind === 'Node');
  return [
    own,
    ...others.map((each) => ({
      ...each,
      metadata: { ...each.metadata, labels: { ...labels, ...each.metadata?.labels } },
    })),
  ];
}
