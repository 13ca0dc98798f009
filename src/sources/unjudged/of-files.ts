import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Finding } from '../../findings/finding';
import { type NotJudged, notJudged } from '../../findings/not-judged';
import { subjectText } from '../../findings/text';
import { findingObject, groupOf } from '../../kube/identity';
import { isMap, type KubeObject } from '../../kube/object';
import { isFolder } from '../host/open-text';
import { STDIN, shownSource } from '../host/read-text';
import type { SkippedDocument } from '../read-objects';
import { isOwnDocument, isToolFile, sortOf } from './document-units';
import { itemOf, type Unit } from './unit';

/** Units of files that are judged by themselves, without another side. */
export function notJudgedUnits(units: readonly Unit[]): NotJudged[] {
  return units.map(({ path, parts = [], source: _, ...unit }) => ({
    ...itemOf({ ...unit, file: shownSource(path) }),
    ...(parts.length === 0 ? {} : { files: parts.map(shownSource) }),
  }));
}

/** Data among manifests, each file once. */
export function notJudgedData(skipped: readonly SkippedDocument[], asked: readonly string[]): NotJudged[] {
  const files = new Map<string, SkippedDocument[]>();
  for (const document of skipped) {
    const { path, value } = document;
    if (!isOwnDocument(value) && !(value === null || isToolFile(belowAsked(path, asked)))) {
      files.set(path, [...(files.get(path) ?? []), document]);
    }
  }
  return [...files].map(([path, documents]) => {
    const [{ file, line }] = documents as [SkippedDocument];
    const sort = sortOf(
      path,
      documents.map(({ value }) => value),
    );
    return notJudged(sort, line === undefined ? file : `${file}:${line}`, { file });
  });
}

/** What Argo CD or Flux would deploy from elsewhere. */
export function notJudgedDeployments(
  objects: readonly KubeObject[],
  asked: readonly string[],
  locate: (findings: readonly Finding[]) => readonly Finding[],
): NotJudged[] {
  const folder = asked.find((path) => path !== STDIN && isFolder(path));
  return objects.flatMap((object): NotJudged[] => {
    if (deploymentOf(object, folder)?.isPlain !== false) {
      return [];
    }
    const named = findingObject(object);
    const [place] = locate([{ code: '', severity: 'info', object: named, what: '', why: '', fix: '' }]);
    const file = place?.file === undefined ? {} : { file: place.file };
    return [notJudged('application', subjectText(named), file)];
  });
}

function belowAsked(path: string, asked: readonly string[]): string {
  const above = asked.find((each) => each !== STDIN && resolve(path).startsWith(resolve(each) + sep));
  return (above === undefined ? shownSource(path) : relative(above, path)).split(sep).join('/');
}

/** Text of a document that may hold what deploys something else. Told by its text, so that others are not read for it. */
export const MAY_DEPLOY =
  /kind["']?\s*:\s*["']?(?:Application|ApplicationSet|HelmRelease|HelmChart|HelmChartConfig|Kustomization|OCIRepository|GitRepository)\b/;

/** Deployments of an object that are not among the objects themselves. */
interface Deployment {
  /** What decides about it. */
  readonly from: unknown;
  /** Where its sources are, of an Application: revisions and repositories. */
  readonly source?: unknown;
  /** Whether it deploys files of this folder as they are: those are judged. */
  readonly isPlain: boolean;
}

/** Deployments of an object; undefined where it is no object of Argo CD, Flux or Rancher that deploys others. */
export function deploymentOf(object: KubeObject, folder: string | undefined): Deployment | undefined {
  const { kind, spec } = object;
  const group = groupOf(object.apiVersion);
  if (!isMap(spec)) {
    return undefined;
  }
  if (group === 'argoproj.io' && kind === 'Application') {
    const isPlain = sourcesOf(spec).every(isPlainIn(folder));
    // Which of the folders here it deploys, and to where, a review tells by itself.
    const from = isPlain ? sourcesOf(spec).map(withoutPath) : [sourcesOf(spec), spec.destination];
    return { from, source: sourcesOf(spec).map(withoutOptions), isPlain };
  }
  if (group === 'argoproj.io' && kind === 'ApplicationSet') {
    const template = isMap(spec.template) && isMap(spec.template.spec) ? spec.template.spec : {};
    const from = [spec.generators, sourcesOf(template), template.destination, spec.templatePatch];
    return { from, isPlain: spec.templatePatch === undefined && sourcesOf(template).every(isPlainIn(folder)) };
  }
  const isFlux = group.endsWith('.toolkit.fluxcd.io');
  const isRancher = group === 'helm.cattle.io';
  if (!isFlux && !isRancher) {
    return undefined;
  }
  const { interval: _, retryInterval: __, timeout: ___, ...from } = spec;
  const changes = [
    'patches',
    'patchesStrategicMerge',
    'patchesJson6902',
    'images',
    'postBuild',
    'components',
    'namePrefix',
    'nameSuffix',
    'targetNamespace',
    'commonMetadata',
  ];
  const isKustomization = kind === 'Kustomization' && changes.every((key) => !(key in spec));
  return { from, isPlain: isKustomization && isPlainIn(folder)(spec) };
}

/** Sources of an Application; the dry source where it is hydrated. */
export function sourcesOf(spec: Readonly<Record<string, unknown>>): unknown[] {
  const dry = isMap(spec.sourceHydrator) ? spec.sourceHydrator.drySource : undefined;
  return [spec.source, spec.sources, dry].flat().filter((source) => source !== undefined);
}

/** Which files of the folder it takes is judged as well. */
function withoutPath(source: unknown): unknown {
  if (!isMap(source)) {
    return source;
  }
  const { recurse: _, include: __, exclude: ___, ...directory } = isMap(source.directory) ? source.directory : {};
  return { ...source, path: undefined, directory: Object.keys(directory).length === 0 ? undefined : directory };
}

function withoutOptions(source: unknown): unknown {
  return isMap(source) ? { ...source, path: undefined, helm: undefined, kustomize: undefined } : source;
}

/** Whether a source is a folder that is here, and taken as it is. A name with a template in it is taken for one. */
function isPlainIn(folder: string | undefined): (source: unknown) => boolean {
  return (source) =>
    isMap(source) &&
    typeof source.path === 'string' &&
    ['chart', 'helm', 'kustomize'].every((key) => source[key] === undefined) &&
    (source.path.includes('{{') || (folder !== undefined && existsSync(join(folder, source.path))));
}
