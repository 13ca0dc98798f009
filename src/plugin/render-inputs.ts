import { existsSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Finding } from '../findings/finding';
import { findSource, type Source } from '../sources/find-source';
import { Deadline } from '../sources/host/deadline';
import { elapsedMs } from '../sources/host/process';
import { openPlatform } from '../sources/open-platform';
import { copyForCmp } from './cmp-copy';
import { readRequest } from './request';
import { runForPlugin } from './tree';

/** The clusters of a platform, and the files that each of them depends on. */
export interface RenderInputs {
  readonly clusters: readonly { readonly name: string; readonly objects: number }[];
  /** What is the matter with the whole. */
  readonly findings: readonly Finding[];
  /** Paths from the top of the repository, by cluster. */
  readonly files: ReadonlyMap<string, readonly string[]>;
}

/** Longer than anything that is right takes. */
const PATIENCE_MS = 10 * 60 * 1000;

/** Finds what a render really reads: of files, those that declare a cluster and what they name; of a program, what it ran on. */
export async function renderInputs(source: Source, root: string): Promise<RenderInputs> {
  const clusters: { name: string; objects: number }[] = [];
  const own = new Map<string, readonly string[]>();
  const opened = openPlatform(source);
  for await (const { name, objects, files } of opened) {
    clusters.push({ name, objects: objects.length });
    own.set(name, fromTop(files, root));
  }
  await opened.locate([]);
  return {
    clusters,
    findings: opened.findings,
    files: 'files' in source ? own : await filesOfProgram(source, root, own.keys()),
  };
}

/**
 * What a program reads, for each of its clusters, since it is run as a whole.
 *
 * At the desk, where it was run already. It is run once more, as in the plugin: on a copy of what git has, where everything that it looks at is noted.
 */
export async function filesOfProgram(
  { app }: Extract<Source, { app: unknown }>,
  root: string,
  clusters: Iterable<string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const copy = copyForCmp(root, false);
  try {
    const { dependencies } = await runForPlugin(readRequest({}, true), {
      source: findSource(join(copy.root, relative(root, realpathSync(app.folder)))),
      root: realpathSync(copy.root),
      env: {},
      deadline: new Deadline(elapsedMs() + PATIENCE_MS),
    });
    const files = dependencies
      .filter(([kind, name]) => kind === 'file' && existsSync(join(copy.root, name)))
      .map(([, name]) => name);
    const own = [...new Set(files)].sort();
    return new Map([...clusters].map((name) => [name, own]));
  } finally {
    rmSync(copy.scratch, { recursive: true, force: true });
  }
}

/** Files by their paths from the top of a repository. */
export function fromTop(files: readonly string[], root: string): string[] {
  return [...new Set(files)].map((file) => relative(root, join(realpathSync(dirname(file)), basename(file))));
}
