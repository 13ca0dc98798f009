import {
  type CelFunc,
  type CelInput,
  CelScalar,
  type CelValue,
  celFunc,
  celList,
  celMethod,
  isCelList,
  isCelMap,
  listType,
} from '@bufbuild/cel';

const { BOOL, DYN, STRING } = CelScalar;
const OPTIONAL = listType(DYN);

/**
 * Optional values, which the evaluator does not have: a list of one value, or of none, stands for one.
 *
 * The syntax is rewritten to methods first (`withoutOptionalSyntax`).
 */
export const OPTIONAL_FUNCTIONS: readonly CelFunc[] = [
  celFunc('optional.none', [], OPTIONAL, () => celList([])),
  celFunc('optional.of', [DYN], OPTIONAL, (value) => celList([value])),
  celFunc('optional.ofNonZeroValue', [DYN], OPTIONAL, (value) => celList(isZero(value) ? [] : [value])),
  celMethod('optional_', DYN, [STRING], OPTIONAL, function (key) {
    const from = isCelList(this) ? [...this] : [this];
    if (from.length === 0) {
      return celList([]);
    }
    const [map] = from as [CelValue];
    if (!isCelMap(map)) {
      throw new Error('no such overload');
    }
    const found = map.get(key);
    return celList(found === undefined ? [] : [found]);
  }),
  celMethod('hasValue', OPTIONAL, [], BOOL, function () {
    return this.size > 0;
  }),
  celMethod('orValue', OPTIONAL, [DYN], DYN, function (other): CelInput {
    return this.size > 0 ? this.get(0)! : other;
  }),
];

/** `a.?b` and `a[?"b"]` as calls. */
export function withoutOptionalSyntax(expression: string): string {
  return expression
    .replace(/\.\?([A-Za-z_]\w*)/g, '.optional_("$1")')
    .replace(/\[\?((?:"(?:[^"\\]|\\.)*"|[^\]"])+)\]/g, '.optional_($1)');
}

function isZero(value: CelValue): boolean {
  return (
    value === null ||
    value === '' ||
    value === false ||
    value === 0n ||
    value === 0 ||
    ((isCelList(value) || isCelMap(value)) && value.size === 0)
  );
}
