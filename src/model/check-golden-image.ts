import { checkArchitecture } from '../architectures/architecture';
import type { Finding } from '../findings/finding';
import { chooseFrom } from '../findings/suggestion';
import { isSchedule } from '../golden-images/check-import';
import { BUILT_IN_IMAGES } from '../golden-images/facts';
import { isDnsLabel } from '../kube/names';
import { checkMetadata, checkQuantity, malformedName } from './check-metadata';
import type { PlatformContext } from './context';
import type { GoldenImageDeclaration } from './golden-image';

/** What is wrong with a golden image as declared. */
export function checkGoldenImage(image: GoldenImageDeclaration, platform: PlatformContext): Finding[] {
  const { cron, name, namespace, labels, annotations } = image;
  return [
    ...(isDnsLabel(name) ? [] : [malformedName('name', name, 63, 'lower-case letters, digits and -')]),
    ...checkMetadata({
      ...(namespace === undefined ? {} : { namespace }),
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
    }),
    ...(cron === undefined || isDnsLabel(cron)
      ? []
      : [malformedName('cron', cron, 63, 'lower-case letters, digits and -')]),
    ...(image.architectures ?? []).flatMap((each, i) => checkArchitecture(each, `architectures[${i}]`)),
    ...checkQuantity(image.size, 'size', '20Gi'),
    ...checkSize(image),
    ...checkSchedule(image),
    ...checkDisabled(image),
    ...checkOwner(platform),
  ];
}

function checkSize(image: GoldenImageDeclaration): Finding[] {
  return image.size !== undefined || 'disabled' in image || 'pvc' in image || isBuiltIn(image.name)
    ? []
    : [
        {
          code: 'PV004',
          severity: 'error',
          path: 'size',
          what: `the golden image ${image.name} has no size`,
          why: 'CDI cannot create a claim for an import without one',
          fix: "write a size, for example '20Gi'",
          source: 'containerized-data-importer pkg/apiserver/webhooks/datavolume-validate.go',
        },
      ];
}

function checkSchedule({ schedule, importsToKeep }: GoldenImageDeclaration): Finding[] {
  const findings: Finding[] = [];
  const why = 'CDI refuses the DataImportCron, so nothing is imported';
  const source = 'containerized-data-importer pkg/apiserver/webhooks/dataimportcron-validate.go';
  if (schedule !== undefined && schedule !== '' && !isSchedule(schedule)) {
    findings.push({
      code: 'PV003',
      severity: 'error',
      path: 'schedule',
      what: `"${schedule}" is not a schedule of cron`,
      why,
      fix: 'write five fields, as "0 4 * * *"',
      source,
    });
  }
  if (importsToKeep !== undefined && !(Number.isInteger(importsToKeep) && importsToKeep >= 0)) {
    findings.push({
      code: 'PV003',
      severity: 'error',
      path: 'importsToKeep',
      what: `${importsToKeep} is not a number of imports`,
      why,
      fix: 'write a whole number, 0 or more',
      source,
    });
  }
  return findings;
}

function checkDisabled(image: GoldenImageDeclaration): Finding[] {
  return !('disabled' in image) || isBuiltIn(image.name)
    ? []
    : [
        {
          code: 'PV003',
          severity: 'error',
          path: 'disabled',
          what: `HyperConverged brings no image named "${image.name}" along`,
          why: 'Only a built-in image can be switched off; any other is not imported unless it is written',
          fix: chooseFrom(
            image.name,
            BUILT_IN_IMAGES.map(({ dataSource }) => dataSource),
          ),
        },
      ];
}

function checkOwner({ hyperConverged }: PlatformContext): Finding[] {
  return hyperConverged !== undefined
    ? []
    : [
        {
          code: 'PV004',
          severity: 'error',
          what: 'there is a golden image and no hyperConverged that imports it',
          why: 'Golden images are a part of the HyperConverged resource, so nothing would be written',
          fix: 'add hyperConverged: {} to the platform',
        },
      ];
}

function isBuiltIn(name: string): boolean {
  return BUILT_IN_IMAGES.some(({ dataSource }) => dataSource === name);
}
