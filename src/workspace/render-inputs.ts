import { existsSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { copyForCmp } from './cmp-copy';
import { Deadline } from './deadline';
import { elapsedMs } from './elapsed';
import { findSource, type Source } from './find-source';
import { readRequest } from './plugin-request';
import { runForPlugin } from './plugin-tree';
import { readPlatforms } from './read-platforms';
import { readTree } from './read-tree';
import type { Tree } from './tree';

/** A platform, and the files that each of its clusters depends on. */
export interface RenderInputs {
  readonly tree: Tree;
  /** Paths from the top of the repository, by cluster. */
  readonly files: ReadonlyMap<string, readonly string[]>;
}

/** Longer than anything that is right takes. */
const PATIENCE_MS = 10 * 60 * 1000;

/** Finds what a render really reads: of files, those that declare a cluster and what they name; of a program, what it ran on. */
export async function renderInputs(source: Source, root: string): Promise<RenderInputs> {
  return 'files' in source ? ofFiles(source.files, root) : ofProgram(source, root);
}

/** A file that declares other clusters only is none of a cluster's business. */
function ofFiles(files: readonly string[], root: string): RenderInputs {
  const tree = readPlatforms(files);
  const declaring = new Map(tree.clusters.map(({ name, path }) => [name, resolve(tree.placeOf(path)?.file ?? '.')]));
  const declared = new Set(declaring.values());
  const shared = (tree.reads ?? [])
    .map((file) => resolve(file))
    .filter((file) => !declared.has(file) && !files.includes(file));
  return {
    tree,
    files: new Map(
      [...declaring].map(([name, file]) => [name, [...new Set([file, ...shared])].map((each) => fromTop(each, root))]),
    ),
  };
}

/**
 * A program is run twice: as at the desk, for its objects with places in the user's files, and as in the plugin, on a copy
 * of what git has, where everything that it looks at is noted.
 */
async function ofProgram(source: Source, root: string): Promise<RenderInputs> {
  const tree = await readTree(source);
  const copy = copyForCmp(root, false);
  try {
    const folder = 'app' in source ? source.app.folder : root;
    const { dependencies } = await runForPlugin(readRequest({}), {
      source: findSource(join(copy.root, relative(root, realpathSync(folder)))),
      root: realpathSync(copy.root),
      env: {},
      deadline: new Deadline(elapsedMs() + PATIENCE_MS),
    });
    const files = dependencies
      .filter(([kind, name]) => kind === 'file' && existsSync(join(copy.root, name)))
      .map(([, name]) => name);
    const own = [...new Set(files)].sort();
    return { tree, files: new Map(tree.clusters.map(({ name }) => [name, own])) };
  } finally {
    rmSync(copy.scratch, { recursive: true, force: true });
  }
}

function fromTop(file: string, root: string): string {
  return relative(root, join(realpathSync(dirname(file)), basename(file)));
}
