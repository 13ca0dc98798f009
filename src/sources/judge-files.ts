import { resolve } from 'node:path';
import type { GivenParameter } from '../argocd/given';
import { judge } from '../cluster/judge/judge';
import {
  addKinds,
  type Judged,
  type JudgeOptions,
  mergeJudged,
  NOTHING,
  notJudgedKinds,
  unjudgedKinds,
} from '../cluster/judge/judged';
import { namesAcross, poolNamesOf } from '../cluster/shared-names';
import type { FindingObject } from '../findings/finding';
import { findingObject } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import type { CustomKinds } from '../schema/custom-validator';
import { type ClusterResult, digestOfText, type MadeCluster, type Sink } from '../sinks/render-cluster';
import { mappedGroups, withExisting } from './cluster-groups';
import type { Grouping } from './cluster-map';
import { type Source, withGiven } from './find-source';
import { mentions, ownCopy } from './host/read-text';
import type { KnownClusters } from './known-clusters';
import { foldTemplates, type KnownCluster, manifestCluster, type ReadObjects, readObjects } from './read-objects';
import { renderFleet } from './render-fleet';
import { notJudgedData, notJudgedDeployments, notJudgedUnits } from './unjudged/of-files';
import { scanFiles } from './unjudged/scan';

/** How files are judged. */
export interface FileJudging extends JudgeOptions {
  readonly clusters: KnownClusters;
  /** How files are put to clusters; by what they look like where absent. */
  readonly grouping?: Grouping | undefined;
  readonly crds?: CustomKinds;
  /** What is given to platforms from outside. */
  readonly given?: readonly GivenParameter[] | undefined;
}

/** Relations between the files of several clusters: few, so that one cluster at a time is in memory. */
interface Across {
  /** What the platforms among the files write. */
  readonly written: WrittenObjects;
  /** Files that those platforms name, by their absolute paths: what is in them is judged as part of the platforms. */
  readonly reads: Set<string>;
  /** What the pools of a cluster share with those before it. */
  readonly sharedNames: ReturnType<typeof namesAcross>;
}

/** Judges every object of files, folders and standard input, cluster by cluster. */
export async function judgeFiles(
  paths: readonly string[],
  judging: FileJudging,
): Promise<Judged & { readonly clustered?: string }> {
  const scan = scanFiles(paths);
  const { groups, clustered } = mappedGroups(scan.files, paths, judging.clusters, judging.grouping);
  const across: Across = { written: new WrittenObjects(), reads: new Set(), sharedNames: namesAcross() };
  const judgePlatforms = async (files: readonly string[]): Promise<Judged[]> => {
    if (files.length === 0) {
      return [];
    }
    const quiet = { ...judging, progress: () => undefined };
    const {
      clusters: _,
      reads,
      ...judged
    } = await judgePlatform(withGiven({ files, output: '' }, judging.given), quiet, across.written.add);
    const own = new Set(files.map((file) => resolve(file)));
    for (const file of reads.filter((each) => !own.has(each))) {
      across.reads.add(file);
    }
    return [judged];
  };

  /** Of a fleet even the paths are many: they go with what is read from them. */
  const readGroup = async (files: readonly string[], pure: ReadonlySet<string>, known: ReadonlySet<string>) => {
    const isOther = (file: string) => across.reads.size === 0 || !across.reads.has(resolve(file));
    const others = files.filter((file) => !pure.has(file) && isOther(file));
    const read = readObjects(others);
    const more = await judgePlatforms(read.platforms.filter((file) => !known.has(file)));
    return { read: others.every(isOther) ? read : readObjects(others.filter(isOther)), more };
  };

  // What a platform writes may be in the folder of any cluster: where there are several, platforms are looked for first.
  const found = groups.map(({ files }) => (groups.length === 1 ? NO_PLATFORMS : platformsAmong(files)));
  const made: Judged[][] = [];
  for (const { platforms } of found) {
    made.push(await judgePlatforms([...platforms]));
  }
  const parts: Judged[] = [];
  for (const [i, { cluster, files, shared }] of groups.entries()) {
    const { platforms, pure } = found[i]!;
    const { read, more } = await readGroup(files.splice(0), pure, platforms);
    parts.push(ownCopy(judgeGroup(withShared(cluster, shared()), read, paths, across, judging)), ...made[i]!, ...more);
    judging.progress(i + 1, groups.length);
  }
  const judged = mergeJudged([{ ...NOTHING, notJudged: notJudgedUnits(scan.units) }, ...parts]);
  return clustered === undefined ? judged : { ...judged, clustered };
}

function withShared(cluster: KnownCluster, shared: readonly KubeObject[]): KnownCluster {
  return shared.length === 0 ? cluster : { ...cluster, context: withExisting(cluster.context, shared) };
}

function judgeGroup(
  cluster: KnownCluster,
  read: ReadObjects,
  paths: readonly string[],
  across: Across,
  judging: FileJudging,
): Judged {
  const { findings, skipped, locate } = read;
  const { rest: objects, written } = across.written.divide(read.objects);
  const { context } = cluster;
  const known = {
    ...cluster,
    context: {
      ...context,
      // Consulted, not judged, so that nothing is said twice.
      ...(written.length === 0 ? {} : { existing: [...(context.existing ?? []), ...written] }),
      ...(judging.crds === undefined ? {} : { crds: judging.crds }),
    },
  };
  const { today, policy, foldsGroups } = judging;
  const judged = judge(manifestCluster(objects, read, known), {
    today,
    policy,
    shared: across.sharedNames(poolNamesOf({ ...context, ...nameOf(cluster), objects })),
    unused: 'of objects',
    foldsGroups,
  });
  const kinds = notJudgedKinds(unjudgedKinds(objects, judging.crds));
  return {
    objects: objects.length,
    names: judging.named === true ? objects.map(findingObject) : [],
    unjudged: kinds.unjudged,
    findings: [...foldTemplates(findings), ...judged.findings],
    notJudged: [...notJudgedData(skipped, paths), ...notJudgedDeployments(objects, paths, locate), ...kinds.notJudged],
    written: written.length,
  };
}

function nameOf({ name }: KnownCluster): Pick<KnownCluster, 'name'> {
  return name === undefined ? {} : { name };
}

/** Files among others that hold platforms. */
interface PlatformsAmong {
  readonly platforms: ReadonlySet<string>;
  /** Those without anything but platforms that can be read: they need no second look. */
  readonly pure: ReadonlySet<string>;
}

const NO_PLATFORMS: PlatformsAmong = { platforms: new Set(), pure: new Set() };

/** Finds the platform files among manifests, before anything else is read of them. */
function platformsAmong(files: readonly string[]): PlatformsAmong {
  const platforms = new Set<string>();
  const pure = new Set<string>();
  for (const file of files) {
    // A look at the bytes spares reading.
    if (!mentions(file, 'polyvirt.io/', 'Platform')) {
      continue;
    }
    const { platforms: found, objects, findings, skipped } = readObjects([file]);
    if (found.length > 0) {
      platforms.add(file);
    }
    if (found.length > 0 && objects.length + findings.length + skipped.length === 0) {
      pure.add(file);
    }
  }
  return platforms.size === 0 ? NO_PLATFORMS : { platforms, pure };
}

/** Objects that platforms write, known again by what they say, in whatever order. */
class WrittenObjects {
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
