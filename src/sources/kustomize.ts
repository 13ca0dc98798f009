import { basename, dirname, resolve } from 'node:path';
import { isMap } from '../kube/object';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { readTextOr } from './host/read-text';

/** How a kustomization is called. */
const KUSTOMIZATION = /^kustomization(\.ya?ml)?$/i;

/** Where a kustomization names what it takes over as it is, at least at first. */
const RESOURCES = ['resources', 'bases', 'components', 'crds'];

/** Where it names its patches. */
const PATCHES = ['patches', 'patchesStrategicMerge', 'patchesJson6902'];

/** Where it names other files that it is made of. */
const PARTS = ['transformers', 'generators', 'validators', 'configurations', 'replacements'];

/** What a kustomization names, by absolute paths. What is inline, or on another machine, is in its own text. */
export interface Kustomization {
  readonly resources: readonly string[];
  /** Parts of objects, and everything else that is no object by itself. */
  readonly parts: readonly string[];
}

/** Whether a file is a kustomization, by its name. */
export function isKustomization(path: string): boolean {
  return KUSTOMIZATION.test(basename(path));
}

/** Reads what a kustomization names. One that cannot be read names nothing. */
export function readKustomization(path: string): Kustomization {
  const documents = [...readYaml(readTextOr(path, []))].flatMap((read) =>
    isProblem(read) || !isMap(read.value) ? [] : [read.value],
  );
  const named = (keys: readonly string[]) =>
    documents
      .flatMap((document) => keys.flatMap((key) => document[key] ?? []))
      .map((entry) => (isMap(entry) ? entry.path : entry));
  const at = (names: readonly unknown[]) =>
    names
      .filter((name): name is string => typeof name === 'string' && !name.includes('\n') && !name.includes('://'))
      .map((name) => resolve(dirname(path), name));
  return {
    resources: at(named(RESOURCES)),
    parts: at([...named([...PATCHES, ...PARTS]), ...documents.flatMap(inputsOf)]),
  };
}

/** Files that generators and charts of a kustomization take in. */
function inputsOf(kustomization: Readonly<Record<string, unknown>>): unknown[] {
  const entries = (key: string) => [kustomization[key]].flat().filter(isMap);
  const generated = ['configMapGenerator', 'secretGenerator']
    .flatMap(entries)
    .flatMap(({ files, envs, env }) => [files, envs, env].flat())
    // `key=path`, where the file is to be called otherwise.
    .map((file) => (typeof file === 'string' ? file.replace(/^[^=]*=/, '') : file));
  const values = ['helmCharts', 'helmChartInflationGenerator']
    .flatMap(entries)
    .flatMap(({ valuesFile, values: file, additionalValuesFiles }) => [valuesFile, file, additionalValuesFiles].flat());
  return [...generated, ...values, ...entries('openapi').map((openapi) => openapi.path)];
}

/**
 * Files that the kustomizations among these name as patches or other parts, by their absolute paths.
 *
 * A patch is a part of an object: judged as one it would lack most of itself, and be there a second time.
 */
export function kustomizationParts(paths: readonly string[]): ReadonlySet<string> {
  const read = paths.filter(isKustomization).map(readKustomization);
  const resources = new Set(read.flatMap((each) => each.resources));
  return new Set(read.flatMap(({ parts }) => parts).filter((part) => !resources.has(part)));
}
