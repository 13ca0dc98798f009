import type { Finding } from '../findings/finding';
import { isMap } from '../kube/object';
import { mapAt, type WrittenTemplate } from './hyper-converged-view';

/**
 * What of a template CDI refuses when SSP makes a DataImportCron of it. Paths are below the template.
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
    why: 'CDI refuses the DataImportCron that SSP makes of it, so that nothing is imported',
    fix,
    source: 'CDI pkg/apiserver/webhooks/dataimportcron-validate.go',
  };
}
