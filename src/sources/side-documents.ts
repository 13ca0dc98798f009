import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Rollout } from '../argocd/sets/rollout';
import type { Finding, Place } from '../findings/finding';
import { itemsOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { placeOf } from '../kube/yaml/place';
import { isProblem, readYaml, splitDocuments, type YamlDocument } from '../kube/yaml/reader';
import { parsePath } from '../model/read/file-path';
import { expandedSets, inNamespaces, type UnknownSet } from './application-sets';
import { applicationsIn } from './deployed-applications';
import { isObject, isPlatform } from './host/manifest-files';
import { isWorkspaceError, notYaml, WorkspaceError } from './host/open-text';
import { readText, readTextOr, STDIN, shownSource } from './host/read-text';
import type { RenderedFile } from './side-charts';
import { type DeployedShape, type Deploying, deploymentsIn, idleUnit, NO_SHAPE } from './side-deployments';
import { documentUnits } from './unjudged/document-units';
import { type Scan, type Scanning, scanFiles } from './unjudged/scan';
import { contentPrint, type Unit } from './unjudged/unit';

/** An object of a side of a review, and where it comes from. */
interface SideObject {
  readonly object: KubeObject;
  readonly construct?: string;
  readonly placeOf: (path?: string) => Place | undefined;
}

/** A document that is not read until its content is asked for. */
export interface SideDocument {
  readonly text: string;
  /** The file that it is in, as it is shown; absent where a platform made it. */
  readonly file?: string;
  readonly objects: () => readonly SideObject[];
}

/** The documents of one file. */
export interface FileDocuments {
  readonly path: string;
  /** The path below what was asked for, with slashes; of what a kustomization deploys, as if it lay beside that. */
  readonly below: string;
  /** Where it lies itself, where that is somewhere else. */
  readonly at?: string;
  /** The file that it is a link to, by its absolute path. */
  readonly target?: string;
  /** What deploys it, by which it is found again on the other side: a kustomization, or a chart with values. */
  readonly deployedBy?: string;
  /** The cluster that it is for, where what deploys it says that. */
  readonly cluster?: string;
  /** The Application that it is rendered for, by its name in a report. */
  readonly application?: string;
  /** The ApplicationSet that makes the Applications in it, by its name in a report. */
  readonly madeBy?: string;
  readonly documents: readonly SideDocument[];
}

/** The files of a side, and what of them is not judged. */
interface SideFiles {
  readonly files: readonly FileDocuments[];
  readonly units: readonly Unit[];
  /** What was built, and by what: `overlays/fra by kustomize v5.5.0`. */
  readonly rendered: readonly string[];
  /** What the other side has to know, to be read in the same way. */
  readonly shape: DeployedShape;
  readonly rollouts: readonly Rollout[];
  /** ApplicationSets whose Applications are not known. */
  readonly unknownSets: readonly UnknownSet[];
  /** Kustomizations that are deployed, and not compared since they are bases on the other side. */
  readonly idle: readonly string[];
}

/** Any stream of manifests kept in one file. */
const LARGEST = 256 << 20;

/** Documents that are alike, as in the clusters of a fleet, are read once. */
const read = new Map<string, YamlDocument | undefined>();

/**
 * The documents of a file, of all files below a folder, or of standard input, as text.
 *
 * @param shown how a file is called where objects come from
 * @param named how it is called where it cannot be read
 */
export function sideFiles(
  asked: string,
  scanning: Scanning = {},
  shown: (path: string) => string = shownSource,
  named: (path: string) => string = shown,
  deploying: Deploying = { isRendering: false, elsewhere: NO_SHAPE },
): SideFiles {
  const scan = scanFiles([asked], scanning);
  const texts = new Map<string, string>();
  const applications = asked === STDIN ? [] : applicationsIn(filesToSee(scan), asked, (path) => quietText(path, texts));
  const boundary = scanning.boundary ?? asked;
  const deployed = deploymentsIn(scan, asked, boundary, { ...deploying, applications });
  const files: FileDocuments[] = [];
  const units: Unit[] = [...deployed.units];
  for (const { path, below, deployedBy } of deployed.files) {
    const text = texts.get(path) ?? textOf(path, asked, units);
    if (text === undefined) {
      continue;
    }
    const parts = [...splitDocuments(text)];
    const found = documentUnits({ path, text, parts: parts.map((part) => part.text) }, asked);
    units.push(...found);
    if (!found.some(({ sort }) => sort === 'lfs-pointer' || sort === 'template')) {
      const at = path === STDIN ? '' : below.split(sep).join('/');
      const by = deployedBy === undefined ? {} : { deployedBy, at: relative(asked, path).split(sep).join('/') };
      const target = scan.links.get(resolve(path));
      const linked = target === undefined ? {} : { target };
      files.push({ path, below: at, ...by, ...linked, documents: documentsOf(parts, shown(path), named(path)) });
    }
  }
  const idle = [
    ...deployed.unlisted.map((path) => ({ path, sort: 'unlisted' as const })),
    ...deployed.leftOut.map((path) => ({ path, sort: 'left-out' as const })),
  ];
  for (const { path, sort } of idle) {
    const text = textOf(path, asked, units) ?? '';
    // Values, a platform or an Application count wherever they are.
    const found = documentUnits({ path, text, parts: [...splitDocuments(text)].map((part) => part.text) }, asked);
    units.push(...(found.length === 0 ? [idleUnit(sort, path, asked)] : found));
  }
  for (const file of deployed.rendered) {
    const documents = [...splitDocuments(file.text)].flatMap((part) => {
      const path = sourceOf(part.text, file) ?? file.path;
      return documentsOf([part], shown(path), named(path)).map(renderedDocument);
    });
    const cluster = file.cluster === undefined ? {} : { cluster: file.cluster };
    const application = file.application === undefined ? {} : { application: file.application };
    files.push({
      path: file.path,
      below: file.below.split(sep).join('/'),
      deployedBy: file.key,
      ...cluster,
      ...application,
      documents,
    });
  }
  const sets = expandedSets(files, asked, deployed.settled);
  files.push(...sets.files);
  const isKnown = ({ sort, key }: Unit) => (sort === 'application' ? sets.names.has(key) : sets.inputs.has(key));
  const placed = inNamespaces(files, deployed.applications, asked, boundary);
  return {
    files: placed,
    units: [...units.filter((unit) => !isKnown(unit)), ...sets.units].map((unit) =>
      unit.sort === 'application' && deployed.settled.has(unit.key) ? sourceUnit(unit) : unit,
    ),
    rendered: deployed.rendered.map(({ name }) => name),
    shape: deployed.shape,
    rollouts: sets.rollouts,
    unknownSets: sets.unknown,
    idle: deployed.idle,
  };
}

/** Files in which Applications may be, or that the generators of ApplicationSets look at. */
function filesToSee({ files, kustomizations, units }: Scan): string[] {
  const charts = units.filter(({ sort }) => sort === 'helm-chart').map(({ path }) => join(path, 'Chart.yaml'));
  return [...files, ...kustomizations, ...charts];
}

/** The text of a file, kept for who judges it; empty where it cannot be read, which is said then. */
function quietText(path: string, texts: Map<string, string>): string {
  const known = texts.get(path);
  if (known !== undefined) {
    return known;
  }
  const problems: Finding[] = [];
  const text = existsSync(path) ? readTextOr(path, problems, LARGEST) : '';
  if (problems.length === 0) {
    texts.set(path, text);
  }
  return text;
}

/** Options of an Application are in what was rendered: what is left to name is another revision or repository. */
function sourceUnit({ what: _, ...unit }: Unit): Unit {
  return unit.source === undefined ? unit : { ...unit, isQuiet: true, prints: unit.source };
}

/** The template that Helm says a document comes from: `# Source: vms/templates/vm.yaml`. */
function sourceOf(text: string, { chart }: RenderedFile): string | undefined {
  const template = chart === undefined ? undefined : /^# Source: [^/\s]+\/(\S+)$/m.exec(text)?.[1];
  const path = template === undefined ? undefined : join(chart!, template);
  return path !== undefined && existsSync(path) ? path : undefined;
}

/** Rendered objects have no lines in the files they were rendered from. */
function renderedDocument(document: SideDocument): SideDocument {
  const { file } = document;
  const placeOf = () => (file === undefined ? undefined : { file });
  return { ...document, objects: () => document.objects().map(({ object }) => ({ object, placeOf })) };
}

/** A file of a folder that cannot be read is no reason not to read the others, as long as it does not change. */
function textOf(path: string, asked: string, units: Unit[]): string | undefined {
  try {
    return readText(path, LARGEST);
  } catch (error) {
    if (!isWorkspaceError(error) || path === asked) {
      throw error;
    }
    const what = error.findings.map((finding) => finding.what).join('; ');
    units.push({
      sort: 'unreadable',
      key: relative(asked, path),
      path,
      what,
      prints: () => new Map([['', contentPrint(path)]]),
    });
    return undefined;
  }
}

function documentsOf(
  parts: readonly { readonly text: string; readonly firstLine: number }[],
  file: string,
  named: string,
): SideDocument[] {
  return parts.map(({ text, firstLine }) => ({
    text,
    file,
    objects: () => objectsOf(documentOf(text, firstLine, named), firstLine, file),
  }));
}

function objectsOf(document: YamlDocument | undefined, firstLine: number, file: string): SideObject[] {
  if (document === undefined) {
    return [];
  }
  return itemsOf(document.value).flatMap(({ value, at }) => {
    if (!isObject(value) || isPlatform(value)) {
      return [];
    }
    const placed: YamlDocument = { ...document, firstLine };
    return [
      {
        // One document may be in many places, and each of them is an object of its own.
        object: { ...value },
        placeOf: (field?: string) => {
          const below = field === undefined ? [] : parsePath(value, field).steps;
          return { file, ...placeOf(placed, [...at, ...below]) };
        },
      },
    ];
  });
}

function documentOf(text: string, firstLine: number, file: string): YamlDocument | undefined {
  if (read.has(text)) {
    return read.get(text);
  }
  const [found] = readYaml(text);
  if (found !== undefined && isProblem(found)) {
    const problem = { ...found, line: found.line + firstLine - 1 };
    throw new WorkspaceError([notYaml(file, problem)]);
  }
  read.set(text, found);
  return found;
}
