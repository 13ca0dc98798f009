import type { KubeObject } from './object';

/**
 * What is the same for all objects of one version of a kind: made when the first of them is met.
 *
 * A stream has many objects and few kinds. A key put together of both texts would be a new text to hash for each object.
 */
export class PerKind<T> {
  private readonly _known = new Map<string, Map<string, T>>();

  constructor(private readonly _make: (object: KubeObject) => T) {}

  public of(object: KubeObject): T {
    const { apiVersion, kind } = object;
    const known = this._known.get(apiVersion)?.get(kind);
    if (known !== undefined) {
      return known;
    }
    const made = this._make(object);
    const ofVersion = this._known.get(apiVersion) ?? new Map<string, T>();
    this._known.set(apiVersion, ofVersion.set(kind, made));
    return made;
  }
}
