import { resolve } from 'node:path';
import { addKinds, type Judged, type JudgeOptions, notJudgedKinds, unjudgedKinds } from '../cluster/judge/judged';
import type { FindingObject } from '../findings/finding';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import type { ClusterResult, MadeCluster, Sink } from '../sinks/render-cluster';
import type { Source } from './find-source';
import { renderFleet } from './fleet/render-fleet';
import { ownCopy } from './host/read-text';

/** What a platform comes to. */
interface JudgedPlatform extends Judged {
  /** Names of its clusters, in the order in which they are declared. */
  readonly clusters: readonly string[];
  /** Files that it was made of, by their absolute paths. */
  readonly reads: readonly string[];
}

/**
 * Judges what a platform would write, as synth does, one cluster at a time.
 *
 * @param see is shown each object before it is forgotten
 */
export async function judgePlatform(
  source: Source,
  { policy, today, foldsGroups, named = false, progress }: JudgeOptions,
  see: (object: KubeObject) => void = () => undefined,
): Promise<JudgedPlatform> {
  const tally = new Tally(named, see);
  // Earlier renders are not looked up: they are without the parts that others have to bring.
  const rendering = {
    today,
    policy,
    foldsGroups,
    format: 'yaml',
    into: 'nothing',
    tellsMissing: true,
    progress,
  } as const;
  const { findings } = await renderFleet(source, rendering, tally);
  return {
    clusters: tally.clusters,
    objects: tally.objects,
    names: tally.names(),
    ...tally.notJudged(),
    findings,
    written: 0,
    reads: [...tally.reads],
  };
}

/** Counts objects, and keeps their names where they are wanted. */
class Tally implements Sink {
  public readonly clusters: string[] = [];
  public readonly reads = new Set<string>();
  public objects = 0;
  private readonly kinds = new Map<string, number>();
  private readonly found: { readonly cluster: string; readonly names: readonly FindingObject[] }[] = [];

  constructor(
    private readonly isNamed: boolean,
    private readonly see: (object: KubeObject) => void,
  ) {}

  public readonly holds = (): boolean => false;
  public readonly keep = (): void => undefined;

  public readonly take = ({ name }: ClusterResult, _: unknown, { objects, files }: MadeCluster): void => {
    this.clusters.push(name);
    for (const file of files) {
      this.reads.add(resolve(file));
    }
    this.objects += objects.length;
    addKinds(this.kinds, unjudgedKinds(objects, undefined));
    if (this.isNamed) {
      this.found.push({ cluster: name, names: ownCopy(objects.map(findingObject)) });
    }
    objects.forEach(this.see);
  };

  /** Objects of kinds that no rule is about. */
  public notJudged(): Pick<Judged, 'unjudged' | 'notJudged'> {
    return notJudgedKinds(this.kinds);
  }

  /** In the order of the names of clusters, as they are written. */
  public names(): FindingObject[] {
    return this.found.sort((a, b) => (a.cluster < b.cluster ? -1 : 1)).flatMap(({ names }) => names);
  }
}
