import type { DataImportCronTemplate } from '../../../imports/hco';
import { checkArchitecture } from '../../architectures/architecture';
import type { Finding } from '../../findings/finding';
import { chooseFrom } from '../../findings/suggestion';
import { BIND_IMMEDIATELY, BUILT_IN_IMAGES, BUILT_IN_SCHEDULE, templateDefaults } from '../../golden-images/facts';
import { compact, type MutableFields } from '../../kube/object';
import type { Release } from '../../kube/release';
import type { PlatformContext } from '../context';
import { cronOf, type GoldenImageDeclaration, type GoldenImageKeys } from '../golden-image';
import { GOLDEN_IMAGE_KEYS } from '../golden-image-rows';
import type { Plain } from '../rows/plain';
import { isSame, put, readTable, writeTable } from '../rows/row';
import { Taken } from '../rows/taken';

/**
 * The template of an image, with everything that the webhook of HyperConverged would add.
 *
 * The list of templates is compared as a whole, so a value that the webhook fills in later would be drift forever.
 */
export function dataImportCronTemplate(image: GoldenImageDeclaration, hco: Release): DataImportCronTemplate {
  const out: MutableFields = { metadata: { name: cronOf(image) } };
  writeTable(GOLDEN_IMAGE_KEYS, { ...standards(image, hco), ...compact(image)! }, out, { hco });
  put(out, ['metadata', 'annotations', BIND_IMMEDIATELY], 'true');
  const { metadata, spec } = out;
  if ('disabled' in image) {
    return { metadata } as DataImportCronTemplate;
  }
  const { template, ...rest } = spec as MutableFields;
  const { source = {}, storage = {} } = ((template as MutableFields | undefined)?.spec ?? {}) as MutableFields;
  return { metadata, spec: { ...rest, template: { spec: { source, storage } } } } as DataImportCronTemplate;
}

/** What is written where an image does not say it. */
function standards({ name }: Pick<GoldenImageDeclaration, 'name'>, hco: Release): Partial<Plain<GoldenImageKeys>> {
  const { retentionPolicy, importsToKeep, written } = templateDefaults(hco);
  const size = BUILT_IN_IMAGES.find(({ dataSource }) => dataSource === name)?.size;
  return {
    garbageCollect: 'Outdated',
    ...(written ? { importsToKeep, retentionPolicy } : {}),
    schedule: BUILT_IN_SCHEDULE,
    ...(size === undefined ? {} : { size }),
  };
}

/** A template as a declaration that makes the same template again; nothing where keys cannot say all of it. */
export function readGoldenImage(template: DataImportCronTemplate, hco: Release): GoldenImageDeclaration | undefined {
  const from = new Taken(structuredClone(template) as unknown as MutableFields);
  from.take(['metadata', 'annotations', BIND_IMMEDIATELY]);
  const said = readTable(GOLDEN_IMAGE_KEYS, from, { hco });
  const name = said.name ?? said.cron?.replace(CRON_SUFFIX, '') ?? '';
  const usual: Readonly<Record<string, unknown>> = { ...standards({ name }, hco), cron: cronOf({ name }) };
  const keys = Object.entries({ ...said, name }).filter(([key, value]) => !isSame(usual[key], value));
  const image = Object.fromEntries(keys) as unknown as GoldenImageDeclaration;
  return isSame(dataImportCronTemplate(image, hco), template) ? image : undefined;
}

const CRON_SUFFIX = /-image-cron$/;

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
    what: `HyperConverged has no built-in image "${name}"`,
    why: 'Only a built-in image can be disabled; any other is imported only if it is declared',
    fix: chooseFrom(
      name,
      BUILT_IN_IMAGES.map(({ dataSource }) => dataSource),
    ),
  };
}

const NO_OWNER: Finding = {
  code: 'PV004',
  severity: 'error',
  what: 'there is a golden image, but no hyperConverged to import it',
  why: 'Golden images are a part of the HyperConverged resource, so nothing would be written',
  fix: 'add hyperConverged: {} to the platform',
};
