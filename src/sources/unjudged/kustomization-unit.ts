import { readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isKustomization, readKustomization } from '../kustomize';
import { contentPrint } from './content-print';
import type { Unit } from './unit';

/**
 * A kustomization with its patches and other parts. Resources count where they are judged nowhere else: outside of the
 * folder that was asked for.
 */
export function kustomizationUnit(path: string, asked: string): Unit {
  return {
    sort: 'kustomization',
    key: relative(asked, path),
    path,
    parts: readKustomization(path).parts,
    prints: () => printsOf(resolve(path), resolve(asked)),
  };
}

function printsOf(path: string, asked: string): Map<string, string> {
  const prints = new Map<string, string>();
  const take = (file: string) => prints.set(relative(dirname(path), file), contentPrint(file));
  const seen = new Set<string>();
  const visit = (kustomization: string) => {
    if (seen.has(kustomization)) {
      return;
    }
    seen.add(kustomization);
    take(kustomization);
    const { resources, parts } = readKustomization(kustomization);
    for (const part of parts) {
      filesAt(part).forEach(take);
    }
    for (const resource of resources.filter((each) => !isInside(each, asked))) {
      const other = kustomizationIn(resource);
      if (other === undefined) {
        filesAt(resource).forEach(take);
      } else {
        visit(other);
      }
    }
  };
  visit(path);
  return prints;
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

function kustomizationIn(folder: string): string | undefined {
  const name = isFolder(folder) ? readdirSync(folder).find(isKustomization) : undefined;
  return name === undefined ? undefined : join(folder, name);
}

/** A file itself; of a folder the files in it. */
function filesAt(path: string): string[] {
  if (!isFolder(path)) {
    return [path];
  }
  return readdirSync(path)
    .map((name) => join(path, name))
    .filter((each) => !isFolder(each));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
