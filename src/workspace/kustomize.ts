import { basename, dirname, resolve } from 'node:path';
import { isMap } from '../kube/object';
import { isProblem, readYaml } from '../kube/yaml-reader';
import { readTextOr } from './read-text';

/** How a kustomization is called. */
const KUSTOMIZATION = /^kustomization\.ya?ml$/i;

/** Where a kustomization names its patches. */
const PATCHES = ['patches', 'patchesStrategicMerge', 'patchesJson6902'];

/**
 * Files that the kustomizations among these name as patches, by their absolute paths.
 *
 * A patch is a part of an object: judged as one it would lack most of itself, and be there a second time.
 */
export function patchFiles(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.filter((path) => KUSTOMIZATION.test(basename(path))).flatMap(patchesOf));
}

function patchesOf(path: string): string[] {
  // Whoever reads it as a manifest says what is wrong with it.
  return [...readYaml(readTextOr(path, []))]
    .flatMap((read) => (isProblem(read) || !isMap(read.value) ? [] : [read.value]))
    .flatMap((kustomization) => PATCHES.flatMap((key) => kustomization[key] ?? []))
    .map((patch) => (isMap(patch) ? patch.path : patch))
    .filter((patch) => typeof patch === 'string')
    .map((patch) => resolve(dirname(path), patch));
}
