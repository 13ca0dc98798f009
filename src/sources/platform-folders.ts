import { isMap } from '../kube/object';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { PLATFORM_FILE } from './find-source';
import { isPlatform } from './host/document-kind';
import { type MappedFile, wholePath } from './mapped-file';

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
