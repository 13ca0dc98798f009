import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { groupOf, isKubeObject } from '../../kube/identity';
import { asText, isMap, type KubeObject } from '../../kube/object';
import { neverOpen, reasonOf, WorkspaceError } from './open-text';
import { ownCopy, STDIN, shownSource } from './read-text';

/** Folders that hold other people's files. */
export const FOREIGN: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** How far below a folder files are looked for. */
type Depth = 'this folder' | 'all folders';

/** Whether a file may hold manifests, by its name. */
export function isManifestName(name: string): boolean {
  return /\.(ya?ml|json)$/i.test(name);
}

/** A file, or standard input, is itself; a folder is the YAML and JSON files in it, in order. */
export function manifestFiles(path: string, depth: Depth): string[] {
  if (path === STDIN) {
    return [path];
  }
  try {
    return statSync(path).isDirectory() ? filesIn(path, depth) : [path];
  } catch (error) {
    throw new WorkspaceError(
      [
        {
          code: 'PV034',
          severity: 'error',
          file: shownSource(path),
          what: `it cannot be read: ${reasonOf(error)}`,
          why: 'Nothing can be read from it',
          fix: 'correct the path',
        },
      ],
      true,
    );
  }
}

function filesIn(folder: string, depth: Depth): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      // A path that was joined is a chain of its parts, four times as large: a fleet has a hundred thousand.
      const path = ownCopy(join(folder, entry.name));
      if (entry.isDirectory()) {
        return depth === 'this folder' || FOREIGN.has(entry.name) ? [] : filesIn(path, depth);
      }
      if (!isManifestName(entry.name)) {
        return [];
      }
      neverOpen(path, entry);
      return [path];
    });
}

/** Whether a document is a platform of ours, which is no object of a cluster. */
export function isPlatform(value: unknown): boolean {
  return isMap(value) && value.kind === 'Platform' && asText(value.apiVersion).startsWith('polyvirt.io/');
}

/** What every object has at least one of. The configuration of a tool, as a kubeconfig, has apiVersion and kind too. */
const PARTS = ['metadata', 'spec', 'data', 'stringData'];

/** Whether a document is an object of a cluster. */
export function isObject(value: unknown): value is KubeObject {
  return isKubeObject(value) && PARTS.some((part) => part in value) && !NO_OBJECTS.has(groupOf(value.apiVersion));
}

/** Groups of files that say how objects are made, or reviewed, and are none of them. */
const NO_OBJECTS: ReadonlySet<string> = new Set(['kustomize.config.k8s.io', 'polyvirt.io']);

/** A half of what says what an object is, and what stands in its place. */
export interface MissingType {
  readonly key: 'apiVersion' | 'kind';
  readonly value: unknown;
}

/** The half that a document lacks which is an object by its other half and its name; nothing of anything else. */
export function missingType(value: unknown): MissingType | undefined {
  if (!isMap(value) || isKubeObject(value) || !isMap(value.metadata) || typeof value.metadata.name !== 'string') {
    return undefined;
  }
  const { apiVersion, kind } = value;
  return typeof kind === 'string' && KIND.test(kind)
    ? { key: 'apiVersion', value: apiVersion }
    : typeof apiVersion === 'string' && API_VERSION.test(apiVersion)
      ? { key: 'kind', value: kind }
      : undefined;
}

const KIND = /^[A-Z][A-Za-z0-9]+$/;
const API_VERSION = /^(?:[a-z0-9.-]+\/)?v\d\w*$/;
