import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Cluster, clusterOf } from '../cluster/cluster';
import type { CheckContext } from '../cluster/cluster-view';
import { grouped } from '../cluster/group';
import type { Finding, FindingObject, Place } from '../findings/finding';
import type { FindingsPolicy } from '../findings/policy';
import { shownValue } from '../findings/secrets/shown-value';
import { findingObject, itemsOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { placeOf, type YamlPath } from '../kube/yaml/place';
import { isProblem, readYaml, UNRENDERED, type YamlDocument } from '../kube/yaml/reader';
import { parsePath, valueAt } from '../model/read/file-path';
import { isObject, isPlatform, type MissingType, manifestFiles, missingType } from './host/manifest-files';
import { notYaml } from './host/open-text';
import { readTextOr, shownSource } from './host/read-text';
import { kustomizationParts } from './kustomize';

/** Any stream of manifests kept in one file. */
const LARGEST = 256 << 20;

/** A document that is no object, and where it is. */
export interface SkippedDocument extends Place {
  readonly path: string;
  readonly value: unknown;
}

/** Knowledge of the cluster that manifests are for. */
export interface KnownCluster {
  /** Absent where no platform names it. */
  readonly name?: string;
  /** Made when it is asked for: keeping that of each cluster would keep the fleet in memory. */
  readonly context: CheckContext;
  readonly policy: FindingsPolicy;
}

/** What was read. */
export interface ReadObjects {
  readonly objects: readonly KubeObject[];
  /** What could not be read, with places. */
  readonly findings: readonly Finding[];
  /** Documents that are not Kubernetes objects, as the values of a chart, by their place. */
  readonly skipped: readonly SkippedDocument[];
  /** Files that hold platforms of ours, which are no objects of a cluster. */
  readonly platforms: readonly string[];
  /** Joins the places of the objects that findings speak of. */
  readonly locate: (findings: readonly Finding[]) => Finding[];
  /** Where an object is, by its number, or a path in it. */
  readonly placeOf: (i: number, path?: string) => Place;
  /** Where an object was read, by its number. */
  readonly originOf: (i: number) => ObjectOrigin;
}

/** Objects that were read, as those of one cluster. */
export function manifestCluster(
  objects: readonly KubeObject[],
  { placeOf: placeAt, objects: all }: Pick<ReadObjects, 'objects' | 'placeOf'>,
  { name = '', context, policy }: KnownCluster,
): Cluster {
  const numbers = new Map(all.map((object, i) => [object, i]));
  return {
    ...clusterOf(objects, context),
    name,
    objects: grouped(
      objects.map((object) => {
        const owner = String(numbers.get(object));
        return { path: owner, owner, object };
      }),
    ),
    policy,
    placeOf: (owner, about) => (owner === '' || about === undefined ? undefined : placeAt(Number(owner), about.path)),
  };
}

/** An object and where in a document it is: at its root, or in a List. */
export interface ObjectOrigin {
  /** As it is shown. */
  readonly file: string;
  /** As it is opened. */
  readonly path: string;
  readonly document: YamlDocument;
  readonly at: YamlPath;
}

/** Reads every object of files, folders and standard input. Documents that cannot be read do not hold up the others. */
export function readObjects(paths: readonly string[]): ReadObjects {
  const objects: KubeObject[] = [];
  const findings: Finding[] = [];
  const skipped: SkippedDocument[] = [];
  const platforms = new Set<string>();
  const origins = new Map<FindingObject, ObjectOrigin>();
  const files = paths.flatMap((each) => manifestFiles(each, 'all folders'));
  const parts = kustomizationParts(files);
  for (const path of files) {
    const file = shownSource(path);
    if (parts.size > 0 && parts.has(resolve(path))) {
      continue;
    }
    for (const read of readYaml(readTextOr(path, findings, LARGEST))) {
      if (isProblem(read)) {
        findings.push(notYaml(file, read));
        continue;
      }
      for (const { value, at } of itemsOf(read.value)) {
        if (isPlatform(value)) {
          platforms.add(path);
          continue;
        }
        if (!isObject(value)) {
          const missing = missingType(value);
          if (missing === undefined) {
            skipped.push({ path, value, file, ...placeOf(read, at) });
          } else {
            findings.push({ ...noType(missing, value), file, ...placeOf(read, [...at, missing.key]) });
          }
          continue;
        }
        // An alias of YAML is one object in two places.
        const object = origins.has(findingObject(value)) ? { ...value } : value;
        objects.push(object);
        origins.set(findingObject(object), { file, path, document: read, at });
      }
    }
  }
  return {
    objects,
    findings,
    skipped,
    platforms: [...platforms],
    locate: (found) => found.map(locator(origins)),
    placeOf: (i, path) => placeIn(origins.get(findingObject(objects[i]!))!, path),
    originOf: (i) => origins.get(findingObject(objects[i]!))!,
  };
}

/** An object of which nothing can be judged, since it does not say what it is. */
function noType({ key, value }: MissingType, object: unknown): Finding {
  const other = key === 'kind' ? 'apiVersion' : 'kind';
  const isMissing = value === undefined || value === null || value === '';
  return {
    code: isMissing ? 'PV043' : 'PV041',
    severity: 'error',
    path: key,
    what: isMissing
      ? `this object of ${other} ${shownValue(valueAt(object, [other]))} has no ${key}`
      : `the ${key} is ${shownValue(value)}, and not a text`,
    why: 'The API server cannot tell what it is and rejects it; polyvirt judges nothing in it',
    fix: `write the ${key}`,
    source: 'k8s.io/apimachinery pkg/runtime/serializer/json/meta.go Interpret',
  };
}

/** Findings name an object by the value that `findingObject` gave for it, also where two have one name. */
function locator(origins: ReadonlyMap<FindingObject, ObjectOrigin>): (finding: Finding) => Finding {
  return (finding) => {
    const origin = finding.object === undefined ? undefined : origins.get(finding.object);
    return origin === undefined ? finding : { ...finding, ...placeIn(origin, finding.path) };
  };
}

/** Where a path of an object is in its document. */
export function placeIn({ file, document, at }: Omit<ObjectOrigin, 'path'>, path: string | undefined): Place {
  const below = path === undefined ? [] : parsePath(valueAt(document.value, at), path).steps;
  return { file, ...placeOf(document, [...at, ...below]) };
}

/**
 * Findings in which files with templates are told once for each folder: those of a chart are all alike.
 *
 * Where a chart is around the folder, that is what to render.
 */
export function foldTemplates(findings: readonly Finding[]): Finding[] {
  const folders = new Map<string, Set<string>>();
  for (const { file } of findings.filter(isTemplate)) {
    const folder = dirname(file!);
    folders.set(folder, (folders.get(folder) ?? new Set()).add(file!));
  }
  const told = new Set<string>();
  return findings.flatMap((finding) => {
    if (!isTemplate(finding)) {
      return [finding];
    }
    const folder = dirname(finding.file!);
    if (told.has(folder)) {
      return [];
    }
    told.add(folder);
    const others = folders.get(folder)!.size - 1;
    const chart = chartAround(folder);
    return [
      {
        ...finding,
        ...(others === 0
          ? {}
          : {
              what: `${finding.what}; ${others} more ${others === 1 ? 'file' : 'files'} of ${folder === '.' ? 'this folder' : folder} as well`,
            }),
        ...(chart === undefined
          ? {}
          : { fix: `render the chart, and judge what it prints: helm template ${chart} | polyvirt check -` }),
      },
    ];
  });
}

function isTemplate({ code, file, what }: Finding): boolean {
  return code === 'PV030' && file !== undefined && what.endsWith(UNRENDERED);
}

/** The chart that a folder is in; nothing where it is in none. */
function chartAround(folder: string): string | undefined {
  const above = [folder, join(folder, '..'), join(folder, '../..')];
  return above.find((each) => resolve(each) !== '/' && existsSync(join(each, 'Chart.yaml')));
}
