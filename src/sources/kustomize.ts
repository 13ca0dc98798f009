import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isMap } from '../kube/object';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { isFolder } from './host/open-text';
import { readTextOr } from './host/read-text';

/** How a kustomization is called. */
const KUSTOMIZATION = /^kustomization(\.ya?ml)?$/i;

const OWN_GROUP = 'kustomize.config.k8s.io/';

/** Where a kustomization names what it takes over as it is, at least at first. */
const RESOURCES = ['resources', 'bases', 'components', 'crds'];

/** Where it names its patches. */
const PATCHES = ['patches', 'patchesStrategicMerge', 'patchesJson6902'];

/** Where it names other files that it is made of. */
const PARTS = ['transformers', 'generators', 'validators', 'configurations', 'replacements'];

/** What a kustomization names, by absolute paths. What is inline, or on another machine, is in its own text. */
interface Kustomization {
  readonly resources: readonly string[];
  /** Parts of objects, and everything else that is no object by itself. */
  readonly parts: readonly string[];
  /** What it names by an address, which kustomize would fetch, and plugins, which may. */
  readonly foreign: readonly string[];
  /** Whether it only lists resources: what it deploys are those as they are. */
  readonly isList: boolean;
  /** Whether it can be read, and is of kustomize: Flux has objects of that name, which may be in files of that name. */
  readonly isKnown: boolean;
  /** Whether it is a part of others, and deploys nothing by itself. */
  readonly isComponent: boolean;
}

/** The kustomization of a folder; nothing where it has none, or is no folder. */
export function kustomizationIn(folder: string): string | undefined {
  const name = isFolder(folder) ? readdirSync(folder).find(isKustomization) : undefined;
  return name === undefined ? undefined : join(folder, name);
}

/** Whether a file is a kustomization, by its name. */
export function isKustomization(path: string): boolean {
  return KUSTOMIZATION.test(basename(path));
}

/** Reads what a kustomization names. One that cannot be read matches nothing. */
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
  const everything = [...named([...RESOURCES, ...PATCHES, ...PARTS]), ...documents.flatMap(inputsOf)];
  return {
    resources: at(named(RESOURCES)),
    parts: at([...named([...PATCHES, ...PARTS]), ...documents.flatMap(inputsOf)]),
    foreign: [
      ...everything.filter((name): name is string => typeof name === 'string' && FOREIGN.test(name)),
      ...documents.flatMap((document) => FETCHING.filter((key) => document[key] !== undefined)),
    ],
    isList:
      documents.length === 1 && documents.every((document) => Object.keys(document).every((key) => LIST.has(key))),
    isKnown:
      documents.length > 0 &&
      documents.every(
        ({ apiVersion = OWN_GROUP }) => typeof apiVersion === 'string' && apiVersion.startsWith(OWN_GROUP),
      ),
    isComponent: documents.some(({ kind }) => kind === 'Component'),
  };
}

/** Whether a kustomization is a part of others, which is never deployed by itself. */
export function isComponent(path: string): boolean {
  return readKustomization(path).isComponent;
}

/** An address instead of a path; inline text may hold any. */
const FOREIGN = /^[^\n]*(:\/\/|^git@|\?ref=|^github\.com[/:])[^\n]*$/;

/** Charts come from repositories, and plugins run programs. */
const FETCHING = [
  'helmCharts',
  'helmChartInflationGenerator',
  'helmGlobals',
  'generators',
  'transformers',
  'validators',
];

const LIST: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'resources', 'bases']);

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
