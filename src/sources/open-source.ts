import { basename, dirname, resolve } from 'node:path';
import { type Cluster, type Clusters, clusterOf } from '../cluster/cluster';
import type { Finding } from '../findings/finding';
import { type NotJudged, notJudgedText } from '../findings/not-judged';
import { addAll } from '../kube/object';
import { mappedGroups, withExisting } from './cluster-groups';
import type { Grouping } from './cluster-map';
import { findSource, isPlatformPath, isProgramFolder, PLATFORM_FILE, platformFiles, withGiven } from './find-source';
import { type ClusterInputs, knownClusters, toldBy, withTold } from './known-clusters';
import { type OpenSource, openPlatform } from './open-platform';
import { foldTemplates, manifestCluster, readObjects } from './read-objects';
import { notJudgedUnits } from './unjudged/of-files';
import { scanFiles } from './unjudged/scan';

/** The question, and where to learn about its clusters. */
interface AskedSource extends ClusterInputs {
  /**
   * Platforms by their folders or files, manifests in files and folders, `-`. Where there are none it is the snapshot, or else the
   * platform that is named or where we stand.
   */
  readonly paths: readonly string[];
  /** How manifests are put to clusters; all to one where absent. */
  readonly grouping?: Grouping;
}

/** Opens whatever a command can be asked about. What is told beside it wins over what a platform declares. */
export function openSource(asked: AskedSource): OpenSource {
  const findings: Finding[] = [];
  const opened: OpenSource[] = [];
  return {
    findings,
    async *[Symbol.asyncIterator]() {
      const { paths, platform, cluster: snapshot } = asked;
      const told = toldBy(asked);
      if (paths.length === 0 && snapshot !== undefined) {
        addAll(findings, told.findings);
        yield clusterOf(told.existing, told.context);
        return;
      }
      const here = typeof platform === 'string' ? platform : '.';
      const platforms = paths.length === 0 ? [here] : paths.filter(isPlatformPath);
      for (const path of platforms) {
        const each = openPlatform(withGiven(findSource(path), asked.given));
        opened.push(each);
        for await (const cluster of each) {
          // A chart without objects only groups others.
          if (cluster.isPlatform || cluster.objects.length > 0) {
            yield { ...cluster, ...withTold(cluster, told) };
          }
        }
        addAll(findings, each.findings);
      }
      const manifests = paths.filter((path) => !platforms.includes(path));
      if (manifests.length > 0) {
        yield* manifestClusters(manifests, asked, findings);
      }
    },
    locate: async (all) => {
      let located = [...all];
      for (const each of opened) {
        located = await each.locate(located);
      }
      return located;
    },
  };
}

async function* manifestClusters(
  paths: readonly string[],
  { grouping = 'one', ...inputs }: AskedSource,
  findings: Finding[],
): AsyncGenerator<Cluster> {
  const known = await knownClusters(inputs);
  addAll(findings, known.findings);
  const { files, units } = scanFiles(paths);
  addAll(findings, notJudgedUnits(units).map(unjudged));
  const platforms = await platformsAmong(files, inputs, findings);
  const own = new Set(platforms.flatMap((platform) => platform.files));
  const left = new Set(platforms);
  for (const { cluster, files: group, shared } of mappedGroups(files, paths, known, grouping).groups) {
    const others = group.filter((path) => !own.has(resolve(path)));
    const read = readObjects(others);
    addAll(findings, foldTemplates(read.findings));
    const { context, name } = cluster;
    const manifests = manifestCluster(read.objects, read, { ...cluster, context: withExisting(context, shared()) });
    const platform = platforms.find((each) => each.name === name || (platforms.length === 1 && name === undefined));
    if (platform !== undefined && left.delete(platform)) {
      yield withManifests(platform, manifests);
    } else if (others.length > 0 || group.length === 0) {
      yield manifests;
    }
  }
  yield* left;
}

/** The platforms whose files are among others; programs do not run where only a folder around them was named. */
async function platformsAmong(
  files: readonly string[],
  inputs: Omit<AskedSource, 'grouping'>,
  findings: Finding[],
): Promise<Cluster[]> {
  const told = toldBy(inputs);
  const folders = files.filter((path) => basename(path) === PLATFORM_FILE).map((path) => dirname(resolve(path)));
  const clusters: Cluster[] = [];
  for (const folder of folders.filter((each) => platformFiles(each).length > 0 && !isProgramFolder(each))) {
    const opened = openPlatform(withGiven({ files: platformFiles(folder), output: '' }, inputs.given));
    for await (const cluster of opened) {
      clusters.push({ ...cluster, ...withTold(cluster, told) });
    }
    addAll(findings, opened.findings);
  }
  return clusters;
}

/** A platform with the manifests that are for its cluster too. */
function withManifests(platform: Cluster, manifests: Cluster): Cluster {
  return {
    ...platform,
    objects: [...platform.objects, ...manifests.objects],
    placeOf: (...asked) => manifests.placeOf(...asked) ?? platform.placeOf(...asked),
  };
}

/** What lies beside manifests and has to be rendered first: an answer without it is not the whole one. */
function unjudged(item: NotJudged): Finding {
  return {
    code: 'PV029',
    severity: 'warning',
    ...(item.file === undefined ? {} : { file: item.file }),
    what: `not judged: ${notJudgedText(item)}`,
    why: 'This answer does not include its effect on the cluster',
    fix: item.fix,
  };
}

/** All clusters at once, for a question about a few; nothing asks where their findings are. */
export async function readSource(asked: AskedSource): Promise<Clusters> {
  const opened = openSource(asked);
  const clusters: Cluster[] = [];
  for await (const cluster of opened) {
    clusters.push(cluster);
  }
  await opened.locate([]);
  return { clusters, findings: opened.findings };
}
