import { readdirSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import type { Finding } from '../findings/finding';
import { type NotJudged, notJudged } from '../findings/not-judged';
import type { KubeObject } from '../kube/object';
import { commentAbove } from '../kube/yaml/comments';
import { HEADER } from '../kube/yaml/files';
import { placeOf } from '../kube/yaml/place';
import { FOREIGN } from './host/manifest-files';
import { mentions, readTextOr, STDIN, shownSource } from './host/read-text';
import { type ObjectOrigin, readObjects } from './read-objects';
import { notJudgedData, notJudgedUnits } from './unjudged/of-files';
import { scanFiles } from './unjudged/scan';

/** An object of other people's files, with what is around it. */
export interface ReadObject {
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
  /** Its document, where that is this object and nothing else. */
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
  const isTemplate = ({ what }: Finding) => what.endsWith(TEMPLATE);
  const findings = read.findings.filter((finding) => !isTemplate(finding));
  const lines = new Map<ObjectOrigin['document'], readonly string[]>();
  const objects = read.objects.map((object, i): ReadObject => {
    const origin = read.originOf(i);
    const { file, path, document, at } = origin;
    const split = lines.get(document) ?? document.text.split('\n');
    lines.set(document, split);
    const { line } = placeOf(document, at);
    return {
      object,
      file,
      line,
      path,
      ...belowAsked(path, paths),
      comment: (at.length === 0 ? headOf(split) : commentAbove(split, line - document.firstLine)).filter(isWord),
      ...(at.length === 0 ? { text: document.text } : {}),
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
    documents: [...lines.keys()].map(({ text }) => text),
  };
}

/** What the reader says of a document that is a template. */
const TEMPLATE = 'a template that was not rendered';

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
    if (path === STDIN || statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
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

/** The comments before the content of a document. */
function headOf(lines: readonly string[]): string[] {
  const content = lines.findIndex((line) => !/^(---)?\s*(#.*)?$/.test(line));
  return lines
    .slice(0, Math.max(content, 0))
    .map((line) => line.replace(/^---/, '').trim())
    .filter((line) => line.startsWith('#'));
}

/** Marks for tools are no words about the object. */
const MARKS = [/^# yaml-language-server:/, /^#\s*vim?:/];

function isWord(comment: string): boolean {
  return comment !== HEADER.trim() && !MARKS.some((mark) => mark.test(comment));
}
