import { inOrder, isArchitecture } from '../architectures/architecture';
import type { Architecture } from '../architectures/facts';
import { at, listAt } from '../architectures/instance-view';
import type { Finding } from '../findings/finding';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import type { ClusterView } from './cluster-view';
import { instanceOf } from './instance-of';
import { machineOf } from './machine';

/** Where a digest is used, and for which architectures. */
interface Uses {
  readonly places: { readonly object: KubeObject; readonly path: string }[];
  readonly architectures: Set<Architecture>;
}

/**
 * One digest for guests of several architectures. Told for each volume.
 *
 * A tag leads to an index with an image per architecture; a digest may be that of the index or of a single image, and
 * only the registry knows which.
 */
export function checkImageDigests(objects: readonly KubeObject[], cluster: ClusterView): Finding[] {
  const uses = new Map<string, Uses>();
  for (const object of objects) {
    for (const { image, path } of digestsOf(object)) {
      const { architecture } = machineOf(object, cluster)!;
      const use = uses.get(image) ?? { places: [], architectures: new Set() };
      uses.set(image, use);
      use.places.push({ object, path });
      if (isArchitecture(architecture)) {
        use.architectures.add(architecture);
      }
    }
  }
  return [...uses]
    .filter(([, { architectures }]) => architectures.size > 1)
    .flatMap(([image, { places, architectures }]) =>
      places.map(({ object, path }) => ({
        code: 'PV113',
        severity: 'warning' as const,
        object: findingObject(object),
        path,
        what: `guests of ${inOrder(architectures).join(' and ')} share ${image}`,
        why: 'A trap: the digest of a single image boots on one architecture only; on the others the pod cannot be created, or the guest finds nothing to boot',
        fix: 'make sure that it is the digest of an index (docker buildx imagetools inspect), or pin one digest per architecture',
      })),
    );
}

function digestsOf(object: KubeObject): { image: string; path: string }[] {
  const instance = instanceOf(object);
  return listAt(instance?.spec ?? {}, 'volumes').flatMap((volume, i) => {
    const image = at(volume, 'containerDisk.image');
    const name = typeof volume.name === 'string' ? volume.name : i;
    return typeof image === 'string' && image.includes('@sha256:')
      ? [{ image, path: `${instance!.path}.volumes[${name}].containerDisk.image` }]
      : [];
  });
}
