import { PathTrie } from '../kube/path-trie';
import { holdsIn, type Release, type ReleaseRange } from '../kube/release';
import type { Architecture } from './facts';
import type { InstanceSpec } from './instance-view';

/** A fact about instances that holds for some architectures, in some releases of KubeVirt. */
export interface InstanceRow {
  readonly architectures: readonly Architecture[];
  readonly kubevirt: ReleaseRange;
  /** The field that it is about: it says nothing of an instance without. Absent where it asks every instance. */
  readonly about?: string;
  /** Whether it may say something of this value of the field; of any, where absent. */
  readonly when?: (value: unknown) => boolean;
}

/** Rows that hold for an architecture in a release. */
export class RowsInForce<R extends InstanceRow> {
  private readonly fields: PathTrie<R>;
  private readonly ofAll: readonly R[];

  constructor(private readonly rows: readonly R[]) {
    this.fields = new PathTrie(
      rows.filter(({ about }) => about !== undefined),
      ({ about }) => about!,
    );
    this.ofAll = rows.filter(({ about }) => about === undefined);
  }

  /**
   * Those that may have something to say of an instance, in the order of the table.
   *
   * Hardly any row is about a field that an instance has: one walk finds that out for all of them.
   */
  public about(spec: InstanceSpec): readonly R[] {
    const found = this.fields.find(spec, isMeant);
    if (found.length === 0) {
      return this.ofAll;
    }
    const met = new Set(found.map(({ row }) => row));
    return this.rows.filter((row) => row.about === undefined || met.has(row));
  }
}

function isMeant({ when }: InstanceRow, value: unknown): boolean {
  return when === undefined || when(value);
}

/** The rows that hold for an architecture in a release: chosen once, since all machines of a cluster ask for the same. */
export function rowsInForce<R extends InstanceRow>(
  rows: readonly R[],
): (architecture: Architecture, kubevirt: Release) => RowsInForce<R> {
  const chosen = new Map<Architecture, Map<Release, RowsInForce<R>>>();
  return (architecture, kubevirt) => {
    const known = chosen.get(architecture)?.get(kubevirt);
    if (known !== undefined) {
      return known;
    }
    const found = new RowsInForce(
      rows.filter((row) => row.architectures.includes(architecture) && holdsIn(row.kubevirt, kubevirt)),
    );
    const ofArchitecture = chosen.get(architecture) ?? new Map<Release, RowsInForce<R>>();
    chosen.set(architecture, ofArchitecture.set(kubevirt, found));
    return found;
  };
}
