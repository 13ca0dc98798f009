import { dirname, join, resolve } from 'node:path';
import { makesGuests } from '../cluster/instance-of';
import { type NotJudged, notJudged } from '../findings/not-judged';
import { subjectText } from '../findings/text';
import { findingObject, identityKey, identityOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import type { AskedSide } from './asked-side';
import { destinationOf, pathsDeployed, slashed } from './cluster-destinations';
import { clusterGroups, clustersText, sharedWith, withExisting } from './cluster-groups';
import { clusterMap, namesOf } from './cluster-map';
import { isWorkspaceError } from './host/open-text';
import { hash } from './host/process';
import { type MappedFile, wholePath } from './platform-folders';
import { type ReadingSide, type ReadSide, readSide, type SideCluster } from './read-side';
import { type DeployedShape, NO_SHAPE } from './side-deployments';
import type { FileDocuments, SideDocument } from './side-documents';
import { compareUnits, differing, type SettledUnit, textPrint, unitKey } from './unjudged/unit';

/** Both sides of a review, put to clusters in the same way. */
interface Sides {
  readonly before: ReadSide;
  readonly after: ReadSide;
  /** How files were put to clusters, in a line; absent where they are for one. */
  readonly clustered?: string;
  /** What was not judged. To be asked last: what is the same on both sides may turn out to be unreadable while it is read. */
  readonly notJudged: () => readonly NotJudged[];
}

/** Reads both sides. */
export async function readSides(asked: { before: AskedSide; after: AskedSide }, reading: ReadingSide): Promise<Sides> {
  const isCommit = (side: AskedSide) => 'commit' in side;
  const withIgnored = !isCommit(asked.before) && !isCommit(asked.after);
  const first = await readSide(asked.before, { ...reading, withIgnored });
  const after = await readSide(asked.after, { ...reading, withIgnored, elsewhere: first.shape ?? NO_SHAPE });
  const elsewhere = after.shape ?? NO_SHAPE;
  // A base of one side is a base on both: else a new overlay would seem to delete it.
  const before = isWithin(elsewhere, first.shape ?? NO_SHAPE)
    ? first
    : await readSide(asked.before, { ...reading, withIgnored, elsewhere });
  const [was, is] = [withContent(before, after), withContent(after, before)];
  const sides = joined(onlyJudgedOnBoth(was, is), onlyJudgedOnBoth(is, was), reading);
  const halfKnown = setsOfOneSide(was, is);
  return halfKnown.length === 0 ? sides : { ...sides, notJudged: () => [...halfKnown, ...sides.notJudged()] };
}

/** Whether a shape has nothing that another has not. */
function isWithin(one: DeployedShape, other: DeployedShape): boolean {
  return (Object.keys(one) as (keyof DeployedShape)[]).every((key) =>
    one[key].every((each) => other[key].some((same) => JSON.stringify(same) === JSON.stringify(each))),
  );
}

/**
 * Platforms with the manifests that are for the same clusters: those of their names, and those of no name where there is one
 * platform only.
 */
function besidePlatforms(platforms: readonly SideCluster[], others: readonly SideCluster[]): SideCluster[] {
  const [only, ...more] = platforms;
  const nameOf = ({ name }: SideCluster) => name ?? (more.length === 0 ? only?.name : undefined);
  const isFor = (platform: SideCluster) => (other: SideCluster) =>
    platform.name !== undefined && nameOf(other) === platform.name;
  return [
    ...platforms.map((platform) => ({
      ...platform,
      documents: [...platform.documents, ...others.filter(isFor(platform)).flatMap(({ documents }) => documents)],
    })),
    ...others.filter((other) => !platforms.some((platform) => isFor(platform)(other))),
  ];
}

/** ApplicationSets whose Applications are known on one side only: which of them come or go is not known. */
function setsOfOneSide(before: ReadSide, after: ReadSide): NotJudged[] {
  const unknown = (side: ReadSide, other: ReadSide) =>
    (side.unknownSets ?? []).filter(({ name }) => (other.files ?? []).some(({ madeBy }) => madeBy === name));
  return [...unknown(before, after), ...unknown(after, before)].map(({ name, path, why }) =>
    notJudged('application', name, { file: path, change: 'modified', what: `its Applications are not known: ${why}` }),
  );
}

/**
 * What is judged on one side cannot be compared where it is not judged on the other: all would look deleted, or new.
 *
 * That is what was rendered there, a file at the same place, and one of the same content in what changed: a folder of plain
 * manifests that becomes a chart.
 */
function onlyJudgedOnBoth(all: ReadSide, other: ReadSide): ReadSide {
  const unknown = new Set((other.unknownSets ?? []).map(({ name }) => name));
  const isMade = ({ madeBy }: FileDocuments) => madeBy === undefined || !unknown.has(madeBy);
  const side = all.files === undefined ? all : { ...all, files: all.files.filter(isMade) };
  if (side.files === undefined || other.units.length === 0) {
    return side;
  }
  const isUnrendered = unrendered(side.files, other.units);
  const places = new Set(other.units.flatMap(placesOf));
  // What is a part of something there and deployed by itself as well is compared.
  const judged = new Set((other.files ?? []).map(({ at, below }) => at ?? below));
  const isUnread = ({ below }: FileDocuments) => placesAbove(below).some((place) => places.has(place));
  const own = new Map(side.units.map((unit) => [unitKey(unit), unit]));
  const changed = other.units.filter((unit) => isSource(unit) && differing(own.get(unitKey(unit)), unit).length > 0);
  const contents = new Set(changed.flatMap(({ content }) => [...content.values()]));
  const parts = new Set(changed.flatMap(placesOf));
  const isMoved = ({ path, documents }: FileDocuments) =>
    contents.size > 0 && contents.has(textPrint(documents.map(({ text }) => text).join('\n---\n'), path));
  // Which of the files beside a kustomization that broke are its own is not known.
  const built = new Set((other.files ?? []).flatMap(({ deployedBy }) => deployedBy ?? []));
  const broken = new Set(
    side.units.filter((unit) => isSource(unit) && built.has(unit.key)).map(({ key }) => dirname(key)),
  );
  const isHeldBack = (file: FileDocuments) =>
    file.deployedBy === undefined
      ? broken.has(dirname(file.below)) || (!judged.has(file.below) && (isUnread(file) || isMoved(file)))
      : file.at !== undefined && !judged.has(file.at) && parts.has(file.at);
  return { ...side, files: side.files.filter((file) => !isUnrendered(file) && !isHeldBack(file)) };
}

/** Units that are a file, or a folder, whose content is not known: their keys are paths. */
const PLACES: ReadonlySet<string> = new Set([
  'unreadable',
  'encrypted',
  'template',
  'lfs-pointer',
  'link',
  'submodule',
]);

/** Units that are rendered from many files. */
function isSource({ sort }: SettledUnit): boolean {
  return sort === 'kustomization' || sort === 'helm-chart';
}

/** The files that a unit is made of, with slashes. */
function placesOf(unit: SettledUnit): string[] {
  const key = folderIn(unit.key);
  if (!isSource(unit)) {
    return PLACES.has(unit.sort) ? [slashed(key)] : [];
  }
  const folder = unit.sort === 'kustomization' ? dirname(key) : key;
  return [...unit.content.keys()].filter((name) => name !== '').map((name) => slashed(join(folder, name)));
}

/** A path, and the folders that it is in. */
function placesAbove(path: string): string[] {
  return path.split('/').map((_, i, steps) => steps.slice(0, i + 1).join('/'));
}

/** Tells what was rendered from a kustomization or a chart that the other side has among what it could not render. */
function unrendered(files: readonly FileDocuments[], units: readonly SettledUnit[]): (file: FileDocuments) => boolean {
  const unbuilt = units.filter(isSource).map(({ key }) => key);
  const built = new Set(files.flatMap(({ deployedBy }) => deployedBy ?? []));
  const exactly = new Set(unbuilt);
  // The same folder may be deployed for another cluster or Application, or by none, on the other side.
  const anyhow = new Set(unbuilt.filter((key) => !built.has(key)).map(folderIn));
  return ({ deployedBy }) => deployedBy !== undefined && (exactly.has(deployedBy) || anyhow.has(folderIn(deployedBy)));
}

/** The kustomization or chart of a key such as `charts/vms for fra`. */
function folderIn(key: string): string {
  return key.replace(/ for .*$/, '');
}

function joined(before: ReadSide, after: ReadSide, { grouping, known }: ReadingSide): Sides {
  // `review main:clusters clusters` says by its name what is in it, where both sides are called so.
  const above = before.folder === after.folder ? (before.folder ?? '') : '';
  const mapped = ({ files = [] }: ReadSide) =>
    files.map(
      ({ below, cluster, application, target, documents }): MappedFile => ({
        above,
        below,
        ...(cluster === undefined ? {} : { cluster }),
        ...(application === undefined ? {} : { application }),
        ...(target === undefined ? {} : { isLink: true }),
        texts: () => documents.map(({ text }) => text),
      }),
    );
  const sides = [mapped(before), mapped(after)];
  const platforms = [before, after].flatMap(({ platformFolders = [] }) =>
    platformFolders.map(({ folder, cluster }) => ({ folder: wholePath({ above, below: folder }), cluster })),
  );
  const map = clusterMap(sides, grouping, platforms);
  const unread = new Map<string, NotJudged>();
  const same = textsOnBoth(before, after);
  const put = (side: ReadSide): ReadSide => {
    if (side.files === undefined) {
      return side;
    }
    const files = side.files.map((file) => ({ ...file, above }));
    const groups = withoutLinked(clusterGroups(files, map, known));
    const documentsOf = (group: (typeof groups)[number]) => group.files.flatMap(({ documents }) => documents);
    const clusters = groups.map((group): SideCluster => {
      const { name, cluster } = group;
      const shared = (map.by === undefined ? [] : sharedWith(group, groups))
        .flatMap(documentsOf)
        .flatMap((document) => forgiving(document, unread).objects())
        .map(({ object }) => object);
      const context = cluster?.context ?? known.other.context;
      return {
        ...(name === undefined ? {} : { name }),
        ...(cluster === undefined && shared.length === 0 ? {} : { context: withExisting(context, shared) }),
        ...(cluster === undefined ? {} : { policy: cluster.policy }),
        documents: documentsOf(group).map((document) =>
          same.has(document.text) ? forgiving(document, unread) : document,
        ),
      };
    });
    return { ...side, clusters: besidePlatforms(side.clusters, clusters) };
  };
  const named = [before, after].flatMap(({ clusters }) => clusters.flatMap(({ name }) => name ?? []));
  const names = new Set([...namesOf(map, sides.flat()), ...named]);
  const clustered = clustersText(map, [...names].sort());
  return {
    before: put(before),
    after: put(after),
    ...(clustered === undefined ? {} : { clustered }),
    // A new overlay may have less than the kustomization in whose place it comes.
    notJudged: () => [
      ...(before.idle ?? []).map(becameBase),
      ...compareUnits(before.units, after.units),
      ...unread.values(),
    ],
  };
}

/**
 * Groups in which a file counts once: a link beside the file that it leads to is the same file, and one that is for no cluster is for
 * those that have links to it.
 */
function withoutLinked<T extends FileDocuments, G extends { readonly name?: string; readonly files: T[] }>(
  groups: readonly G[],
): G[] {
  const linked = groups.flatMap(({ name, files }) =>
    name === undefined ? [] : files.flatMap(({ target }) => target ?? []),
  );
  const elsewhere = new Set(linked);
  return groups.map((group) => {
    const here = new Set(group.files.map(({ path }) => resolve(path)));
    const isTwice = ({ path, target }: T) =>
      (target !== undefined && here.has(target)) || (group.name === undefined && elsewhere.has(resolve(path)));
    return { ...group, files: group.files.filter((file) => !isTwice(file)) };
  });
}

function becameBase(file: string): NotJudged {
  return notJudged(
    'kustomization',
    file,
    {
      file,
      change: 'modified',
      what: 'it was deployed by itself, and others take it in now: what of it is deleted is not told',
    },
    dirname(file),
  );
}

function textsOnBoth(before: ReadSide, after: ReadSide): ReadonlySet<string> {
  const texts = (side: ReadSide) => (side.files ?? []).flatMap(({ documents }) => documents.map(({ text }) => text));
  const old = new Set(texts(before));
  return new Set(texts(after).filter((text) => old.has(text)));
}

/** What does not change need not be readable: it is named, and the rest is reviewed. */
function forgiving(document: SideDocument, unread: Map<string, NotJudged>): SideDocument {
  return {
    ...document,
    objects: () => {
      try {
        return document.objects();
      } catch (error) {
        if (!isWorkspaceError(error)) {
          throw error;
        }
        const file = document.file ?? '';
        const what = error.findings.map((finding) => finding.what).join('; ');
        unread.set(file, notJudged('unreadable', file, { file, what, change: 'none' }));
        return [];
      }
    },
  };
}

/**
 * A side in which a pointer of Git LFS stands for the very content that the other side has.
 *
 * In a checkout of a commit there are pointers, in the working tree of a user of LFS there is the content.
 */
function withContent(side: ReadSide, other: ReadSide): ReadSide {
  if (side.files === undefined || other.files === undefined) {
    return side;
  }
  const resolved = new Map<string, FileDocuments>();
  for (const unit of side.units.filter(({ sort }) => sort === 'lfs-pointer')) {
    const file = other.files.find(({ below }) => below === unit.key);
    const text = file?.documents.map((document) => document.text).join('');
    if (file !== undefined && text !== undefined && hash('sha256', text) === unit.content.get('')) {
      resolved.set(unit.key, file);
    }
  }
  return resolved.size === 0
    ? side
    : {
        ...side,
        files: [...side.files, ...resolved.values()],
        units: side.units.filter(({ sort, key }) => sort !== 'lfs-pointer' || !resolved.has(key)),
      };
}

/** What an Application deploys from the files of a side. */
interface Deployed {
  readonly cluster: string;
  /** `shop/web`, in order. */
  readonly vms: readonly string[];
}

/** Tells which VMs an Application deploys: those of the folders that it names, as both sides have them. */
export function deployedBy(
  sides: Readonly<Record<'before' | 'after', ReadSide>>,
): (application: KubeObject, side: 'before' | 'after') => Deployed {
  return (object, side) => {
    const { spec } = object;
    if (!isMap(spec)) {
      return { cluster: '', vms: [] };
    }
    const own = filesOf(subjectText(findingObject(object)), pathsDeployed(spec), sides[side]);
    const vms = own.flatMap(({ documents }) => documents.flatMap(vmsIn));
    return { cluster: destinationOf(spec), vms: [...new Set(vms)].sort() };
  };
}

/** The files of an Application: what was rendered for it, else those of its folders. */
function filesOf(name: string, paths: readonly string[], { files = [], folder = '' }: ReadSide): FileDocuments[] {
  const isDeployed = (below: string) =>
    paths.some((path) => path === '' || below.startsWith(`${path}/`) || `${folder}/${below}`.startsWith(`${path}/`));
  const rendered = files.filter(({ application }) => application === name);
  return rendered.length > 0
    ? rendered
    : files.filter((file) => file.application === undefined && isDeployed(file.below));
}

/**
 * Tells which Application left an object behind: one that goes without the finalizer by which what it deployed would go too.
 *
 * What goes from Git with it is pruned by nothing.
 */
export function leftBehind({
  before,
  after,
}: Readonly<Record<'before' | 'after', ReadSide>>): (cluster: string, object: KubeObject) => string | undefined {
  const kept = new Set((after.shape?.applications ?? []).map(({ name }) => name));
  const owners = new Map<string, { readonly name: string; readonly cluster: string }>();
  for (const { name, cluster, goesWithResources, sources } of before.shape?.applications ?? []) {
    if (!kept.has(name) && !goesWithResources) {
      const paths = sources.map(({ path }) => path);
      for (const object of filesOf(name, paths, before).flatMap(({ documents }) => documents.flatMap(objectsIn))) {
        owners.set(`${cluster} ${identityKey(identityOf(object))}`, { name, cluster });
      }
    }
  }
  const clusters = [...new Set([...owners.values()].map(({ cluster }) => cluster))];
  return (cluster, object) => {
    const key = identityKey(identityOf(object));
    const among = cluster === '' ? clusters : [cluster, ''];
    return among.map((each) => owners.get(`${each} ${key}`)?.name).find((name) => name !== undefined);
  };
}

function vmsIn(document: SideDocument): string[] {
  return objectsIn(document)
    .filter(makesGuests)
    .map((object) => {
      const { namespace, name } = identityOf(object);
      return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
    });
}

function objectsIn({ objects }: SideDocument): KubeObject[] {
  try {
    return objects().map(({ object }) => object);
  } catch (error) {
    if (!isWorkspaceError(error)) {
      throw error;
    }
    // Its reader says what is wrong with it.
    return [];
  }
}
