import { isMap, type KubeObject } from '../kube/object';
import type { GoldenImageDeclaration } from '../model/golden-image';
import { readGoldenImage } from '../model/manifests/golden-image';

/** A HyperConverged without its images, and these as a platform declares them. */
interface PartedImages {
  readonly resource: KubeObject;
  readonly images: readonly GoldenImageDeclaration[];
}

/** Takes the images out of a HyperConverged; nothing where it has none, or one that no key can say. */
export function partImages(resource: KubeObject, hco: string): PartedImages | undefined {
  const spec = isMap(resource.spec) ? resource.spec : {};
  const inSources = isMap(spec.workloadSources) ? spec.workloadSources : undefined;
  const { dataImportCronTemplates: templates, ...rest } = inSources ?? spec;
  if (!Array.isArray(templates) || templates.length === 0) {
    return undefined;
  }
  const images = templates.map((template: unknown) =>
    isMap(template) && isMap(template.metadata) && typeof template.metadata.name === 'string'
      ? readGoldenImage(template as never, hco)
      : undefined,
  );
  const left =
    inSources === undefined ? rest : { ...spec, ...(Object.keys(rest).length === 0 ? {} : { workloadSources: rest }) };
  if (inSources !== undefined && Object.keys(rest).length === 0) {
    delete (left as { workloadSources?: unknown }).workloadSources;
  }
  return images.every((image) => image !== undefined) ? { resource: { ...resource, spec: left }, images } : undefined;
}
