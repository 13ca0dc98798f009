import { chooseFrom } from '../findings/suggestion';
import { asText, own } from '../kube/object';
import type { NodeView } from './release-view';

/** A scalar that JSON has; integers beyond the exact ones of JavaScript may come as BigInt. */
export type Scalar = string | number | bigint | boolean;

/** What is wrong with a value, said after the value itself: `is more than 5`. */
export interface Objection {
  readonly what: string;
  readonly fix: string;
}

/** Everything that a scalar of the right type may still be wrong in. */
export function checkScalar(value: Scalar, view: NodeView): Objection[] {
  const objections = checkEnum(value, view);
  switch (typeof value) {
    case 'string':
      return [...objections, ...checkText(value, view)];
    case 'number':
    case 'bigint':
      return [...objections, ...checkNumber(value, view)];
    default:
      return objections;
  }
}

function checkEnum(value: Scalar, { constraints }: NodeView): Objection[] {
  const allowed = constraints.enum;
  // An enum of lists or maps is none that a scalar could be judged by.
  if (allowed === undefined || allowed.includes(value) || allowed.some((one) => typeof one === 'object' && one)) {
    return [];
  }
  const choices = allowed.map(asText);
  return [{ what: `is none of ${choices.join(', ')}`, fix: chooseFrom(cutForSearch(value), choices) }];
}

/** A search for the nearest choice costs as much as the text is long. */
function cutForSearch(value: Scalar): string {
  return String(value).slice(0, 80);
}

function checkText(value: string, { constraints, pattern }: NodeView): Objection[] {
  const { minLength, maxLength, format } = constraints;
  const objections: Objection[] = [];
  if (minLength !== undefined && lengthOf(value) < minLength) {
    const what = minLength === 1 ? 'is empty' : `is shorter than ${minLength} characters`;
    objections.push({ what, fix: `write at least ${minLength} ${minLength === 1 ? 'character' : 'characters'}` });
  }
  if (maxLength !== undefined && lengthOf(value) > maxLength) {
    objections.push({ what: `is longer than ${maxLength} characters`, fix: `write at most ${maxLength} characters` });
  }
  if (pattern !== undefined && !pattern.test(value)) {
    objections.push(
      isQuantityPattern(pattern)
        ? { what: 'is not a quantity', fix: 'write digits and a suffix, as in 4Gi or 500m' }
        : { what: `does not match ${pattern.source}`, fix: 'write what the pattern asks for' },
    );
  }
  if (format === 'date-time' && !isDateTime(value)) {
    objections.push({ what: 'is not a date and time', fix: 'write it as in 2027-01-31T08:00:00Z' });
  }
  return objections;
}

/** The API server counts characters, not the halves that JavaScript makes of some. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) {
    length++;
  }
  return length;
}

/** controller-gen writes one and the same pattern for every quantity; it begins so. */
function isQuantityPattern({ source }: RegExp): boolean {
  return source.startsWith('^(\\+|-)?(([0-9]+') && source.includes('[KMGTPE]i');
}

/** As strfmt of kube-openapi reads it: RFC 3339, a leap second excluded, the day one of the calendar. */
function isDateTime(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/.exec(text);
  if (match === null) {
    return false;
  }
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay && hour <= 23 && minute <= 59 && second <= 59;
}

const RANGES: Readonly<Record<string, readonly [lowest: bigint, highest: bigint]>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};

function checkNumber(value: number | bigint, { constraints }: NodeView): Objection[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = constraints;
  const objections: Objection[] = [];
  if (minimum !== undefined && (value < minimum || (exclusiveMinimum === true && Number(value) === minimum))) {
    const bound = exclusiveMinimum === true ? `more than ${minimum}` : `at least ${minimum}`;
    objections.push({ what: `is not ${bound}`, fix: `write ${bound}` });
  }
  if (maximum !== undefined && (value > maximum || (exclusiveMaximum === true && Number(value) === maximum))) {
    const bound = exclusiveMaximum === true ? `less than ${maximum}` : `at most ${maximum}`;
    objections.push({ what: `is not ${bound}`, fix: `write ${bound}` });
  }
  if (multipleOf !== undefined && Number(value) % multipleOf !== 0) {
    objections.push({ what: `is not a multiple of ${multipleOf}`, fix: `write a multiple of ${multipleOf}` });
  }
  const range = format === undefined ? undefined : own(RANGES, format);
  if (range !== undefined && (value < range[0] || value > range[1])) {
    objections.push({ what: `does not fit into ${format}`, fix: `write ${range[0]} to ${range[1]}` });
  }
  return objections;
}
