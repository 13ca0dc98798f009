import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../argocd/settings';
import type { Cluster, Clusters } from '../cluster/cluster';
import { hasErrors, type Place } from '../findings/finding';
import { treeIdOf } from '../sources/host/git';
import { shownPath } from '../sources/host/open-text';
import type { CommitMemory, CommittedPlatform } from '../sources/memory';
import { placed } from '../sources/read-side';
import { digestOf } from './folder';
import { openStore } from './store';

/** A tree as it is kept: places are those in the repository. */
interface Kept {
  readonly clusters: readonly Omit<Cluster, 'placeOf'>[];
  readonly places: Readonly<Record<string, Place>>;
  /** Files that it was made of, in the repository. */
  readonly reads: readonly string[];
}

/** Variables that are others each time, and that no program can mean. */
const PASSING =
  /^(_|PWD|OLDPWD|SHLVL|COLUMNS|LINES|TERM.*|SSH_.*|XDG_.*|DBUS_.*|GITHUB_(RUN|STEP|OUTPUT|ENV|PATH|STATE).*|CI_JOB_.*)$/;

/**
 * What the platform of a commit came to when it was rendered before: a pull request is reviewed many times against one base, and a
 * commit does not change. Nothing where nothing is kept.
 *
 * Files are known by the content of the commit alone. A program counts as the same with the same content, packages, Node,
 * environment and day.
 */
export function keptCommit(
  platform: CommittedPlatform,
  today: string,
  withPlaces: boolean,
  env: Environment,
): CommitMemory | undefined {
  const opened = openStore(env);
  const content = opened === undefined ? undefined : treeIdOf(platform.repository, platform.commit);
  if (opened === undefined || content === undefined) {
    return undefined;
  }
  const { store, build } = opened;
  const files = digestOf('tree', build, content, platform.path);
  const variables = Object.entries(env).filter(([name]) => !PASSING.test(name));
  const program = digestOf(files, String(withPlaces), today, packagesOf(platform), JSON.stringify(variables.sort()));
  return {
    recall: (programs) => {
      const ofFiles = store.read(files);
      const bytes = ofFiles ?? (programs ? store.read(program) : undefined);
      if (bytes === undefined) {
        return undefined;
      }
      const { clusters, places, reads } = JSON.parse(bytes.toString()) as Kept;
      const placeOf = (path: string) => places[path];
      const tree: Clusters = { clusters: clusters.map((cluster) => ({ ...cluster, placeOf })), findings: [] };
      return { tree, isProgram: ofFiles === undefined, reads };
    },
    remember: (source, tree, shown) => {
      // Only one in which nothing is wrong as a whole.
      if (!hasErrors(tree.findings)) {
        store.write('files' in source ? files : program, Buffer.from(JSON.stringify(keptTree(tree, shown))));
      }
    },
  };
}

function keptTree({ clusters, reads = [] }: Clusters, shown: (place: Place) => Place): Kept {
  const places = clusters.flatMap(({ path, objects, placeOf }) =>
    [...new Set([path, ...objects.map(({ owner }) => owner)])].flatMap((owner) => {
      const place = placeOf(owner);
      return place === undefined ? [] : [[owner, shown(place)] as const];
    }),
  );
  return {
    clusters: clusters.map((cluster) => ({
      ...cluster,
      objects: cluster.objects.map(({ path, owner, object }) => ({ path, owner, object })),
      findings: cluster.findings.map(placed(shown)),
    })),
    places: Object.fromEntries(places),
    reads: reads.map((file) => shown({ file: shownPath(file) }).file),
  };
}

/** What npm notes down when it installs something. */
function packagesOf({ repository, path }: CommittedPlatform): string {
  return ['.', path]
    .map((below) => {
      try {
        const { size, mtimeMs } = statSync(join(repository, below, 'node_modules/.package-lock.json'));
        return `${size} ${mtimeMs}`;
      } catch {
        // Nothing is installed, or the path is that of a file.
        return '-';
      }
    })
    .join(' ');
}
