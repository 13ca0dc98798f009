import { inOrder } from '../../architectures/architecture';
import type { Architecture } from '../../architectures/facts';
import type { Finding, FindingObject } from '../../findings/finding';
import { findingObject } from '../../kube/identity';
import { isMap } from '../../kube/object';
import { type FindingRule, NOTHING_WRONG, type RuleVisitors } from '../rule';

export const PV113: FindingRule = {
  code: 'PV113',
  severity: 'warning',
  title: 'one image digest for several architectures',
  page: () => ({
    meaning: 'VMs of several architectures boot from one image that is pinned by digest.',
    impact:
      'The digest is either that of an index, with one image per architecture, or that of a single image. A ' +
      'single image boots only on its own architecture.',
    diagnosis:
      'Only the registry knows: `docker buildx imagetools inspect IMAGE` or `skopeo inspect --raw ' +
      'docker://IMAGE` shows `manifests` for an index.',
    mitigation: 'Pin the digest of the index, or one digest per architecture.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: VirtualMachineInstance
      metadata: { name: web-amd64 }
      spec:
        architecture: amd64
        domain: { devices: { disks: [{ name: os, disk: { bus: virtio } }] }, memory: { guest: 1Gi } }
        volumes: [{ name: os, containerDisk: { image: "example.com/os@sha256:0123456789abcdef" } }]
      ---
      apiVersion: kubevirt.io/v1
      kind: VirtualMachineInstance
      metadata: { name: web-arm64 }
      spec:
        architecture: arm64
        domain: { devices: { disks: [{ name: os, disk: { bus: virtio } }] }, memory: { guest: 1Gi } }
        volumes: [{ name: os, containerDisk: { image: "example.com/os@sha256:0123456789abcdef" } }]
    `,
    output: `
      warning PV113 VirtualMachineInstance web-amd64 at example.yaml:8:49, spec.volumes[os].containerDisk.image: guests of amd64 and arm64 share example.com/os@sha256:0123456789abcdef.
        The digest of a single image boots on one architecture only; on the others the pod cannot be created, or the guest finds nothing to boot. Fix: make sure that it is the digest of an index (docker buildx imagetools inspect), or pin one digest per architecture.
    `,
  }),
  rule: sharedDigests,
};

/** Where a digest is used, and for which architectures. */
interface Uses {
  readonly places: { readonly object: FindingObject; readonly path: string }[];
  readonly architectures: Set<Architecture>;
}

/**
 * One digest for guests of several architectures. Told for each volume, once every object was seen.
 *
 * A tag leads to an index with an image per architecture; a digest may be that of the index or of a single image, and
 * only the registry knows which.
 */
function sharedDigests(): RuleVisitors {
  const digests = new Map<string, Uses>();
  return {
    member: {
      volume: (volume, instance) => {
        const { containerDisk } = volume.item;
        const image = isMap(containerDisk) ? containerDisk.image : undefined;
        if (typeof image === 'string' && image.includes('@sha256:')) {
          const uses = digests.get(image) ?? { places: [], architectures: new Set() };
          digests.set(image, uses);
          const path = `${instance.path}.${volume.path}.containerDisk.image`;
          uses.places.push({ object: findingObject(instance.object), path });
          if (instance.architecture !== undefined) {
            uses.architectures.add(instance.architecture);
          }
        }
        return NOTHING_WRONG;
      },
    },
    end: () => [...digests].flatMap(([image, uses]) => (uses.architectures.size > 1 ? shared(image, uses) : [])),
  };
}

function shared(image: string, { places, architectures }: Uses): Finding[] {
  return places.map(({ object, path }) => ({
    code: 'PV113',
    severity: 'warning',
    object,
    path,
    what: `guests of ${inOrder(architectures).join(' and ')} share ${image}`,
    why:
      'The digest of a single image boots on one architecture only; on the others the pod cannot be created, or the ' +
      'guest finds nothing to boot',
    fix:
      'make sure that it is the digest of an index (docker buildx imagetools inspect), or pin one digest per ' +
      'architecture',
  }));
}
