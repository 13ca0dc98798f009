import { isMap, type KubeObject } from '../kube/object';
import { digestOfText } from '../sinks/render-cluster';

/** Objects that platforms write, known again by what they say, in whatever order. */
export class WrittenObjects {
  private readonly digests = new Set<string>();

  public readonly add = (object: KubeObject): void => {
    this.digests.add(digestOfText(contentOf(object)));
  };

  /** Divides objects into those that a platform writes and the rest. */
  public divide(objects: readonly KubeObject[]): Record<'written' | 'rest', readonly KubeObject[]> {
    if (this.digests.size === 0) {
      return { written: [], rest: objects };
    }
    const written = new Set(objects.filter((object) => this.digests.has(digestOfText(contentOf(object)))));
    return { written: [...written], rest: objects.filter((object) => !written.has(object)) };
  }
}

/** The same for two objects that say the same. */
function contentOf(object: KubeObject): string {
  return JSON.stringify(object, (_, value: unknown) =>
    isMap(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}
