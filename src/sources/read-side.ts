import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Rollout } from '../argocd/sets/rollout';
import type { Cluster, Clusters, PlaceOf } from '../cluster/cluster';
import type { CheckContext } from '../cluster/cluster-view';
import { type Finding, hasErrors, type Place } from '../findings/finding';
import type { FindingsPolicy } from '../findings/policy';
import type { UnknownSet } from './application-sets';
import type { AskedSide, CommittedSide } from './asked-side';
import { slashed } from './cluster-destinations';
import type { Grouping } from './cluster-map';
import { findSource, isPlatformFolder, isPlatformPath, platformFiles, type Source } from './find-source';
import { filesAt, ignoredBelow, repositoryOf } from './host/git';
import { isFolder, isWorkspaceError, STDIN, WorkspaceError } from './host/open-text';
import { shownSource } from './host/read-text';
import type { KnownClusters } from './known-clusters';
import { memory } from './memory';
import type { PlatformFolder } from './platform-folders';
import { notRunInCommit, refuseHazards } from './program/foreign-programs';
import type { Wall } from './program/wall';
import type { WallLimits } from './program/wall/wall-messages';
import { readPlatforms } from './read-platforms';
import { type DeployedShape, NO_SHAPE } from './side-deployments';
import { type FileDocuments, type SideDocument, sideFiles } from './side-documents';
import { besidePlatform, mayHaveOthers } from './unjudged/beside-platform';
import { type Scanning, submoduleUnits } from './unjudged/scan';
import { type SettledUnit, settled } from './unjudged/unit';
import { checkOut, lendPackages } from './worktree';

/** One cluster of one side. */
export interface SideCluster {
  readonly name?: string;
  /** Absent where files do not tell what they are for: then it is what the other side, or the command line, says. */
  readonly context?: CheckContext;
  readonly policy?: FindingsPolicy;
  readonly documents: readonly SideDocument[];
  readonly findings?: readonly Finding[];
  readonly placeOf?: PlaceOf;
}

/** One side of a review. */
export interface ReadSide {
  readonly clusters: readonly SideCluster[];
  /** Manifests that are not put to clusters yet. */
  readonly files?: readonly FileDocuments[];
  /** Folders below that have the platform of one cluster, as `below` of files. */
  readonly platformFolders?: readonly PlatformFolder[];
  /** The folder that those are in, by its name alone. */
  readonly folder?: string;
  /** What the other side has to know of it, to be read in the same way. */
  readonly shape?: DeployedShape;
  /** What was rendered of it, and by what. */
  readonly rendered?: readonly string[];
  /** In which order ApplicationSets sync their Applications. */
  readonly rollouts?: readonly Rollout[];
  /** ApplicationSets whose Applications are not known, with their paths as they are shown. */
  readonly unknownSets?: readonly UnknownSet[];
  /** Kustomizations that are deployed, and not compared since they are bases on the other side; as they are shown. */
  readonly idle?: readonly string[];
  /** What of it is not judged. */
  readonly units: readonly SettledUnit[];
  /** What is wrong with it, and does not keep it from being read. */
  readonly findings: readonly Finding[];
  /** The commit, where it is one. */
  readonly commit?: string;
  /** Set where the commit does not have the path. */
  readonly isAbsent?: true;
}

/** How sides are read. */
export interface ReadingSide {
  readonly known: KnownClusters;
  readonly grouping: Grouping;
  readonly today: string;
  /** Where in a repository to look, when only a commit is named. */
  readonly folder: string;
  /** Whether to say which line of a program made an object. */
  readonly source: boolean;
  /** Whether files that git ignores count: not where the other side is a commit, which has none of them. */
  readonly withIgnored?: boolean;
  /** Whether programs of commits that are checked out here run. Those of the working tree do. */
  readonly programs: boolean;
  /**
   * What such a program may take.
   *
   * @default WALL_LIMITS
   */
  readonly limits?: Partial<WallLimits>;
  /** Whether kustomizations and charts are rendered, by the user's own kustomize and helm. */
  readonly render: boolean;
  /** What the other side is like. */
  readonly elsewhere?: DeployedShape;
}

/** Reads one side: manifests as they are, and a platform as synth would write it. */
export async function readSide(asked: AskedSide, reading: ReadingSide): Promise<ReadSide> {
  if (!('commit' in asked)) {
    return readPath(asked.path, reading, here(asked.path, reading), (place) => place);
  }
  const { repository, ref, commit, path } = asked;
  const kept = memory().commit?.(asked, reading.today, reading.source);
  // What a program made before is as little an answer as running it: the same call gives the same, whatever is kept.
  const known = kept?.recall(reading.programs);
  const recalled = () => treeSide(known!.tree, known!.isProgram && !reading.source, (place) => place);
  if (known !== undefined && !mayHaveOthers(filesAt(repository, commit, path))) {
    return { ...recalled(), commit };
  }
  const worktree = checkOut(repository, commit);
  try {
    const at = join(worktree.folder, path);
    if (!existsSync(at)) {
      // A platform that is new has nothing to be compared with.
      return { clusters: [], findings: [], units: [], commit, isAbsent: true };
    }
    const outside = relative(process.cwd(), worktree.folder);
    const shown: ShowPlace = ({ file, ...place }) => ({
      file: file.startsWith(outside) ? file.slice(outside.length + 1) : file,
      ...place,
    });
    const scanning = { boundary: worktree.folder };
    if (known !== undefined) {
      const reads = known.reads.map((file) => join(worktree.folder, file));
      return { ...recalled(), units: unitsBeside(at, findSource(at), reads, scanning, shown), commit };
    }
    const tree = async (source: Source) => {
      const made = await committedTree(source, reading, asked, worktree.folder);
      kept?.remember(source, made, shown);
      return made;
    };
    const side = await readPath(at, reading, scanning, shown, inCommit(ref, worktree.folder), tree);
    // Texts and objects are in memory, so the folder can go.
    return { ...side, commit };
  } catch (error) {
    throw isWorkspaceError(error) ? renamed(error, inCommit(ref, worktree.folder)) : error;
  } finally {
    worktree.remove();
  }
}

type ShowPlace = (place: Place) => Place;

/** What of a path of this machine counts: what git would have, and nothing outside of the repository. */
function here(path: string, { withIgnored }: ReadingSide): Scanning {
  const boundary = path !== STDIN && isFolder(path) ? (repositoryOf(path) ?? path) : undefined;
  return boundary === undefined ? {} : { boundary, ...(withIgnored === true ? {} : { ignored: ignoredBelow(path) }) };
}

async function readPath(
  path: string,
  reading: ReadingSide,
  scanning: Scanning,
  shown: ShowPlace,
  named: (file: string) => string = shownSource,
  treeOf: (source: Source) => Promise<Clusters> = readTree,
): Promise<ReadSide> {
  if (isPlatformPath(path)) {
    const source = findSource(path);
    const tree = await treeOf(source);
    return {
      ...treeSide(tree, 'app' in source && !reading.source, shown),
      units: unitsBeside(path, source, tree.reads ?? [], scanning, shown),
    };
  }
  const called = (file: string) => shown({ file: shownSource(file) }).file;
  const deploying = { isRendering: reading.render, elsewhere: reading.elsewhere ?? NO_SHAPE };
  const { files, units, rendered, shape, rollouts, unknownSets, idle } = sideFiles(
    path,
    scanning,
    called,
    named,
    deploying,
  );
  const submodules = scanning.boundary === undefined ? [] : submoduleUnits(path);
  const folder = path === STDIN ? '' : basename(resolve(path));
  const below = await platformsBelow(
    units.filter(({ sort }) => sort === 'platform').map((unit) => unit.path),
    shown,
  );
  const isOther = (file: string) => !below.isOwn(resolve(file));
  const platformFolders = below.folders.map(({ folder, cluster }) => ({
    folder: slashed(relative(resolve(path), folder)),
    cluster,
  }));
  return {
    findings: below.findings,
    clusters: below.clusters,
    files: files.filter((file) => isOther(file.path)),
    platformFolders,
    folder,
    rendered,
    shape,
    rollouts,
    unknownSets: unknownSets.map((set) => ({ ...set, path: called(set.path) })),
    idle: idle.map(called),
    units: settled([...units.filter((unit) => isOther(unit.path)), ...submodules], called),
  };
}

/** The platforms that lie below a folder of manifests, each made as synth would; and which files they are made of, or wrote. */
async function platformsBelow(
  paths: readonly string[],
  shown: ShowPlace,
): Promise<
  Pick<ReadSide, 'clusters' | 'findings'> & {
    readonly folders: readonly PlatformFolder[];
    readonly isOwn: (file: string) => boolean;
  }
> {
  const folders = [...new Set(paths.map((path) => dirname(resolve(path))))].filter(
    (folder) => platformFiles(folder).length > 0 && !existsSync(join(folder, 'cdk8s.yaml')),
  );
  const own = new Set<string>();
  const outputs: string[] = [];
  const sides: ReadSide[] = [];
  const single: PlatformFolder[] = [];
  for (const folder of folders) {
    const source = findSource(folder);
    // Files only: no program runs, and what is kept of a commit is the platform that was asked for.
    const tree = await readTree(source);
    for (const file of [...('files' in source ? source.files : []), ...(tree.reads ?? [])]) {
      own.add(resolve(file));
    }
    outputs.push(source.output + sep);
    const side = treeSide(tree, false, shown);
    const [only, ...more] = side.clusters;
    if (only?.name !== undefined && more.length === 0) {
      single.push({ folder, cluster: only.name });
    }
    sides.push(side);
  }
  return {
    folders: single,
    clusters: sides.flatMap(({ clusters }) => clusters),
    findings: sides.flatMap(({ findings }) => findings),
    isOwn: (file) => own.has(file) || outputs.some((output) => file.startsWith(output)),
  };
}

/** What lies beside a platform; nothing where one file was named. */
function unitsBeside(
  path: string,
  source: Source,
  reads: readonly string[],
  scanning: Scanning,
  shown: ShowPlace,
): SettledUnit[] {
  return isPlatformFolder(path)
    ? settled(
        [...besidePlatform(path, source, reads, scanning), ...submoduleUnits(path)],
        (file) => shown({ file: shownSource(file) }).file,
      )
    : [];
}

/** What the platform of a commit comes to. Its program runs only where the caller says so, and is taken from the commit. */
async function committedTree(
  source: Source,
  { programs, limits = {} }: ReadingSide,
  { repository, ref, path }: CommittedSide,
  checkout: string,
): Promise<Clusters> {
  if ('files' in source) {
    return readTree(source);
  }
  if (!programs) {
    throw new WorkspaceError([notRunInCommit(source.app.entry, ref)]);
  }
  refuseHazards(checkout);
  const packages = lendPackages(repository, checkout, join(repository, path));
  return readTree(source, { within: { root: realpathSync(checkout), packages }, limits });
}

function treeSide(tree: Clusters, isSilent: boolean, shown: ShowPlace): ReadSide {
  if (hasErrors(tree.findings)) {
    throw new WorkspaceError(tree.findings);
  }
  const clusters = tree.clusters.filter(({ isPlatform, objects }) => isPlatform || objects.length > 0);
  const shownPlace =
    (cluster: Cluster): PlaceOf =>
    (path, about, made) => {
      const place = isSilent ? undefined : cluster.placeOf(path, about, made);
      return place === undefined ? undefined : { ...place, ...shown(place) };
    };
  return {
    units: [],
    findings: clusters
      .flatMap(({ findings }) => findings.map(placed(shown)))
      .filter(({ severity }) => severity === 'error'),
    clusters: clusters.map((cluster) => {
      const placeOf = shownPlace(cluster);
      return {
        name: cluster.name,
        context: cluster,
        policy: cluster.policy,
        documents: cluster.objects.map(({ path, object, owner }) => ({
          text: JSON.stringify(object),
          objects: () => [{ object, path, construct: owner, placeOf: () => placeOf(owner) }],
        })),
        findings: cluster.findings.map(placed(shown)),
        placeOf,
      };
    }),
  };
}

/** A finding with its place as it is shown. */
export function placed(shown: (place: Place) => Place): (finding: Finding) => Finding {
  return (finding) => {
    const { file, line, column } = finding;
    return file === undefined
      ? finding
      : {
          ...finding,
          ...shown({
            file,
            ...(line === undefined ? {} : { line }),
            ...(column === undefined ? {} : { column }),
          }),
        };
  };
}

/** The folder is gone when the user reads what is wrong in it: places are those of the commit, as git writes them. */
function inCommit(ref: string, folder: string): (file: string) => string {
  return (file) => {
    const below = relative(folder, resolve(file));
    return below.startsWith('..') ? file : `${ref}:${below}`;
  };
}

function renamed({ findings, usage }: WorkspaceError, named: (file: string) => string): WorkspaceError {
  return new WorkspaceError(
    findings.map((finding) => (finding.file === undefined ? finding : { ...finding, file: named(finding.file) })),
    usage,
  );
}

/**
 * What a platform comes to, from files or from a program.
 *
 * @param wall what a program may have, where it is not the user's own
 */
async function readTree(source: Source, wall?: Wall): Promise<Clusters> {
  if ('files' in source) {
    return readPlatforms(source.files);
  }
  const { runApp } = await import('./program/run-app');
  return runApp(source.app, wall === undefined ? {} : { wall });
}
