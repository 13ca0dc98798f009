import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Cluster, Clusters } from '../cluster/cluster';
import type { Finding } from '../findings/finding';
import { type NotJudged, notJudged } from '../findings/not-judged';
import type { KubeObject } from '../kube/object';
import { mayHaveComments, type PlacedComment, placedComments } from '../kube/yaml/comments';
import { HEADER, type OutputFile } from '../kube/yaml/files';
import { placeOf, type YamlPath } from '../kube/yaml/place';
import { readYamlDocument, UNRENDERED, type YamlDocument } from '../kube/yaml/reader';
import { itemText, type YamlNode, yamlTree } from '../kube/yaml/tree';
import { isSame } from '../model/rows/row';
import { findSource } from './find-source';
import { FOREIGN } from './host/manifest-files';
import { isFolder } from './host/open-text';
import { OWN_PACKAGE } from './host/own-folder';
import { mentions, readTextOr, STDIN, shownSource } from './host/read-text';
import { openPlatform } from './open-platform';
import { readObjects } from './read-objects';
import { notJudgedData, notJudgedUnits } from './unjudged/of-files';
import { scanFiles } from './unjudged/scan';

/** An object of other people's files, with what is around it. */
interface ReadObject {
  readonly object: KubeObject;
  /** The file as it is shown. */
  readonly file: string;
  readonly line: number;
  /** The file as it is opened; `-` for standard input. */
  readonly path: string;
  /** What was asked for and holds the file, by its name. */
  readonly asked: string;
  /** The path of the file below that. */
  readonly steps: readonly string[];
  /** Comment lines above it, with their signs. */
  readonly comment: readonly string[];
  /** Comments inside of it, by their paths in it. */
  readonly inside: readonly PlacedComment[];
  /** Its text, where that can stand alone. */
  readonly text?: string;
}

/** Everything of files, folders and standard input, as they are. */
export interface AdoptionInput {
  readonly objects: readonly ReadObject[];
  readonly findings: readonly Finding[];
  /** What would have to be rendered first, or is no object. */
  readonly notRead: readonly NotJudged[];
  /** Files that hold platforms already. */
  readonly platforms: readonly string[];
  /** Documents that objects were read from. */
  readonly documents: readonly string[];
  /** Comments of Lists that are about none of their items. */
  readonly lostComments: number;
  /** Files of other worlds: domains of libvirt and OVF descriptors. */
  readonly foreign: readonly ForeignText[];
}

/** A file that is no manifest. */
interface ForeignText extends Pick<ReadObject, 'file' | 'path' | 'asked' | 'steps'> {
  readonly text: string;
}

/** Names of files of other worlds. */
const FOREIGN_FILE = /\.(xml|ovf)$/i;

/** Reads what is to be adopted, as `check` reads it. */
export function readAdoption(paths: readonly string[]): AdoptionInput {
  const { files, units } = scanFiles(paths.filter((path) => !FOREIGN_FILE.test(path)));
  const read = readObjects(files);
  const isTemplate = ({ what }: Finding) => what.endsWith(UNRENDERED);
  const findings = read.findings.filter((finding) => !isTemplate(finding));
  const comments = new DocumentComments();
  const objects = read.objects.map((object, i): ReadObject => {
    const origin = read.originOf(i);
    const { file, path, document, at } = origin;
    const own = comments.of(document, at);
    const isAbove = ({ path: { length } }: PlacedComment) => length <= at.length;
    const comment = own.filter(isAbove).flatMap(({ lines }) => lines.filter(isWord));
    return {
      object,
      file,
      line: placeOf(document, at).line,
      path,
      ...belowAsked(path, paths),
      comment,
      inside: own
        .filter((comment) => !isAbove(comment))
        .map(({ path: of, lines }) => ({ path: of.slice(at.length), lines })),
      ...textOf(document, at, object, own.length > 0 ? comments.treeOf(document) : undefined, comment),
    };
  });
  return {
    objects,
    foreign: foreignFiles(paths).map((path) => ({
      file: shownSource(path),
      path,
      ...belowAsked(path, paths),
      text: readTextOr(path, findings),
    })),
    findings,
    notRead: [
      ...notJudgedUnits(units),
      ...notJudgedData(read.skipped, paths),
      ...read.findings.filter(isTemplate).map((finding) => templateIn(finding)),
      ...read.platforms.map((path) => notJudged('platform', shownSource(path), { what: 'a platform already' })),
    ].map((item) => ({ ...item, fix: adoptInstead(item.fix) })),
    platforms: read.platforms,
    documents: comments.documents.map(({ text }) => text),
    lostComments: comments.unasked(),
  };
}

/** The text of an object: its document, or its part of a List where that has comments. */
function textOf(
  { text }: YamlDocument,
  at: YamlPath,
  object: KubeObject,
  tree: YamlNode | undefined,
  comment: readonly string[],
): { readonly text?: string } {
  if (at.length === 0) {
    return { text };
  }
  const part = tree === undefined ? undefined : itemText(text, tree, at);
  // A part may need what is around it, as an anchor.
  const again = part === undefined ? undefined : readYamlDocument(part, 1);
  return again !== undefined && 'value' in again && isSame(again.value, object)
    ? { text: `${comment.map((line) => (part!.includes(line) ? '' : `${line}\n`)).join('')}${part}` }
    : {};
}

/** Comments by the objects that they are in. */
class DocumentComments {
  private readonly known = new Map<YamlDocument, Map<string, PlacedComment[]>>();
  private readonly trees = new Map<YamlDocument, YamlNode>();
  private count = 0;

  /** Documents that were asked for. */
  public get documents(): readonly YamlDocument[] {
    return [...this.known.keys()];
  }

  /** The tree of a document that has comments. */
  public treeOf(document: YamlDocument): YamlNode | undefined {
    return this.trees.get(document);
  }

  /** Comments of an object, and those above it. */
  public of(document: YamlDocument, at: YamlPath): readonly PlacedComment[] {
    const known = this.known.get(document) ?? this.read(document, at.length);
    const own = known.get(at.join('/')) ?? [];
    this.count -= linesIn(own);
    return own;
  }

  /** How many comments of the documents no object was asked for. */
  public unasked(): number {
    return this.count;
  }

  /** Objects of a document are equally deep in it. */
  private read(document: YamlDocument, depth: number): Map<string, PlacedComment[]> {
    const byObject = new Map<string, PlacedComment[]>();
    const { text } = document;
    const tree = mayHaveComments(text) ? yamlTree(text) : undefined;
    const placed = tree === undefined ? [] : placedComments(text, tree);
    if (tree !== undefined) {
      this.trees.set(document, tree);
    }
    for (const comment of placed) {
      const key = comment.path.slice(0, depth).join('/');
      const own = byObject.get(key);
      if (own === undefined) {
        byObject.set(key, [comment]);
      } else {
        own.push(comment);
      }
    }
    this.count += linesIn(placed);
    this.known.set(document, byObject);
    return byObject;
  }
}

function linesIn(comments: readonly PlacedComment[]): number {
  return comments.reduce((sum, { lines }) => sum + lines.length, 0);
}

/** The reader's findings about a document that is a template. */

function templateIn({ file = '', line }: Finding): NotJudged {
  const fix = 'render it, and adopt what that prints: helm template CHART | polyvirt adopt -';
  return { ...notJudged('template', line === undefined ? file : `${file}:${line}`, { file }), fix };
}

/** The cures of what is not judged speak of `check` and `review`. */
function adoptInstead(fix: string): string {
  return fix
    .replace(/, of both sides for a review,?/, '')
    .replaceAll('polyvirt check', 'polyvirt adopt')
    .replaceAll('judge', 'adopt')
    .replace(/review the folder of the platform itself.*/, 'leave it as it is, or name the manifests alone');
}

/** Those that are named, and those below folders that look like domains or descriptors: other tools have XML too. */
function foreignFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (path === STDIN || !isFolder(path)) {
      return FOREIGN_FILE.test(path) ? [path] : [];
    }
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => FOREIGN_FILE.test(name) && !name.split(sep).some((part) => FOREIGN.has(part)))
      .map((name) => join(path, name))
      .filter((file) => mentions(file, '<domain') || mentions(file, 'Envelope'))
      .sort();
  });
}

function belowAsked(path: string, paths: readonly string[]): Pick<ReadObject, 'asked' | 'steps'> {
  if (path === STDIN) {
    return { asked: 'platform', steps: ['stdin.yaml'] };
  }
  const asked = paths.find((each) => each !== STDIN && resolve(path).startsWith(resolve(each) + sep)) ?? path;
  const below = relative(asked, path);
  return { asked: basename(resolve(asked)), steps: below === '' ? [basename(path)] : below.split(sep) };
}

/** Marks for tools are no words about the object. */
const MARKS = [/^# yaml-language-server:/, /^#\s*vim?:/];

function isWord(comment: string): boolean {
  return comment !== HEADER.trim() && !MARKS.some((mark) => mark.test(comment));
}

/**
 * The result of a platform before it is written where it belongs: it is read from a folder of its own, by the way that `synth` takes,
 * and that folder is gone afterwards.
 *
 * @param others files that the platform names and that are there already, by their paths below the folder
 */
export async function stagedPlatforms(
  files: readonly OutputFile[],
  folder: string,
  others: readonly string[],
): Promise<Clusters> {
  // Only this user may look into it: files that a platform names may hold secrets.
  const stage = mkdtempSync(join(tmpdir(), 'polyvirt-adopt-'));
  try {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(stage, path)), { recursive: true });
      writeFileSync(join(stage, path), text, { mode: 0o600 });
    }
    for (const path of others) {
      mkdirSync(dirname(join(stage, path)), { recursive: true });
      copyFileSync(join(folder, path), join(stage, path));
    }
    if (files.some(({ path }) => path === 'cdk8s.yaml')) {
      lendPackages(stage);
    }
    return await clustersIn(stage);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** All clusters of the platform of a folder. */
export async function clustersIn(folder: string): Promise<Clusters> {
  const opened = openPlatform(findSource(folder));
  const clusters: Cluster[] = [];
  for await (const cluster of opened) {
    clusters.push(cluster);
  }
  return { clusters, findings: await opened.locate([...opened.findings]) };
}

/** A program that was just written has no packages yet: it is run with those that polyvirt itself uses. */
function lendPackages(stage: string): void {
  mkdirSync(join(stage, 'node_modules'));
  symlinkSync(OWN_PACKAGE, join(stage, 'node_modules/polyvirt'));
  for (const name of ['cdk8s', 'constructs']) {
    symlinkSync(dirname(require.resolve(`${name}/package.json`)), join(stage, 'node_modules', name));
  }
}
