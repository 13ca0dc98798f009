import { isMap } from '../kube/object';

/** A key of a map, or the position in a list. */
export type PodKey = string | number;

/** Where a line comes from. */
export interface Why {
  readonly reason: string;
  /** Where the fact behind it was read. */
  readonly source: string;
}

/** One line of a pod, and why it is there. */
export interface PodLine extends Why {
  /** As findings write it, with the names of list items: `spec.containers[compute].image`. */
  readonly path: string;
  readonly value: unknown;
}

interface DraftEntry extends Why {
  readonly keys: readonly PodKey[];
}

type DraftNode = Record<PodKey, unknown>;

/** A pod on its way, with the reason for each of its lines. */
export class PodDraft {
  public readonly pod: Record<string, unknown> = { apiVersion: 'v1', kind: 'Pod' };
  /** What would change the pod and is not known. */
  public readonly unknown: string[] = [];
  /** Why KubeVirt makes no pod of this at all. */
  public readonly failures: string[] = [];
  private _entries: DraftEntry[] = [];

  /** All lines, in the order in which they came. */
  public get lines(): PodLine[] {
    return this._entries.map(({ keys, reason, source }) => ({
      path: this._shown(keys),
      value: this.get(keys),
      reason,
      source,
    }));
  }

  /** Puts a value at a path, whatever is there. Nothing is put for nothing. */
  public put(keys: readonly PodKey[], value: unknown, why: Why): void {
    if (value === undefined) {
      return;
    }
    let node = this.pod as DraftNode;
    for (let i = 0; i < keys.length - 1; i++) {
      node[keys[i]!] ??= typeof keys[i + 1] === 'number' ? [] : {};
      node = node[keys[i]!] as DraftNode;
    }
    const last = keys.at(-1)!;
    if (node[last] !== undefined) {
      this._forget(keys);
    }
    node[last] = value;
    this._entries.push({ keys, reason: why.reason, source: why.source });
  }

  /** Takes a value away again. */
  public remove(keys: readonly PodKey[]): void {
    const parent = this.get(keys.slice(0, -1));
    if (isMap(parent)) {
      delete (parent as DraftNode)[keys.at(-1)!];
    }
    this._forget(keys);
  }

  /** The value at a path, or nothing. */
  public get(keys: readonly PodKey[]): unknown {
    return keys.reduce<unknown>((node, key) => (node as DraftNode | undefined)?.[key], this.pod);
  }

  /** Why a value is at a path; nothing where there is none. */
  public reasonAt(keys: readonly PodKey[]): string | undefined {
    return this._entries.find((entry) => isSame(entry.keys, keys))?.reason;
  }

  private _forget(keys: readonly PodKey[]): void {
    this._entries = this._entries.filter((entry) => !isSame(entry.keys, keys));
  }

  private _shown(keys: readonly PodKey[]): string {
    let node: unknown = this.pod;
    let path = '';
    for (const key of keys) {
      node = (node as DraftNode | undefined)?.[key];
      if (typeof key === 'number') {
        path += `[${isMap(node) && typeof node.name === 'string' ? node.name : key}]`;
      } else {
        path += /^[\w-]+$/.test(key) ? `${path === '' ? '' : '.'}${key}` : `["${key}"]`;
      }
    }
    return path;
  }
}

function isSame(a: readonly PodKey[], b: readonly PodKey[]): boolean {
  return a.length === b.length && a.every((key, i) => key === b[i]);
}
