import { dirname, relative } from 'node:path';
import { type CopiedFile, findTool, type Rendered, runOnCopy } from './tool';

/** A program of the user's that builds kustomizations. */
export interface KustomizeTool {
  /** As it is named in a report: `kubectl kustomize v5.5.0`. */
  readonly name: string;
  readonly build: (
    files: readonly string[],
    path: string,
    boundary: string,
    changed?: readonly CopiedFile[],
  ) => Rendered;
}

/** Finds what of `kustomize` and `kubectl` is installed here; nothing where neither is. */
export function findKustomize(): KustomizeTool | undefined {
  for (const { program, build, version } of TOOLS) {
    const tool = findTool(program, version);
    if (tool !== undefined) {
      return {
        name: [program, ...build.filter((word) => word !== 'build'), tool.release]
          .filter((word) => word !== '')
          .join(' '),
        build: (files, path, boundary, changed = []) => {
          const at = relative(boundary, dirname(path));
          const copies = files.map((from) => ({ from, to: relative(boundary, from) }));
          return runOnCopy(tool.path, [...build, at === '' ? '.' : at], [...copies, ...changed]);
        },
      };
    }
  }
  return undefined;
}

const TOOLS = [
  { program: 'kustomize', build: ['build'], version: ['version'] },
  { program: 'kubectl', build: ['kustomize'], version: ['version', '--client'] },
] as const;
