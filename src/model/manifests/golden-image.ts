import type { DataImportCronTemplate, DataImportCronTemplateSpec, Source } from '../../../imports/hco';
import { checkArchitecture, isArchitecture } from '../../architectures/architecture';
import type { Finding } from '../../findings/finding';
import { chooseFrom } from '../../findings/suggestion';
import {
  BIND_IMMEDIATELY,
  BUILT_IN_IMAGES,
  BUILT_IN_SCHEDULE,
  DICT_ARCHITECTURES,
  DICT_ENABLE,
  MULTI_ARCH_SINCE,
  templateDefaults,
} from '../../golden-images/facts';
import { compact, nonEmpty } from '../../kube/object';
import { atLeast, type Release } from '../../kube/release';
import type { PlatformContext } from '../context';
import { cronOf, type GoldenImageDeclaration } from '../golden-image';
import { keepEntries } from './metadata';

/**
 * The template of an image, with everything that the webhook of HyperConverged would add.
 *
 * The list of templates is compared as a whole, so a value that the webhook fills in later would be drift for ever.
 */
export function dataImportCronTemplate(image: GoldenImageDeclaration, hco: Release): DataImportCronTemplate {
  const metadata = {
    name: cronOf(image),
    ...compact({ namespace: image.namespace, labels: keepEntries(image.labels) }),
    annotations: annotationsOf(image, hco),
  };
  return 'disabled' in image ? { metadata } : { metadata, spec: specOf(image, hco) };
}

function annotationsOf(image: GoldenImageDeclaration, hco: Release): Record<string, string> {
  const { architectures } = image;
  return {
    ...image.annotations,
    // Joined with a bare comma: HyperConverged splits there and compares without trimming.
    ...(architectures === undefined || !atLeast(hco, MULTI_ARCH_SINCE)
      ? {}
      : { [DICT_ARCHITECTURES]: architectures.filter(isArchitecture).join(',') }),
    ...('disabled' in image ? { [DICT_ENABLE]: 'false' } : {}),
    [BIND_IMMEDIATELY]: 'true',
  };
}

function specOf(image: GoldenImageDeclaration, hco: Release): DataImportCronTemplateSpec {
  const { retentionPolicy, importsToKeep, written } = templateDefaults(hco);
  const size = image.size ?? BUILT_IN_IMAGES.find(({ dataSource }) => dataSource === image.name)?.size;
  return {
    garbageCollect: image.garbageCollect ?? 'Outdated',
    ...compact({
      importsToKeep: image.importsToKeep ?? (written ? importsToKeep : undefined),
      retentionPolicy: image.retentionPolicy ?? (written ? retentionPolicy : undefined),
    }),
    managedDataSource: image.name,
    schedule: image.schedule ?? BUILT_IN_SCHEDULE,
    template: {
      spec: {
        source: sourceOf(image),
        storage: {
          ...compact({
            accessModes: nonEmpty(image.accessModes),
            resources: size === undefined ? undefined : { requests: { storage: size } },
            storageClassName: image.storageClass,
            volumeMode: image.volumeMode,
          }),
        },
      },
    },
  };
}

function sourceOf(image: GoldenImageDeclaration): Source {
  if ('registry' in image) {
    return { registry: { ...image.registry } };
  }
  if ('imageStream' in image) {
    const { name, ...rest } = image.imageStream;
    // CDI takes an image stream from nodes only.
    return { registry: { imageStream: name, pullMethod: 'node', ...rest } };
  }
  return 'pvc' in image ? { pvc: { ...image.pvc } } : {};
}

/** What is declared of an image and has no place in the HyperConverged of this platform. */
export function leftOutOfGoldenImage(image: GoldenImageDeclaration, { hyperConverged }: PlatformContext): Finding[] {
  const { architectures = [], name } = image;
  return [
    ...architectures.flatMap((each, i) => checkArchitecture(each, `architectures[${i}]`)),
    ...('disabled' in image && !isBuiltIn(name) ? [nothingToDisable(name)] : []),
    ...(hyperConverged === undefined ? [NO_OWNER] : []),
  ];
}

function isBuiltIn(name: string): boolean {
  return BUILT_IN_IMAGES.some(({ dataSource }) => dataSource === name);
}

/** Not a rule about objects: a build of HyperConverged by someone else may bring other images along. */
function nothingToDisable(name: string): Finding {
  return {
    code: 'PV003',
    severity: 'error',
    path: 'disabled',
    what: `HyperConverged brings no image named "${name}" along`,
    why: 'Only a built-in image can be switched off; any other is not imported unless it is written',
    fix: chooseFrom(
      name,
      BUILT_IN_IMAGES.map(({ dataSource }) => dataSource),
    ),
  };
}

const NO_OWNER: Finding = {
  code: 'PV004',
  severity: 'error',
  what: 'there is a golden image and no hyperConverged that imports it',
  why: 'Golden images are a part of the HyperConverged resource, so nothing would be written',
  fix: 'add hyperConverged: {} to the platform',
};
