import { inOrder, isArchitecture } from '../architectures/architecture';
import type { Architecture } from '../architectures/facts';
import { mapsIn } from '../architectures/instance-view';
import type { Finding } from '../findings/finding';
import { findingObject } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { NOTHING_WRONG, type Subject } from './subject';

/** Where a digest is used, and for which architectures. */
interface Uses {
  readonly places: { readonly object: KubeObject; readonly path: string }[];
  readonly architectures: Set<Architecture>;
}

/**
 * One digest for guests of several architectures. Told for each volume, once every object was seen.
 *
 * A tag leads to an index with an image per architecture; a digest may be that of the index or of a single image, and
 * only the registry knows which.
 */
export class ImageDigests {
  private readonly _uses = new Map<string, Uses>();

  /** Remembers the digests that a machine uses; there is nothing to say about one machine alone. */
  public see(subject: Subject): readonly Finding[] {
    const volumes = subject.instance === undefined ? NOTHING_WRONG : mapsIn(subject.instance.spec.volumes);
    for (let i = 0; i < volumes.length; i++) {
      const { containerDisk, name } = volumes[i]!;
      const image = isMap(containerDisk) ? containerDisk.image : undefined;
      if (typeof image === 'string' && image.includes('@sha256:')) {
        const shown = typeof name === 'string' ? name : i;
        this._remember(image, subject, `${subject.instance!.path}.volumes[${shown}].containerDisk.image`);
      }
    }
    return NOTHING_WRONG;
  }

  private _remember(image: string, { object, machine }: Subject, path: string): void {
    const use = this._uses.get(image) ?? { places: [], architectures: new Set() };
    this._uses.set(image, use);
    use.places.push({ object, path });
    if (isArchitecture(machine?.architecture)) {
      use.architectures.add(machine.architecture);
    }
  }

  public findings(): Finding[] {
    return [...this._uses]
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
}
