import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { groupOf } from '../../kube/identity';
import { isMap, type KubeObject } from '../../kube/object';

/** Text of a document that may hold what deploys something else. Told by its text, so that others are not read for it. */
export const MAY_DEPLOY =
  /kind["']?\s*:\s*["']?(?:Application|ApplicationSet|HelmRelease|HelmChart|HelmChartConfig|Kustomization|OCIRepository|GitRepository)\b/;

/** What an object deploys that is not among the objects themselves. */
export interface Deployment {
  /** What decides about it. */
  readonly from: unknown;
  /** Whether it deploys files of this folder as they are: those are judged. */
  readonly isPlain: boolean;
}

/** What an object deploys; nothing where it is no object of Argo CD, Flux or Rancher that deploys others. */
export function deploymentOf(object: KubeObject, folder: string | undefined): Deployment | undefined {
  const { kind, spec } = object;
  const group = groupOf(object.apiVersion);
  if (!isMap(spec)) {
    return undefined;
  }
  if (group === 'argoproj.io' && kind === 'Application') {
    return { from: [sourcesOf(spec), spec.destination], isPlain: sourcesOf(spec).every(isPlainIn(folder)) };
  }
  if (group === 'argoproj.io' && kind === 'ApplicationSet') {
    const template = isMap(spec.template) && isMap(spec.template.spec) ? spec.template.spec : {};
    const from = [spec.generators, sourcesOf(template), template.destination, spec.templatePatch];
    return { from, isPlain: spec.templatePatch === undefined && sourcesOf(template).every(isPlainIn(folder)) };
  }
  const isFlux = group.endsWith('.toolkit.fluxcd.io');
  const isRancher = group === 'helm.cattle.io';
  if (!isFlux && !isRancher) {
    return undefined;
  }
  const { interval: _, retryInterval: __, timeout: ___, ...from } = spec;
  const changes = [
    'patches',
    'patchesStrategicMerge',
    'patchesJson6902',
    'images',
    'postBuild',
    'components',
    'namePrefix',
    'nameSuffix',
    'targetNamespace',
    'commonMetadata',
  ];
  const isKustomization = kind === 'Kustomization' && changes.every((key) => !(key in spec));
  return { from, isPlain: isKustomization && isPlainIn(folder)(spec) };
}

function sourcesOf(spec: Readonly<Record<string, unknown>>): unknown[] {
  return [spec.source, spec.sources].flat().filter((source) => source !== undefined);
}

/** Whether a source is a folder that is here, and taken as it is. A name with a template in it is taken for one. */
function isPlainIn(folder: string | undefined): (source: unknown) => boolean {
  return (source) =>
    isMap(source) &&
    typeof source.path === 'string' &&
    ['chart', 'helm', 'kustomize'].every((key) => source[key] === undefined) &&
    (source.path.includes('{{') || (folder !== undefined && existsSync(join(folder, source.path))));
}
