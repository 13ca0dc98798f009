import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../argocd/settings';
import type { Cluster, Clusters } from '../cluster/cluster';
import { type Finding, hasErrors, type Place } from '../findings/finding';
import { treeIdOf } from '../host/git';
import { shownPath } from '../host/workspace-error';
import { buildId } from '../speed/build';
import { digestOf } from '../speed/digest';
import { cacheFolder } from '../speed/folder';
import { Store } from '../speed/store';
import type { Source } from './find-source';

/** A platform in a commit. */
export interface CommittedPlatform {
  readonly repository: string;
  readonly commit: string;
  /** Below the root of the repository. */
  readonly path: string;
}

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
 * What the platforms of commits came to when they were rendered before: a pull request is reviewed many times against one
 * base, and a commit does not change.
 *
 * Files are known by the content of the commit alone. A program counts as the same with the same content, packages, Node,
 * environment and day.
 */
export class KeptTree {
  /** Where to look; nothing where there is no cache to be trusted. */
  public static of(
    platform: CommittedPlatform,
    env: Environment,
    today: string,
    withPlaces: boolean,
  ): KeptTree | undefined {
    const build = buildId();
    const folder = build === undefined ? undefined : cacheFolder(env);
    const content = folder === undefined ? undefined : treeIdOf(platform.repository, platform.commit);
    if (build === undefined || folder === undefined || content === undefined) {
      return undefined;
    }
    const files = digestOf('tree', build, content, platform.path);
    const variables = Object.entries(env).filter(([name]) => !PASSING.test(name));
    const program = digestOf(files, String(withPlaces), today, packagesOf(platform), JSON.stringify(variables.sort()));
    return new KeptTree(new Store(folder), files, program);
  }

  private constructor(
    private readonly store: Store,
    private readonly files: string,
    private readonly program: string,
  ) {}

  /**
   * The tree, with places in the repository.
   *
   * @param programs whether it may be one that a program made
   */
  public recall(
    programs: boolean,
  ): { readonly tree: Clusters; readonly isProgram: boolean; readonly reads: readonly string[] } | undefined {
    const files = this.store.read(this.files);
    const bytes = files ?? (programs ? this.store.read(this.program) : undefined);
    if (bytes === undefined) {
      return undefined;
    }
    const { clusters, places, reads } = JSON.parse(bytes.toString()) as Kept;
    const placeOf = (path: string) => places[path];
    const tree: Clusters = { clusters: clusters.map((cluster) => ({ ...cluster, placeOf })), findings: [] };
    return { tree, isProgram: files === undefined, reads };
  }

  /**
   * Keeps a tree in which nothing is wrong as a whole.
   *
   * @param shown a place as it is in the repository
   */
  public remember(source: Source, tree: Clusters, shown: (place: Place) => Place): void {
    if (hasErrors(tree.findings)) {
      return;
    }
    const places = tree.clusters.flatMap(({ path, objects, placeOf }) =>
      [...new Set([path, ...objects.map(({ owner }) => owner)])].flatMap((owner) => {
        const place = placeOf(owner);
        return place === undefined ? [] : [[owner, shown(place)] as const];
      }),
    );
    const kept: Kept = {
      clusters: tree.clusters.map((cluster) => ({
        ...cluster,
        objects: cluster.objects.map(({ path, owner, object }) => ({ path, owner, object })),
        findings: cluster.findings.map(placed(shown)),
      })),
      places: Object.fromEntries(places),
      reads: (tree.reads ?? []).map((file) => shown({ file: shownPath(file) }).file),
    };
    this.store.write('files' in source ? this.files : this.program, Buffer.from(JSON.stringify(kept)));
  }
}

/** A finding with its place as it is shown. */
export function placed(shown: (place: Place) => Place): (finding: Finding) => Finding {
  return (finding) => {
    const { file, line, column } = finding;
    return file === undefined
      ? finding
      : {
          ...finding,
          ...shown({
            file,
            ...(line === undefined ? {} : { line }),
            ...(column === undefined ? {} : { column }),
          }),
        };
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
