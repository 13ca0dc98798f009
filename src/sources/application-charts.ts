import { join, relative, resolve } from 'node:path';
import { asText, isMap } from '../kube/object';
import { isFileInside } from './charts';
import { slashed } from './cluster-destinations';
import { type ApplicationSource, substituted } from './deployed-applications';
import type { CopiedFile, HelmRelease } from './host/tool';

/** What an Application asks Helm for beside the chart itself. */
interface ApplicationRelease {
  readonly release: Omit<HelmRelease, 'chart'>;
  /** Files beside those of the chart: of this machine, or with what the Application says itself. */
  readonly files: readonly CopiedFile[];
  /** Files of values, by absolute paths. */
  readonly valueFiles: readonly string[];
  /** Why it cannot be rendered as Argo CD would; absent where it can. */
  readonly obstacle?: string;
  /** Whether files of this repository that it names are not here. */
  readonly lacksFiles: boolean;
}

/** Options that change what is rendered, and those that do not. Another one may do either. */
const OPTIONS = new Set([
  'releaseName',
  'namespace',
  'valueFiles',
  'ignoreMissingValueFiles',
  'values',
  'valuesObject',
  'parameters',
  'fileParameters',
  'kubeVersion',
  'apiVersions',
  'skipCrds',
  'skipSchemaValidation',
  'skipTests',
  'passCredentials',
  'version',
]);

/**
 * What Argo CD asks Helm for, for one source of an Application.
 *
 * Source: argo-cd v3.5 reposerver/repository/repository.go helmTemplate, util/argo/resolve_values_file.go.
 *
 * @param chart the folder of the chart
 * @param root the folder that paths of Applications begin at
 * @param boundary nothing outside of this folder is read
 */
export function applicationRelease(
  { helm = {}, words, release, refs }: ApplicationSource,
  namespace: string,
  chart: string,
  root: string,
  boundary: string,
): ApplicationRelease {
  const at = (path: string) => relative(resolve(boundary), path);
  const obstacles = Object.keys(helm)
    .filter((key) => !OPTIONS.has(key))
    .map((key) => `it has the option ${key}, which is not known here`);
  const lacking: string[] = [];
  const found = texts(helm.valueFiles).flatMap((written): string[] => {
    const name = substituted(written, words);
    const file = valuesFile(name, chart, root, refs);
    if (file === undefined) {
      obstacles.push(`values of ${name} are not here`);
      return [];
    }
    if (isFileInside(file, boundary)) {
      return [file];
    }
    if (helm.ignoreMissingValueFiles !== true) {
      lacking.push(`its values file ${at(file)} is not here`);
    }
    return [];
  });
  const own = inlineValues(helm);
  const inline: CopiedFile[] = own === undefined ? [] : [{ to: OWN_VALUES, text: own }];
  const contents = maps(helm.fileParameters).map(({ name, path }) => ({
    name: asText(name),
    file: resolve(chart, substituted(asText(path), words)),
  }));
  lacking.push(
    ...contents.filter(({ file }) => !isFileInside(file, boundary)).map(({ file }) => `${at(file)} is not here`),
  );
  const [obstacle] = [...obstacles, ...lacking];
  return {
    release: {
      name: asText(helm.releaseName ?? '') || release,
      namespace: asText(helm.namespace ?? '') || namespace,
      valueFiles: [...found.map(at), ...inline.map(({ to }) => to)],
      parameters: maps(helm.parameters).map(({ name, value, forceString }) => ({
        name: asText(name),
        value: substituted(asText(value ?? ''), words),
        ...(forceString === true ? { isText: true } : {}),
      })),
      fileParameters: contents.map(({ name, file }) => ({ name, path: at(file) })),
      ...(typeof helm.kubeVersion === 'string' && helm.kubeVersion !== '' ? { kubeVersion: helm.kubeVersion } : {}),
      apiVersions: texts(helm.apiVersions),
      skipCrds: helm.skipCrds === true,
      skipSchemaValidation: helm.skipSchemaValidation === true,
    },
    files: [...[...found, ...contents.map(({ file }) => file)].map((from) => ({ from, to: at(from) })), ...inline],
    valueFiles: found,
    lacksFiles: lacking.length > 0,
    ...(obstacle === undefined ? {} : { obstacle }),
  };
}

/** The name of the file, in the copy, with the values that an Application says itself. */
const OWN_VALUES = '.values-of-application.yaml';

/** `valuesObject` wins over `values`. Source: argo-cd v3.5 pkg/apis/application/v1alpha1/values.go ValuesString. */
function inlineValues({ valuesObject, values }: Readonly<Record<string, unknown>>): string | undefined {
  return isMap(valuesObject) ? JSON.stringify(valuesObject) : typeof values === 'string' ? values : undefined;
}

/** A file of values: beside the chart, from the root with a slash, or from another source; nothing where it is elsewhere. */
function valuesFile(name: string, chart: string, root: string, refs: readonly string[]): string | undefined {
  if (name.includes('://') || name.includes('*')) {
    return undefined;
  }
  if (name.startsWith('$')) {
    const [ref = '', ...steps] = name.slice(1).split('/');
    return refs.includes(ref) ? join(root, ...steps) : undefined;
  }
  return name.startsWith('/') ? join(root, slashed(name)) : resolve(chart, name);
}

function maps(value: unknown): Readonly<Record<string, unknown>>[] {
  return [value].flat().filter(isMap);
}

function texts(value: unknown): string[] {
  return [value].flat().filter((each): each is string => typeof each === 'string');
}
