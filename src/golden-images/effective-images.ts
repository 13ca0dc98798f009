import type { Finding } from '../findings/finding';
import { isMap } from '../kube/object';
import { atLeast, type Release } from '../kube/release';
import {
  BUILT_IN_IMAGES,
  BUILT_IN_SCHEDULE,
  type BuiltInImage,
  DICT_ARCHITECTURES,
  DICT_ENABLE,
  GOLDEN_NAMESPACE,
  MULTI_ARCH_SINCE,
  templateDefaults,
} from './facts';
import { type HyperConvergedView, mapAt, type WrittenTemplate } from './hyper-converged-view';

/** An image that HyperConverged has in its status: one that it brings along, that the resource changes, or that is new. */
export interface EffectiveImage {
  /** Name of the template. */
  readonly name: string;
  readonly dataSource: string;
  readonly namespace: string;
  /** Whether HyperConverged brings it along. */
  readonly common: boolean;
  /** Whether the resource changes one that it brings along. */
  readonly modified: boolean;
  /** The annotation with architectures after merging, verbatim; nothing where the key is not there. */
  readonly annotation?: string;
  readonly spec: Readonly<Record<string, unknown>>;
  /** Its place among the templates of the resource, if it is there. */
  readonly index?: number;
}

/** The images of a resource as its operator puts them together, by name. */
export function effectiveImages(
  view: HyperConvergedView,
  hco: Release,
  namespace: string = GOLDEN_NAMESPACE,
): EffectiveImage[] {
  const builtIn = view.commonImages ? BUILT_IN_IMAGES.flatMap((image) => commonImage(image, view, hco, namespace)) : [];
  // A template with the name of a built-in one is never a new image, also where the built-in ones are off.
  const own = view.templates
    .filter((template) => !isBuiltIn(template.name) && isEnabled(template))
    .map((template) => ownImage(template, namespace));
  return [...builtIn, ...own].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Whether HyperConverged brings along an image of this name. */
function isBuiltIn(cron: string): boolean {
  return BUILT_IN_IMAGES.some((image) => image.cron === cron);
}

/** Absent or true, in any case of letters; everything else drops the image. */
export function isEnabled({ annotations }: WrittenTemplate): boolean {
  const enabled = annotations[DICT_ENABLE];
  return enabled === undefined || enabled.toLowerCase() === 'true';
}

function commonImage(image: BuiltInImage, view: HyperConvergedView, hco: Release, namespace: string): EffectiveImage[] {
  const template = view.templates.find(({ name }) => name === image.cron);
  const annotation = atLeast(hco, MULTI_ARCH_SINCE) ? image.architectures : undefined;
  if (template === undefined) {
    return [
      {
        name: image.cron,
        dataSource: image.dataSource,
        namespace: view.commonNamespace ?? namespace,
        common: true,
        modified: false,
        ...(annotation === undefined ? {} : { annotation }),
        spec: builtInSpec(image, hco),
      },
    ];
  }
  if (!isEnabled(template)) {
    return [];
  }
  const merged = mergedAnnotation(image, template, annotation, view.multiArch.on);
  const { annotation: _own, ...rest } = ownImage(template, namespace);
  return [{ ...rest, common: true, modified: true, ...(merged === undefined ? {} : { annotation: merged }) }];
}

/**
 * Whose annotation counts for a built-in image that the resource changes.
 *
 * With the switch on it belongs to the registry: the same registry keeps the built-in one whatever the template says,
 * another one has what the template says, or nothing. With the switch off annotations are merged, the template's first.
 */
function mergedAnnotation(
  image: BuiltInImage,
  template: WrittenTemplate,
  builtIn: string | undefined,
  multiArch: boolean,
): string | undefined {
  const own = template.annotations[DICT_ARCHITECTURES];
  if (!multiArch) {
    return own ?? builtIn;
  }
  return hasSameRegistry(image, template) ? builtIn : own;
}

/** The whole structure is compared: a further key, as `pullMethod`, is another registry too. */
export function hasSameRegistry({ url }: BuiltInImage, { spec }: WrittenTemplate): boolean {
  const registry = mapAt(spec, 'template', 'spec', 'source', 'registry');
  return registry === undefined || (Object.keys(registry).length === 1 && registry.url === url);
}

function ownImage(template: WrittenTemplate, namespace: string): EffectiveImage {
  const { spec = {}, annotations } = template;
  const annotation = annotations[DICT_ARCHITECTURES];
  return {
    name: template.name,
    dataSource: typeof spec.managedDataSource === 'string' ? spec.managedDataSource : '',
    namespace: template.namespace ?? namespace,
    common: false,
    modified: false,
    ...(annotation === undefined ? {} : { annotation }),
    spec,
    index: template.index,
  };
}

/** The template of a built-in image as its operator loads it. */
function builtInSpec({ dataSource, url, size }: BuiltInImage, hco: Release): Readonly<Record<string, unknown>> {
  const { retentionPolicy, importsToKeep, written } = templateDefaults(hco);
  return {
    garbageCollect: 'Outdated',
    managedDataSource: dataSource,
    schedule: BUILT_IN_SCHEDULE,
    ...(written ? { retentionPolicy, importsToKeep } : {}),
    template: {
      spec: { source: { registry: { url } }, storage: { resources: { requests: { storage: size } } } },
    },
  };
}

/**
 * What of a template CDI rejects when SSP makes a DataImportCron of it. Paths are below the template.
 *
 * HyperConverged takes the resource all the same, and nothing is imported.
 */
export function checkImport({ spec, name }: WrittenTemplate): Finding[] {
  if (spec === undefined) {
    return [];
  }
  return [...checkSource(mapAt(spec, 'template', 'spec', 'source'), name), ...checkSchedule(spec.schedule)];
}

/** Whether a text is a schedule of cron: five fields with numbers that can be, or one of its words. */
export function isSchedule(text: string): boolean {
  if (/^@(yearly|annually|monthly|weekly|daily|hourly)$/.test(text)) {
    return true;
  }
  const fields = text.trim().split(/\s+/);
  return fields.length === RANGES.length && fields.every((field, i) => isField(field, RANGES[i]!));
}

/** Minute, hour, day of the month, month, day of the week: the least and the most. */
const RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

function isField(field: string, [least, most]: readonly [number, number]): boolean {
  return field.split(',').every((part) => {
    const [range = '', step, ...more] = part.split('/');
    const ends = range.split('-');
    const isStep = step === undefined || (/^\d+$/.test(step) && Number(step) > 0);
    // Names of months and days are as good as numbers.
    const isEnd = (end: string) =>
      /^[A-Za-z]{3}$/.test(end) || (/^\d+$/.test(end) && Number(end) >= least && Number(end) <= most);
    return more.length === 0 && isStep && (range === '*' || range === '?' || (ends.length <= 2 && ends.every(isEnd)));
  });
}

function checkSchedule(schedule: unknown): Finding[] {
  return typeof schedule !== 'string' || schedule === '' || isSchedule(schedule)
    ? []
    : [refused('.spec.schedule', `"${schedule}" is not a schedule of cron`, 'write five fields, as "0 4 * * *"')];
}

function checkSource(source: Readonly<Record<string, unknown>> | undefined, name: string): Finding[] {
  const path = '.spec.template.spec.source';
  // Without any source it is another mistake, which is told where it is one.
  const kinds = Object.keys(source ?? {});
  if (source === undefined || kinds.length === 0) {
    return [];
  }
  const other = kinds.find((kind) => kind !== 'registry' && kind !== 'pvc');
  if (other !== undefined || kinds.length > 1) {
    return [
      refused(
        path,
        `${name} is to be imported from ${kinds.join(' and ')}`,
        'write one source, registry or pvc: a cron can follow no other',
      ),
    ];
  }
  return isMap(source.registry) ? checkRegistry(source.registry, `${path}.registry`) : [];
}

function checkRegistry({ url, imageStream }: Readonly<Record<string, unknown>>, path: string): Finding[] {
  const said = [url, imageStream].filter((each) => each !== undefined && each !== null && each !== '');
  if (said.length !== 1) {
    return [
      refused(
        path,
        said.length === 0 ? 'the registry has neither url nor imageStream' : 'the registry has url and imageStream',
        'write one of the two',
      ),
    ];
  }
  return typeof url !== 'string' || /^(docker|oci-archive):\/\/./.test(url)
    ? []
    : [refused(`${path}.url`, `"${url}" is not the address of an image in a registry`, `write docker://${bare(url)}`)];
}

function bare(url: string): string {
  return url.replace(/^[a-z+]*:\/*/i, '');
}

function refused(path: string, what: string, fix: string): Finding {
  return {
    code: 'PV315',
    severity: 'error',
    path,
    what,
    why: 'CDI rejects the DataImportCron that SSP creates from it, so nothing is imported',
    fix,
    source: 'CDI pkg/apiserver/webhooks/dataimportcron-validate.go',
  };
}
