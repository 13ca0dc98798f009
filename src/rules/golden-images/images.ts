import { ARCHITECTURE_ALIASES } from '../../architectures/facts';
import type { Finding } from '../../findings/finding';
import { shownValue } from '../../findings/secrets/shown-value';
import { checkImport, type EffectiveImage, hasSameRegistry, isEnabled } from '../../golden-images/effective-images';
import {
  BUILT_IN_IMAGES,
  DICT_ARCHITECTURES,
  DICT_ENABLE,
  GOLDEN_NAMESPACE,
  LONGEST_NAME,
  SSP_ARCHITECTURES,
  SUFFIX_LENGTH,
} from '../../golden-images/facts';
import { mapAt, type WrittenTemplate } from '../../golden-images/hyper-converged-view';
import { type ImagesPicture, sspClusterOf } from '../../golden-images/picture';
import { type SspImages, sspImagesOf } from '../../golden-images/ssp-objects';
import { own } from '../../kube/object';

/** What is wrong with the templates of a resource, beside what an alert says. */
export function checkImages(picture: ImagesPicture): Finding[] {
  const { view } = picture;
  const ssp = sspImagesOf(picture);
  // The possible outcome where the nodes are not known: as on a cluster of every architecture that SSP knows.
  const perhaps = ssp ?? sspImagesOf({ ...picture, cluster: { workloads: SSP_ARCHITECTURES, controlPlane: [] } })!;
  return [
    ...view.templates.flatMap((template) =>
      [
        ...checkRefused(template, picture),
        ...(isEnabled(template) ? checkImport(template) : []),
        ...checkWords(template),
        ...checkOverride(template, picture),
      ].map((finding) => ({ ...finding, path: `${view.templatesPath}[${template.index}]${finding.path ?? ''}` })),
    ),
    ...checkLost(picture, perhaps),
    ...picture.images.flatMap((image) => checkLength(image, picture, perhaps)),
    ...(ssp === undefined ? [] : checkPointers(picture, ssp)),
  ];
}

const ANNOTATION = `.metadata.annotations["${DICT_ARCHITECTURES}"]`;

/** What the webhook of HyperConverged denies. */
function checkRefused(template: WrittenTemplate, { view }: ImagesPicture): Finding[] {
  const enabled = template.annotations[DICT_ENABLE];
  const source = 'HCO pkg/webhooks/validator';
  const why = 'The webhook of HyperConverged denies the whole resource';
  const findings: Finding[] = [];
  if (template.name === '') {
    findings.push({
      code: 'PV315',
      severity: 'error',
      path: '.metadata.name',
      what: 'the template of an image has no name',
      why: 'SSP rejects it, and with it every later change of the resource',
      fix: 'write the name below metadata, indented',
      source: 'SSP webhooks/ssp_webhook.go',
    });
  } else if (view.templates.some(({ name, index }) => name === template.name && index < template.index)) {
    findings.push({
      code: 'PV315',
      severity: 'error',
      path: '.metadata.name',
      what: `there is another template named ${template.name}`,
      why,
      fix: 'give each a name of its own',
      source,
    });
  }
  if (enabled !== undefined && !/^(true|false)$/i.test(enabled)) {
    findings.push({
      code: 'PV315',
      severity: 'error',
      path: `.metadata.annotations[${shownValue(DICT_ENABLE)}]`,
      what: `"${enabled}" is neither true nor false`,
      why,
      fix: 'write "true" or "false", in quotes',
      source,
    });
  }
  if (template.spec === undefined && isEnabled(template)) {
    findings.push({
      code: 'PV315',
      severity: 'error',
      what: `${template.name} is enabled but has no spec`,
      why,
      fix: `write its spec, or the annotation ${DICT_ENABLE}: "false"`,
      source,
    });
  }
  return findings;
}

/** Words of an annotation that HyperConverged takes for no architecture of any node. */
function checkWords({ annotations, name }: WrittenTemplate): Finding[] {
  const annotation = annotations[DICT_ARCHITECTURES];
  const words = annotation === undefined || annotation === '' ? [] : annotation.split(',');
  const lost = words.filter((word) => !(SSP_ARCHITECTURES as readonly string[]).includes(word));
  if (lost.length === 0) {
    return [];
  }
  const meant = words.map((word) => own(ARCHITECTURE_ALIASES, word.trim().toLowerCase()) ?? word.trim());
  const kept = [...new Set(meant)].filter((word) => (SSP_ARCHITECTURES as readonly string[]).includes(word));
  return [
    {
      code: 'PV304',
      severity: 'warning',
      path: ANNOTATION,
      what: `${lost.map((word) => shownValue(word)).join(', ')} in the architectures of ${name} is no architecture`,
      why:
        'HyperConverged splits at commas and does not trim; a word that is not the architecture of a node is ' +
        'silently dropped',
      fix: kept.length === 0 ? `use ${SSP_ARCHITECTURES.join(', ')}` : `write "${kept.join(',')}", without spaces`,
      source: 'HCO controllers/handlers/golden-images/golden_images.go removeUnsupportedArchs, 1.16 and later',
    },
  ];
}

/** A template with the name of a built-in image replaces its spec as a whole, which is seldom what was meant. */
function checkOverride(template: WrittenTemplate, { view, multiArch }: ImagesPicture): Finding[] {
  const image = BUILT_IN_IMAGES.find(({ cron }) => cron === template.name);
  if (image === undefined || !isEnabled(template) || template.spec === undefined) {
    return [];
  }
  const source = 'HCO controllers/handlers/golden-images/golden_images.go';
  if (!view.commonImages) {
    return [
      {
        code: 'PV310',
        severity: 'warning',
        what: `${template.name} has the name of a built-in image, but built-in images are disabled`,
        why: 'HyperConverged drops it: a template of that name never counts as a new image',
        fix: 'give it another name, or switch built-in images on and disable the others one by one',
        source,
      },
    ];
  }
  if (mapAt(template.spec, 'template', 'spec', 'source') === undefined) {
    return [
      {
        code: 'PV310',
        severity: 'error',
        path: '.spec.template.spec',
        what: `${template.name} overrides a built-in image but has no source`,
        why: 'Nothing is inherited from the built-in spec, and the operator crashes on the missing source',
        fix: `write its source, as registry: { url: ${image.url} }`,
        source,
      },
    ];
  }
  const own = template.annotations[DICT_ARCHITECTURES];
  return multiArch && own !== undefined && own !== image.architectures && hasSameRegistry(image, template)
    ? [
        {
          code: 'PV310',
          severity: 'warning',
          path: ANNOTATION,
          what: `the architectures of ${template.name} are ignored: its registry is the built-in one`,
          why: `HyperConverged uses its own list, ${image.architectures}, as long as the registry is the same`,
          fix: 'leave the annotation out, or name another image',
          source,
        },
      ]
    : [];
}

/** An image that gets no import because another has its data source; HyperConverged does not say so. */
function checkLost(picture: ImagesPicture, { lost }: SspImages): Finding[] {
  const { view } = picture;
  return picture.images.flatMap((image) => {
    const all = lost.filter((each) => each.image === image && image.dataSource !== '');
    const others = [...new Set(all.map(({ by }) => by))];
    return others.map((by) => {
      const sources = all.filter((each) => each.by === by).map(({ managedDataSource }) => managedDataSource);
      const index = image.index ?? picture.images.find(({ name }) => name === by)?.index;
      return {
        code: 'PV314',
        severity: 'warning' as const,
        path: pathOf(index, view.templatesPath, '.spec.managedDataSource'),
        what:
          by === undefined
            ? `${image.name} fills the data source ${sources.join(', ')}, which is a pointer of other images`
            : `${image.name} and ${by} both fill the data source ${sources.join(', ')}`,
        why:
          by === undefined
            ? 'SSP makes a pointer for images that list their architectures, and drops the import that would fill it'
            : `SSP keeps one import for each data source and architecture, that of the last template by name: ${by}`,
        fix:
          `give ${image.name} a data source of its ` +
          `own${by === undefined || !picture.multiArch ? '' : ', or list other architectures in each of the two'}`,
        source: 'SSP internal/operands/data-sources/reconcile.go',
      };
    });
  });
}

/** Names that CDI rejects: with the switch on an architecture is added to them. What is not imported has no such name. */
function checkLength(image: EffectiveImage, picture: ImagesPicture, { objects }: SspImages): Finding[] {
  const crons = (objects.get(image) ?? []).filter(({ kind }) => kind === 'DataImportCron');
  const suffixed = picture.multiArch && image.annotation !== undefined;
  const most = suffixed ? LONGEST_NAME - SUFFIX_LENGTH : LONGEST_NAME;
  const names = [
    ['.metadata.name', image.name, crons.map(({ name }) => name)],
    ['.spec.managedDataSource', image.dataSource, crons.map(({ managedDataSource = '' }) => managedDataSource)],
  ] as const;
  return names
    .filter(([, , made]) => made.some((name) => name.length > LONGEST_NAME))
    .map(([path, name]) => ({
      code: 'PV305',
      severity: 'error' as const,
      path: pathOf(image.index, picture.view.templatesPath, path),
      what: `"${name}" has ${name.length} characters, ${most} are left for it`,
      why: `CDI rejects names of more than ${LONGEST_NAME}${suffixed ? `, and SSP adds ${SUFFIX_LENGTH} for the architecture` : ''}`,
      fix: `use at most ${most} characters`,
      source: 'CDI pkg/apiserver/webhooks/dataimportcron-validate.go',
    }));
}

/** The data source without a suffix, where it leads to one that nothing fills. */
function checkPointers(picture: ImagesPicture, ssp: SspImages): Finding[] {
  if (!picture.multiArch) {
    return [];
  }
  const order = sspClusterOf(picture)?.architectures.join(', ');
  return picture.images.flatMap((image) => {
    const pointer = ssp.objects.get(image)?.find(({ pointsTo }) => pointsTo !== undefined);
    if (pointer === undefined || pointer.filled === true) {
      return [];
    }
    const { namespace = GOLDEN_NAMESPACE } = picture;
    const elsewhere = image.namespace !== namespace;
    return [
      {
        code: 'PV309',
        severity: 'warning' as const,
        path: pathOf(image.index, picture.view.templatesPath, ''),
        what: `the data source ${image.dataSource} points to ${pointer.pointsTo}, which has no content`,
        why: elsewhere
          ? `SSP makes pointers in ${namespace} only, and the image goes to ${image.namespace}`
          : `SSP follows its templates and the control plane there, not the image: ${order} is its order`,
        fix: elsewhere
          ? `leave the namespace of images to SSP, or name ${image.dataSource}-<architecture> in VMs`
          : `name ${image.dataSource}-<architecture> in VMs, or give the image a data source of another name`,
        source: 'SSP internal/operands/data-sources/reconcile.go',
      },
    ];
  });
}

function pathOf(index: number | undefined, templatesPath: string, below: string): string {
  return index === undefined ? templatesPath : `${templatesPath}[${index}]${below}`;
}
