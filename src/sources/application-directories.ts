import { readdirSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { asText } from '../kube/object';
import { type ApplicationSource, type DeployedApplication, folderOf } from './deployed-applications';
import { kustomizationIn } from './kustomize';

/** A folder of which an Application deploys the manifests as they lie there. */
interface Directory {
  readonly folder: string;
  readonly takes: (file: string) => boolean;
}

/**
 * Files in folders of Applications that none of those takes: without `directory.recurse` Argo CD looks into no folder below.
 *
 * An Application that takes no file at all, as it is here or on the other side, may be about another repository: it leaves nothing out.
 *
 * @param elsewhere Applications of the other side of a review
 */
export function leftOutFiles(
  files: readonly string[],
  applications: readonly DeployedApplication[],
  elsewhere: readonly DeployedApplication[],
  asked: string,
  boundary: string,
): string[] {
  const paths = files.map((file) => resolve(file));
  const directoriesOf = ({ sources }: DeployedApplication) =>
    sources.flatMap((source) => directoryOf(source, asked, boundary) ?? []);
  const others = new Map(elsewhere.map((each) => [each.name, each]));
  const directories = applications.flatMap((application) => {
    const own = directoriesOf(application);
    const other = others.get(application.name);
    const all = [...own, ...(other === undefined ? [] : directoriesOf(other))];
    return paths.some((path) => all.some(({ takes }) => takes(path))) ? own : [];
  });
  return files.filter((_, i) => {
    const path = paths[i]!;
    const around = directories.filter(({ folder }) => path.startsWith(folder + sep));
    return around.length > 0 && !around.some(({ takes }) => takes(path));
  });
}

/** Nothing for a chart, a kustomization, and the root of the repository, below which everything else is. */
function directoryOf(source: ApplicationSource, asked: string, boundary: string): Directory | undefined {
  const { path, helm, kustomize, isPlugin, directory = {} } = source;
  const folder = folderOf(source, asked, boundary)?.folder;
  const isRendered = helm !== undefined || kustomize !== undefined || isPlugin === true;
  if (path === '' || folder === undefined || isRendered || kustomizationIn(folder) !== undefined || isChart(folder)) {
    return undefined;
  }
  const [include, exclude] = [asText(directory.include ?? ''), asText(directory.exclude ?? '')];
  return {
    folder,
    takes: (file) => {
      const below = relative(folder, file).split(sep).join('/');
      return (
        file.startsWith(folder + sep) &&
        (directory.recurse === true || dirname(file) === folder) &&
        (exclude === '' || !globOf(exclude).test(below)) &&
        (include === '' || globOf(include).test(below))
      );
    },
  };
}

function isChart(folder: string): boolean {
  return readdirSync(folder).includes('Chart.yaml');
}

const globs = new Map<string, RegExp>();

/**
 * A glob in which a star stands for slashes too.
 *
 * Source: argo-cd v3.5 reposerver/repository/repository.go getPotentiallyValidManifestFile: gobwas/glob without separators.
 */
function globOf(glob: string): RegExp {
  const known = globs.get(glob) ?? new RegExp(`^${expressionOf(glob)}$`, 's');
  globs.set(glob, known);
  return known;
}

function expressionOf(glob: string): string {
  let depth = 0;
  return glob.replace(/\\(.)|\*+|\?|\[!?[^\]]*\]|[{},]|[.+^$()|[\]\\]/g, (found, escaped: string | undefined) => {
    if (escaped !== undefined) {
      return `\\${escaped}`;
    }
    if (found === '{') {
      depth += 1;
      return '(?:';
    }
    if (found === '}' && depth > 0) {
      depth -= 1;
      return ')';
    }
    if (found === ',') {
      return depth > 0 ? '|' : ',';
    }
    return found.startsWith('*')
      ? '.*'
      : found === '?'
        ? '.'
        : found.length > 1
          ? found.replace('[!', '[^').replaceAll('\\', '\\\\')
          : `\\${found}`;
  });
}
