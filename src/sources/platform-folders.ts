import { isMap } from '../kube/object';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { PLATFORM_FILE } from './find-source';
import { isPlatform } from './host/manifest-files';

/** A folder with the platform of one cluster, which the manifests in it are for. */
export interface PlatformFolder {
  /** With slashes, below what was asked for and with its name. */
  readonly folder: string;
  readonly cluster: string;
}

/** The cluster of a path by the innermost folder of a platform. A single platform tells nothing apart. */
export function platformFolderFinder(folders: readonly PlatformFolder[]): (path: string) => string | undefined {
  const clusters = new Map<string, Set<string>>();
  for (const { folder, cluster } of folders) {
    clusters.set(folder, (clusters.get(folder) ?? new Set()).add(cluster));
  }
  if (clusters.size < 2) {
    return () => undefined;
  }
  return (path) => {
    const steps = path.split('/').slice(0, -1);
    const names = steps
      .map((_, i) => clusters.get(steps.slice(0, steps.length - i).join('/')))
      .find((each) => each !== undefined);
    // A platform that has another name on one side is the same cluster on both.
    return names === undefined ? undefined : [...names].sort().join('+');
  };
}

/** Folders of platforms among files that are not read as platforms yet. */
export function platformFoldersOf(files: readonly MappedFile[]): PlatformFolder[] {
  return files
    .filter(({ below }) => below.split('/').at(-1) === PLATFORM_FILE)
    .flatMap((file) => {
      const [cluster, ...more] = file.texts().flatMap(platformNames);
      const folder = wholePath(file).split('/').slice(0, -1).join('/');
      return cluster === undefined || more.length > 0 ? [] : [{ folder, cluster }];
    });
}

function platformNames(text: string): string[] {
  return [...readYaml(text)].flatMap((read) => {
    const value = isProblem(read) ? undefined : read.value;
    const { name } = isPlatform(value) && isMap(value) && isMap(value.metadata) ? value.metadata : {};
    return typeof name === 'string' ? [name] : [];
  });
}

/** Where a file is. */
export interface MappedPath {
  /** Below what was asked for, with slashes. */
  readonly below: string;
  /** What was asked for, by its name alone, which may say what is in it, as `clusters`; empty where it says nothing. */
  readonly above: string;
  /** The cluster that it is for, where what deploys it says that. */
  readonly cluster?: string;
  /** The Application that says that, where one does. */
  readonly application?: string;
}

/** A file of one side, as far as it tells which cluster it is for. */
export interface MappedFile extends MappedPath {
  /** Its documents. Asked only where names of folders do not say enough. */
  readonly texts: () => readonly string[];
  /** Set where it is a link: that the same object is in the file it leads to says nothing. */
  readonly isLink?: true;
}

/** With the name of what was asked for. */
export function wholePath({ above, below }: MappedPath): string {
  return above === '' ? below : `${above}/${below}`;
}
