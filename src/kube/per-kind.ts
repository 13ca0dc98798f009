import type { KubeObject } from './object';

/**
 * What is the same for all objects of one version of a kind: made when the first of them is met.
 *
 * A stream has many objects and few kinds. A key put together of both texts would be a new text to hash for each object.
 */
export class PerKind<T> {
  private readonly _known = new Map<string, Map<string, T>>();
  /** One kind mostly follows another of the same; to compare two texts costs less than to hash one. */
  private _last: { readonly apiVersion: string; readonly kind: string; readonly made: T } | undefined;

  constructor(private readonly _make: (object: KubeObject) => T) {}

  public of(object: KubeObject): T {
    const { apiVersion, kind } = object;
    const last = this._last;
    if (last !== undefined && last.kind === kind && last.apiVersion === apiVersion) {
      return last.made;
    }
    const ofVersion = this._known.get(apiVersion) ?? new Map<string, T>();
    const made = ofVersion.get(kind) ?? this._make(object);
    this._known.set(apiVersion, ofVersion.set(kind, made));
    this._last = { apiVersion, kind, made };
    return made;
  }
}
