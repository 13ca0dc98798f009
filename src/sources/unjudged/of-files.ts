import { statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { Finding } from '../../findings/finding';
import { type NotJudged, notJudged } from '../../findings/not-judged';
import { subjectText } from '../../findings/text';
import { STDIN, shownSource } from '../../host/read-text';
import { findingObject } from '../../kube/identity';
import type { KubeObject } from '../../kube/object';
import type { SkippedDocument } from '../read-objects';
import { itemOf } from './compare-units';
import { deploymentOf } from './deployments';
import { sortOf } from './document-units';
import { isOwnDocument, isToolFile } from './tool-files';
import type { Unit } from './unit';

/** Units of files that are judged by themselves, without another side. */
export function notJudgedUnits(units: readonly Unit[]): NotJudged[] {
  return units.map(({ path, parts = [], ...unit }) => ({
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
  const folder = asked.find(
    (path) => path !== STDIN && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
  );
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
