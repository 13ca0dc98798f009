import { ARCH_LABEL } from '../architectures/facts';
import { isMap, type KubeObject } from '../kube/object';
import type { Release } from '../kube/release';
import type { EffectiveImage } from './effective-images';
import { DICT_ARCHITECTURES, DICT_ENABLE, MULTI_ARCH_SWITCH } from './facts';
import { mapAt, switchPlace, viewHyperConverged } from './hyper-converged-view';

/** A merge patch (RFC 7386) of a resource. */
export type MergePatch = Readonly<Record<string, unknown>>;

/** Switches images by architecture on, in the place that the release wants; nothing where it cannot. */
export function enablePatch(object: KubeObject, hco: Release): MergePatch | undefined {
  const { version } = viewHyperConverged(object, hco);
  switch (switchPlace(version, hco)) {
    case 'gate':
      return { spec: { featureGates: { [MULTI_ARCH_SWITCH]: true } } };
    case 'list':
      // A merge replaces lists, so the other gates come along.
      return { spec: { featureGates: [...otherGates(object), { name: MULTI_ARCH_SWITCH }] } };
    case 'field':
      return { spec: { workloadSources: { [MULTI_ARCH_SWITCH]: true } } };
    default:
      return undefined;
  }
}

/** Leaves workloads to the nodes of one architecture. */
export function narrowPatch(object: KubeObject, hco: Release, architecture: string): MergePatch {
  const placement = { nodeSelector: { [ARCH_LABEL]: architecture } };
  return viewHyperConverged(object, hco).version === 'v1'
    ? { spec: { deployment: { nodePlacements: { workload: placement } } } }
    : { spec: { workloads: { nodePlacement: placement } } };
}

/** Switches images off: built-in ones by an entry of their name, others by their annotation. */
export function disablePatch(object: KubeObject, hco: Release, images: readonly EffectiveImage[]): MergePatch {
  return templatesPatch(object, hco, images, { [DICT_ENABLE]: 'false' });
}

/** Says of images which architectures they have. */
export function annotatePatch(
  object: KubeObject,
  hco: Release,
  images: readonly EffectiveImage[],
  architectures: string,
): MergePatch {
  return templatesPatch(object, hco, images, { [DICT_ARCHITECTURES]: architectures });
}

/** A merge replaces lists, so the other templates come along. */
function templatesPatch(
  object: KubeObject,
  hco: Release,
  images: readonly EffectiveImage[],
  annotations: Readonly<Record<string, string>>,
): MergePatch {
  const { version } = viewHyperConverged(object, hco);
  const sources = mapAt(object, 'spec', ...(version === 'v1' ? ['workloadSources'] : []));
  const written: unknown[] = Array.isArray(sources?.dataImportCronTemplates) ? sources.dataImportCronTemplates : [];
  const dataImportCronTemplates = [
    ...written.map((template, i) =>
      images.some(({ index }) => index === i) ? withAnnotations(template, annotations) : template,
    ),
    ...images
      .filter(({ index }) => index === undefined)
      .map(({ name }) => withAnnotations({ metadata: { name } }, annotations)),
  ];
  return { spec: version === 'v1' ? { workloadSources: { dataImportCronTemplates } } : { dataImportCronTemplates } };
}

function withAnnotations(template: unknown, annotations: Readonly<Record<string, string>>): unknown {
  const metadata = mapAt(template, 'metadata') ?? {};
  return {
    ...(isMap(template) ? template : {}),
    metadata: { ...metadata, annotations: { ...mapAt(metadata, 'annotations'), ...annotations } },
  };
}

function otherGates(object: KubeObject): unknown[] {
  const gates = mapAt(object, 'spec')?.featureGates;
  return (Array.isArray(gates) ? gates : []).filter((gate) => !(isMap(gate) && gate.name === MULTI_ARCH_SWITCH));
}
