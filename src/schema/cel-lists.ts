import {
  type CelFunc,
  type CelList,
  CelScalar,
  type CelValue,
  celFunc,
  celList,
  celMethod,
  isCelList,
  isCelMap,
  listType,
} from '@bufbuild/cel';
import { patternOf } from './release-view';

const { BOOL, DYN, INT, STRING } = CelScalar;
const LIST = listType(DYN);

/** What Kubernetes adds to lists and texts, beyond what the evaluator has. */
export const LIST_FUNCTIONS: readonly CelFunc[] = [
  celMethod('isSorted', LIST, [], BOOL, function () {
    const items = [...this];
    return items.every((item, i) => i === 0 || !isLess(item, items[i - 1]!));
  }),
  celMethod('sum', LIST, [], DYN, function () {
    return [...this].reduce((sum, item) => (sum === undefined ? item : plus(sum, item)), undefined as never) ?? 0n;
  }),
  celMethod('min', LIST, [], DYN, function () {
    return most(this, (item, best) => isLess(item, best));
  }),
  celMethod('max', LIST, [], DYN, function () {
    return most(this, (item, best) => isLess(best, item));
  }),
  celMethod('indexOf', LIST, [DYN], INT, function (wanted) {
    return BigInt([...this].findIndex((item) => isSame(item, wanted)));
  }),
  celMethod('lastIndexOf', LIST, [DYN], INT, function (wanted) {
    return BigInt([...this].findLastIndex((item) => isSame(item, wanted)));
  }),
  celFunc('sets.contains', [LIST, LIST], BOOL, (list, others) => [...others].every((other) => isIn(list, other))),
  celFunc('sets.intersects', [LIST, LIST], BOOL, (list, others) => [...others].some((other) => isIn(list, other))),
  celFunc(
    'sets.equivalent',
    [LIST, LIST],
    BOOL,
    (list, others) => [...others].every((other) => isIn(list, other)) && [...list].every((item) => isIn(others, item)),
  ),
];

/** What Kubernetes adds to texts, and `split` with a limit as Go has it: the rest stays whole. */
export const TEXT_FUNCTIONS: readonly CelFunc[] = [
  celMethod('find', STRING, [STRING], STRING, function (pattern) {
    return regex(pattern).exec(this)?.[0] ?? '';
  }),
  celMethod('findAll', STRING, [STRING], LIST, function (pattern) {
    return celList(allMatches(this, pattern));
  }),
  celMethod('findAll', STRING, [STRING, INT], LIST, function (pattern, limit) {
    const found = allMatches(this, pattern);
    return celList(limit < 0n ? found : found.slice(0, Number(limit)));
  }),
  celMethod('split', STRING, [STRING, INT], LIST, function (separator, limit) {
    const parts = this.split(separator);
    const most = Number(limit);
    return celList(
      most < 0 || parts.length <= most
        ? parts
        : most === 0
          ? []
          : [...parts.slice(0, most - 1), parts.slice(most - 1).join(separator)],
    );
  }),
];

function regex(pattern: string): RegExp {
  const found = patternOf(pattern);
  if (found === undefined) {
    throw new Error(`found no matching overload: the pattern ${pattern} cannot be read`);
  }
  return found;
}

function allMatches(text: string, pattern: string): string[] {
  const { source, flags } = regex(pattern);
  return [...text.matchAll(new RegExp(source, `${flags}g`))].map(([match]) => match);
}

function most(list: CelList, isBetter: (item: CelValue, best: CelValue) => boolean): CelValue {
  const [first, ...rest] = list;
  if (first === undefined) {
    throw new Error('the list is empty');
  }
  return rest.reduce((best, item) => (isBetter(item, best) ? item : best), first);
}

/** Of two values of one type that has an order; the types were compared when the CRD was created. */
function isLess(a: CelValue, b: CelValue): boolean {
  return (a as string) < (b as string);
}

function plus(a: CelValue, b: CelValue): CelValue {
  if (typeof a === 'bigint' && typeof b === 'bigint') {
    return a + b;
  }
  if (typeof a === 'number' && typeof b === 'number') {
    return a + b;
  }
  throw new Error('found no matching overload: only numbers have a sum here');
}

function isIn(list: CelList, wanted: CelValue): boolean {
  return [...list].some((item) => isSame(item, wanted));
}

function isSame(a: CelValue, b: CelValue): boolean {
  if (isCelList(a) && isCelList(b)) {
    const [left, right] = [[...a], [...b]];
    return left.length === right.length && left.every((item, i) => isSame(item, right[i]!));
  }
  if (isCelMap(a) && isCelMap(b)) {
    return a.size === b.size && [...a].every(([key, value]) => b.has(key) && isSame(value, b.get(key)!));
  }
  const isNumber = (value: CelValue) => typeof value === 'number' || typeof value === 'bigint';
  // biome-ignore lint/suspicious/noDoubleEquals: 1 and 1.0 are equal in CEL
  return a === b || (isNumber(a) && isNumber(b) && a == b);
}
