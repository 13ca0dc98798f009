import { dirname } from 'node:path';
import type { GivenParameter } from '../argocd/given';
import type { Cluster, Clusters, WrittenPlace } from '../cluster/cluster';
import { Grouping } from '../cluster/group';
import type { Finding, Place } from '../findings/finding';
import { guarded } from '../findings/shown-finding';
import { addAll, isMap, type KubeObject } from '../kube/object';
import { placeOf } from '../kube/yaml/place';
import { isProblem, readYaml, YAML_LIMITS, type YamlDocument } from '../kube/yaml/reader';
import { type Classes, classSaying, withClasses } from '../model/classes';
import { clusterArchitectures } from '../model/context';
import { declaredPath } from '../model/declared-path';
import { hypervisorsInUse } from '../model/hypervisors';
import { type PartFinding, platformObjects } from '../model/manifests/platform';
import type { PlatformDeclaration } from '../model/platform';
import { parsePath, pathText, valueAt } from '../model/read/file-path';
import { type FleetParameters, typedParameters } from '../model/read/given-parameters';
import type { SetByParameter } from '../model/read/parameters';
import { type Positions, readPlatform } from '../model/read/read-platform';
import type { TargetDeclaration } from '../target/target';
import { notYaml, shownPath } from './host/open-text';
import { ownCopy, readTextOr } from './host/read-text';
import { type PlatformManifests, platformManifests, withNodes } from './platform-inputs';

/** A document of some file, which declares a platform. */
interface DocumentSource {
  readonly name: string;
  /** The file, by its absolute path. */
  readonly path: string;
  /** The same as it is shown. */
  readonly file: string;
  readonly document: YamlDocument;
  readonly positions: Positions;
  readonly set: readonly SetByParameter[];
}

/** What to take instead of what files say. */
interface Supposed {
  /** By the path of a file. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Only this one of the platforms; the others are not judged. */
  readonly cluster?: string;
  /** What is given from outside, and the names of what is given to others. */
  readonly parameters?: { readonly given: readonly GivenParameter[]; readonly elsewhere: readonly string[] };
  /** The same for a whole fleet. */
  readonly fleet?: FleetParameters;
}

/**
 * Reads platform files. No code of the user's runs, and cdk8s is not loaded.
 *
 * What is supposed instead of what is there: other texts of files, parameters.
 */
export function readPlatforms(files: readonly string[], supposed: Supposed = {}): Clusters {
  const findings: Finding[] = [];
  const clusters = [...platformClusters(files, findings, supposed)];
  return {
    clusters,
    findings,
    reads: [...new Set([...files, ...clusters.flatMap((cluster) => cluster.files)])],
    folders: [...new Set(clusters.flatMap((cluster) => cluster.folders ?? []))],
  };
}

/**
 * The same for one platform at a time: nothing is kept of one when the next is read.
 *
 * @param findings takes what is the matter with the files and how they declare platforms
 */
export function* platformClusters(
  files: readonly string[],
  findings: Finding[],
  supposed: Supposed = {},
): Generator<Cluster> {
  const { texts = new Map(), cluster } = supposed;
  const fileOf = new Map<string, string>();
  const root = rootOf(files);
  for (const path of files) {
    const file = shownPath(path);
    const before = fileOf.size + findings.length;
    const text = texts.get(path) ?? readTextOr(path, findings);
    // Of a thousand files the one with the name is read, and a mistake in another cluster stays its own.
    if (cluster !== undefined && !text.includes(cluster)) {
      continue;
    }
    for (const read of readYaml(text, PLATFORM_LIMITS)) {
      if (isProblem(read)) {
        findings.push(notYaml(file, read));
        continue;
      }
      if (cluster !== undefined && valueAt(read.value, ['metadata', 'name']) !== cluster) {
        continue;
      }
      const document = readPlatformDocument(read, path, root, supposed);
      addAll(findings, document.findings);
      if (document.declared === undefined) {
        continue;
      }
      const { source, declare } = document.declared;
      const earlier = fileOf.get(source.name);
      if (earlier !== undefined) {
        const first = { path: earlier, text: texts.get(earlier) ?? readTextOr(earlier, []) };
        findings.push(sameName(source.name, first, namePlace(file, read)));
        continue;
      }
      fileOf.set(source.name, path);
      const declared = declare();
      addAll(findings, declared.findings);
      yield declared.cluster;
    }
    if (fileOf.size + findings.length === before && cluster === undefined) {
      findings.push(noPlatform(file));
    }
  }
  addAll(findings, supposed.fleet?.unknown() ?? []);
}

/** What no platform among these files may lead out of. */
export function rootOf(files: readonly string[]): string {
  return dirname(files[0] ?? '.');
}

/** One document, as far as its shape. */
interface ReadDocument {
  readonly findings: readonly Finding[];
  /** Absent where the document makes no sense at all. */
  readonly declared?: { readonly source: DocumentSource; readonly declare: () => DeclaredCluster };
}

/** What a document declares. */
interface DeclaredCluster {
  readonly cluster: Cluster;
  readonly findings: readonly Finding[];
  /** Files that it names, and folders in which they were looked for, by their absolute paths. */
  readonly reads: readonly string[];
  readonly folders: readonly string[];
}

/** Reads one document of a platform file. */
export function readPlatformDocument(
  read: YamlDocument,
  path: string,
  root: string,
  supposed: Supposed = {},
): ReadDocument {
  const { given, elsewhere } = supposed.parameters ?? { given: [], elsewhere: [] };
  const file = shownPath(path);
  const typed = supposed.fleet?.typedFor(read.value) ?? typedParameters(read.value, given, elsewhere);
  const { declaration: declared, findings: mistakes, positions, set = [] } = readPlatform(read, typed.values);
  const said = [
    ...typed.findings,
    ...mistakes.map((mistake) => (mistake.code === 'PV702' ? mistake : { ...mistake, file })),
  ];
  const findings = guarded(said, read.value, given);
  if (declared === undefined) {
    return { findings };
  }
  // The name is what stays of a cluster everywhere.
  const declaration = { ...declared, name: ownCopy(declared.name) };
  const source = { name: declaration.name, path, file, document: read, positions, set };
  const declare = (): DeclaredCluster => {
    const { manifests, ...file } = declaration;
    const complete = withNodes(file, dirname(path), root);
    const brought = platformManifests(manifests, path, root);
    const { target, ...rest } = complete.declaration;
    const files = [...(complete.file === undefined ? [] : [complete.file]), ...brought.files];
    const declaredFor = (aimed: TargetDeclaration): Cluster => {
      const isLeftOut = target === undefined && isEmpty(aimed);
      const made = clusterOf({ ...rest, ...(isLeftOut ? {} : { target: aimed }) }, source, brought, files);
      return hasUnreadHypervisor(mistakes) ? withoutUnknownHypervisors(made) : made;
    };
    return {
      cluster: { ...declaredFor(target ?? {}), retargeted: (change) => declaredFor(change(target ?? {})) },
      findings: [...complete.findings.map((finding) => ({ ...atNodes(source), ...finding })), ...brought.placed],
      reads: files,
      folders: brought.folders,
    };
  };
  return { findings, declared: { source, declare } };
}

/** Whether a hypervisor of the platform was left out, since something in it has the wrong shape. */
function hasUnreadHypervisor(mistakes: readonly Finding[]): boolean {
  return mistakes.some(({ path = '' }) => path.startsWith('spec.hypervisors'));
}

/** That there is none of that name, no way for it to reach the cluster, or another one that the cluster runs. */
const OF_ABSENT: readonly string[] = ['PV401', 'PV407', 'PV408'];

/** VMs may well name the one that was left out: that it is not there would be a second word about one mistake. */
function withoutUnknownHypervisors(cluster: Cluster): Cluster {
  return { ...cluster, findings: cluster.findings.filter(({ code }) => !OF_ABSENT.includes(code)) };
}

function isEmpty(target: TargetDeclaration): boolean {
  return typeof target === 'object' && target !== null && Object.keys(target).length === 0;
}

/** Where a platform says what its nodes are. */
function atNodes({ file, document }: DocumentSource): Place & { path: string } {
  return { file, path: 'spec.nodes.from', ...placeOf(document, ['spec', 'nodes', 'from']) };
}

function clusterOf(
  declaration: PlatformDeclaration,
  source: DocumentSource,
  brought: PlatformManifests,
  reads: readonly string[],
): Cluster {
  const grouping = new Grouping();
  const { context, objects, findings } = platformObjects(declaration, (object) => grouping.share(object));
  return {
    name: declaration.name,
    path: pathOf(declaration.name, []),
    isPlatform: true,
    target: context.target,
    architectures: clusterArchitectures(context),
    ...hypervisorsInUse(context),
    ...(context.supportByArch === undefined ? {} : { supportByArch: context.supportByArch }),
    ...(context.nodes === undefined ? {} : { nodes: context.nodes }),
    ...(context.distribution === undefined ? {} : { distribution: context.distribution }),
    ...(declaration.argocd === undefined ? {} : { argocd: declaration.argocd }),
    policy: declaration.findings ?? {},
    placeOf: (owner, about, made) =>
      brought.placeIn(owner.slice(declaration.name.length + 1), about?.path) ??
      placeOfOwner(owner, source, about, made?.object),
    files: [source.path, ...reads],
    ...(brought.folders.length === 0 ? {} : { folders: brought.folders }),
    dependencies: [],
    objects: grouping.of(
      [...objects, ...brought.objects.map(({ object, at }) => ({ object: grouping.share(object), at }))].map(
        ({ object, at }) => {
          const path = pathOf(declaration.name, at);
          return { path, owner: path, object };
        },
      ),
    ),
    findings: guarded(
      [...findings, ...brought.findings].map((declared) => located(declared, source)),
      source.document.value,
      declaration,
    ),
  };
}

/** A finding about a declaration, with the path and place of the file. */
function located({ finding, at }: PartFinding, { file, document, positions, set }: DocumentSource): Finding {
  const base = baseOf(at, finding.path, document, positions);
  const below = finding.path === undefined ? [] : parsePath(valueAt(document.value, base), finding.path).steps;
  const path = finding.path === 'name' && at.length === 0 ? ['metadata', 'name'] : [...base, ...below];
  const shown = [pathText(document.value, base), finding.path]
    .filter((part) => part !== undefined && part !== '')
    .join('.');
  const setter = set.find((each) => each.path.every((step, i) => step === path[i]));
  return {
    ...finding,
    // The text on that line is not the one meant.
    ...(setter === undefined ? {} : { what: `${finding.what} (the parameter ${setter.name} sets it)` }),
    path: at.length === 0 && finding.path === 'name' ? 'metadata.name' : shown,
    file,
    ...placeOf(document, path),
  };
}

/** Where a part of a declaration is in its file: items that were left out count there. */
function inFile(at: readonly (string | number)[], positions: Positions): (string | number)[] {
  const [part, index, ...rest] = at;
  return part === undefined
    ? ['spec']
    : ['spec', part, ...(index === undefined ? [] : [positions[part]?.[Number(index)] ?? index]), ...rest];
}

/** The same, or the class that says a key of it. */
function baseOf(
  at: readonly (string | number)[],
  key: string | undefined,
  document: YamlDocument,
  positions: Positions,
): (string | number)[] {
  const base = inFile(at, positions);
  const name =
    key === undefined || at[0] !== 'virtualMachines'
      ? undefined
      : classSaying(valueAt(document.value, base), classesIn(document), key);
  return name === undefined ? base : ['spec', 'classes', name];
}

/** A part of a platform with what its classes say. */
function classedAt(part: unknown, document: YamlDocument): unknown {
  return isMap(part) && part.class !== undefined ? withClasses(part, classesIn(document)).entry : part;
}

function classesIn(document: YamlDocument): Classes {
  const classes = valueAt(document.value, ['spec', 'classes']);
  return isMap(classes) ? classes : {};
}

/** Paths of objects are their cluster and where they were declared. */
function pathOf(cluster: string, at: readonly (string | number)[]): string {
  return [cluster, ...at].join('/');
}

/**
 * Where in its file an owner is: a part of the platform by its path.
 *
 * @param about a finding about the object that the part makes: the key of it that says what is wrong
 * @param object the object that it is about
 */
function placeOfOwner(path: string, source: DocumentSource, about?: Finding, object?: KubeObject): WrittenPlace {
  const [, ...at] = path.split('/');
  const own = at.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  // An object that is written out in the file has its own keys there.
  if (about !== undefined && own[0] === 'manifests' && own.length > 1) {
    const { file, line, column, what, path: shown } = located({ finding: about, at: own }, source);
    return { file: file!, line: line!, column: column!, what, path: shown! };
  }
  const declared = classedAt(valueAt(source.document.value, inFile(own, source.positions)), source.document);
  const key = about === undefined ? undefined : declaredPath(about, object, declared);
  // Images are declared beside the resource that they are a part of.
  const steps = key?.startsWith('goldenImages[') === true ? [] : own;
  if (key !== undefined) {
    const { file, what, path: shown } = located({ finding: { ...about!, path: key }, at: steps }, source);
    const base = baseOf(steps, key, source.document, source.positions);
    const below = parsePath(valueAt(source.document.value, base), key).steps;
    return { file: file!, what, path: shown!, ...placeOf(source.document, [...base, ...below]) };
  }
  return { file: source.file, ...placeOf(source.document, inFile(steps, source.positions)) };
}

/** An empty file is not an empty cluster: perhaps it was cut off. */
export function noPlatform(file: string): Finding {
  return {
    code: 'PV016',
    severity: 'error',
    file,
    what: 'it contains no platform',
    why: 'Empty output, applied with pruning, deletes everything that was there before',
    fix: 'write a platform; polyvirt init --yaml shows one',
  };
}

/** A platform file, or what is supposed to be in it. */
export interface PlatformText {
  readonly path: string;
  readonly text: string;
}

/**
 * A second platform of a name.
 *
 * Where they say it is looked up only now, so that there is no need to keep the documents of a fleet for it.
 *
 * @param file the one that holds the first
 * @param place where the second says its name
 */
export function sameName(name: string, file: PlatformText, place: Place): Finding {
  const [{ file: earlier, line = 1 } = { file: shownPath(file.path) }] = namedIn(file, name);
  return {
    code: 'PV801',
    severity: 'error',
    ...place,
    path: 'metadata.name',
    what: `there is another platform named ${name}, at ${earlier}:${line}`,
    why: 'Their manifests would be written into one folder and applied to one cluster',
    fix: 'give each a name of its own',
  };
}

/** Where the documents of a file say that they are the platform of this name. */
export function namedIn({ path, text }: PlatformText, name: string): Place[] {
  return [...readYaml(text, PLATFORM_LIMITS)].flatMap((read) =>
    !isProblem(read) && valueAt(read.value, ['metadata', 'name']) === name ? [namePlace(shownPath(path), read)] : [],
  );
}

/** Where a platform says its name. */
function namePlace(file: string, document: YamlDocument): Place {
  return { file, ...placeOf(document, ['metadata', 'name']) };
}

/** Few of everything: a platform file is written by people. Merge keys would give values no line of their own. */
export const PLATFORM_LIMITS = { ...YAML_LIMITS, documents: 10_000, aliases: 100, mergeKeys: false };
