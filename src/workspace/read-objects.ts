import { parsePath, valueAt } from '../config/file-path';
import type { Finding, FindingObject, Place } from '../findings/finding';
import { findingObject, groupOf } from '../kube/identity';
import { isKubeObject, itemsOf } from '../kube/items';
import { isMap, type KubeObject } from '../kube/object';
import { placeOf, type YamlPath } from '../kube/yaml-place';
import { isProblem, readYaml, type YamlDocument } from '../kube/yaml-reader';
import { manifestFiles } from './manifest-files';
import { readTextOr, shownSource } from './read-text';
import { notYaml } from './workspace-error';

/** Any stream of manifests that somebody keeps in one file. */
const LARGEST = 256 << 20;

/** What was read. */
export interface ReadObjects {
  readonly objects: readonly KubeObject[];
  /** What could not be read, with places. */
  readonly findings: readonly Finding[];
  /** Documents that are not Kubernetes objects, as the values of a chart, by their place. */
  readonly skipped: readonly Place[];
  /** Files that hold platforms of ours, which are no objects of a cluster. */
  readonly platforms: readonly string[];
  /** Joins the places of the objects that findings speak of. */
  readonly locate: (findings: readonly Finding[]) => Finding[];
}

/** An object and where in a document it is: at its root, or in a List. */
interface Origin {
  readonly file: string;
  readonly document: YamlDocument;
  readonly at: YamlPath;
}

/** Reads every object of files, folders and standard input. Documents that cannot be read do not hold up the others. */
export function readObjects(paths: readonly string[]): ReadObjects {
  const objects: KubeObject[] = [];
  const findings: Finding[] = [];
  const skipped: Place[] = [];
  const platforms = new Set<string>();
  const origins = new Map<string, Origin[]>();
  for (const path of paths.flatMap((each) => manifestFiles(each, 'all folders'))) {
    const file = shownSource(path);
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
          skipped.push({ file, ...placeOf(read, at) });
          continue;
        }
        objects.push(value);
        const key = keyOf(findingObject(value));
        origins.set(key, [...(origins.get(key) ?? []), { file, document: read, at }]);
      }
    }
  }
  return { objects, findings, skipped, platforms: [...platforms], locate: (found) => found.map(locator(origins)) };
}

/** A second object of one identity is told once for each further one, in their order: so are its places. */
function locator(origins: ReadonlyMap<string, readonly Origin[]>): (finding: Finding) => Finding {
  const told = new Map<string, number>();
  return (finding) => {
    if (finding.object === undefined) {
      return finding;
    }
    const key = keyOf(finding.object);
    const again = finding.code === 'PV801' ? (told.get(key) ?? 0) + 1 : 0;
    told.set(key, Math.max(again, told.get(key) ?? 0));
    const all = origins.get(key) ?? [];
    return { ...finding, ...placeIn(all[again] ?? all[0], finding.path) };
  };
}

function placeIn(origin: Origin | undefined, path: string | undefined): Place | undefined {
  if (origin === undefined) {
    return undefined;
  }
  const { file, document, at } = origin;
  const below = path === undefined ? [] : parsePath(valueAt(document.value, at), path).steps;
  return { file, ...placeOf(document, [...at, ...below]) };
}

function isPlatform(value: unknown): boolean {
  return isMap(value) && value.kind === 'Platform' && String(value.apiVersion).startsWith('polyvirt.io/');
}

/** What every object has at least one of. The configuration of a tool, as a kubeconfig, has apiVersion and kind too. */
const PARTS = ['metadata', 'spec', 'data', 'stringData'];

function isObject(value: unknown): value is KubeObject {
  return isKubeObject(value) && PARTS.some((part) => part in value) && groupOf(value.apiVersion) !== KUSTOMIZE;
}

/** Says how objects are made; is none of them. */
const KUSTOMIZE = 'kustomize.config.k8s.io';

function keyOf({ apiVersion, kind, namespace, name }: FindingObject): string {
  return [apiVersion, kind, namespace ?? '', name].join('\0');
}
