import type { KubeObject } from '../../../src/kube/object';
import type { PolicyVerdict } from '../../../src/review/policy';
import { foldChanges } from '../../../src/review/report/fold';
import type { ReviewReport } from '../../../src/review/report/report';
import type { Review } from '../../../src/review/result';
import { review } from '../../../src/review/review';
import { kubevirtObject, vmObject } from '../../objects';

/** A virtual machine that runs. */
export function vm(name: string, { memory = '4Gi', sockets = 2, image = 'fedora:41', more = {} } = {}): KubeObject {
  return vmObject(
    {
      architecture: 'amd64',
      domain: {
        cpu: { sockets, cores: 1, threads: 1 },
        memory: { guest: memory },
        machine: { type: 'q35' },
        devices: {
          disks: [{ name: 'os', disk: { bus: 'virtio' } }],
          interfaces: [{ name: 'default', masquerade: {} }],
        },
      },
      networks: [{ name: 'default', pod: {} }],
      volumes: [{ name: 'os', containerDisk: { image: `quay.io/containerdisks/${image}` } }],
      ...more,
    },
    { metadata: { name, namespace: 'shop' } },
  );
}

/** The KubeVirt of a cluster, which may live-migrate what it updates. */
export const KUBEVIRT: KubeObject = kubevirtObject({
  workloadUpdateStrategy: { workloadUpdateMethods: ['LiveMigrate'] },
});

/** A fleet in which one VM grows everywhere, one restarts, one is deleted and one is new. */
export function sampleReview(clusters = 12): Review {
  const names = Array.from({ length: clusters }, (_, i) => `edge-${String(i + 1).padStart(2, '0')}`);
  const fleet = (of: (name: string, i: number) => KubeObject[]) =>
    Object.fromEntries(names.map((name, i) => [name, [KUBEVIRT, ...of(name, i)]]));
  return review(
    fleet((_, i) => [vm('web'), vm('db', { memory: '8Gi' }), ...(i === 0 ? [vm('old-<b>x</b>')] : [])]),
    fleet((_, i) => [
      vm('web', { memory: '8Gi' }),
      vm('db', { memory: '8Gi', ...(i === 1 ? { image: 'fedora:42' } : {}) }),
      ...(i === 2
        ? [vm('entirely-new', { sockets: 7, image: 'debian:13', memory: '1Gi', more: { hostname: 'n' } })]
        : []),
    ]),
    { target: { kubevirt: '1.9' }, prune: true },
  );
}

/** A review as formats take it. */
export function reportOf(reviewed: Review, policy: PolicyVerdict = { blocked: false, breaches: [] }): ReviewReport {
  return {
    review: reviewed,
    groups: foldChanges(reviewed.changes),
    policy,
    base: 'main',
    head: 'HEAD',
    version: '0.0.0',
  };
}
