import type { OutputFile } from '../kube/yaml/files';
import { SpillFile, type SpillRange } from '../sources/host/spill-file';
import type { ClusterResult, Sink } from './render-cluster';

/** A stream that is held back until everything is known to be well, in the order of the names of clusters. */
export class StreamSink implements Sink {
  private readonly ranges = new Map<string, SpillRange>();
  private readonly held = new SpillFile(8 << 20, {
    what: 'the output cannot be buffered until it is complete',
    why: 'Half a stream, applied with pruning, deletes the other half',
  });

  public readonly holds = (): boolean => false;
  public readonly keep = (): void => undefined;

  /** @param wanted which clusters to keep; all where absent */
  constructor(private readonly wanted?: ReadonlySet<string>) {}

  public readonly take = ({ name }: ClusterResult, texts: readonly OutputFile[]): void => {
    if (this.wanted === undefined || this.wanted.has(name)) {
      this.ranges.set(name, this.held.addAll(texts));
    }
  };

  /** Gives everything as bytes, a chunk at a time, which is good until the next. */
  public chunks(): Generator<Buffer> {
    const inOrder = [...this.ranges].sort(([a], [b]) => (a < b ? -1 : 1));
    return this.held.chunks(inOrder.map(([, range]) => range));
  }

  public close(): void {
    this.held.close();
  }
}
