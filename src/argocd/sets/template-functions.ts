import { asNumber, asText, isMap } from '../../kube/object';
import { isProblem, readYaml } from '../../kube/yaml/reader';

/** A template that cannot be executed here. */
export class TemplateError extends Error {}

type TemplateFunction = (...args: readonly unknown[]) => unknown;

const text = (value: unknown): string => (value === undefined || value === null ? '' : asText(value));
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const map = (value: unknown): Readonly<Record<string, unknown>> => (isMap(value) ? value : {});
const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isMap(value) ? Object.keys(value).length === 0 : !value;
const compared = (a: unknown, b: unknown): number => {
  const [x, y] = typeof a === 'number' || typeof b === 'number' ? [asNumber(a), asNumber(b)] : [text(a), text(b)];
  return x < y ? -1 : x > y ? 1 : 0;
};

/** What Argo CD makes a name of DNS of. Source: argo-cd v3.5 applicationset/utils/utils.go SanitizeName. */
export function normalizedName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^-a-z0-9.]/g, '-')
    .slice(0, 253)
    .replace(/^[-.]+|[-.]+$/g, '');
}

function slugified(...args: readonly unknown[]): string {
  const whole = text(args.at(-1));
  const most = args.length > 1 ? asNumber(args[0]) : 50;
  const slug = whole
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  if (slug.length > most) {
    throw new TemplateError(`slugify shortens ${whole} by a rule that is not known here`);
  }
  return slug;
}

function json(value: unknown): string {
  const sorted = (each: unknown): unknown =>
    Array.isArray(each)
      ? each.map(sorted)
      : isMap(each)
        ? Object.fromEntries(
            Object.entries(each)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, item]) => [key, sorted(item)]),
          )
        : each;
  return JSON.stringify(sorted(value)) ?? 'null';
}

function parsed(value: unknown): unknown {
  const [read] = readYaml(text(value));
  if (read !== undefined && isProblem(read)) {
    throw new TemplateError('fromYaml is given what is no YAML');
  }
  return read?.value;
}

function expression(pattern: unknown): RegExp {
  try {
    return new RegExp(text(pattern), 'g');
  } catch {
    throw new TemplateError(`the pattern ${text(pattern)} cannot be read`);
  }
}

/** Functions of text/template and of Sprig, those that name clusters, paths and values. What is not here is rejected by name. */
export const TEMPLATE_FUNCTIONS: Readonly<Record<string, TemplateFunction>> = {
  // text/template
  and: (...args) => (args.some(isEmpty) ? args.find(isEmpty) : args.at(-1)),
  or: (...args) => args.find((each) => !isEmpty(each)) ?? args.at(-1),
  not: (value) => isEmpty(value),
  eq: (first, ...others) => others.some((each) => json(each) === json(first)),
  ne: (a, b) => json(a) !== json(b),
  lt: (a, b) => compared(a, b) < 0,
  le: (a, b) => compared(a, b) <= 0,
  gt: (a, b) => compared(a, b) > 0,
  ge: (a, b) => compared(a, b) >= 0,
  len: (value) => (Array.isArray(value) ? value.length : isMap(value) ? Object.keys(value).length : text(value).length),
  index: (value, ...keys) =>
    keys.reduce((found, key) => (Array.isArray(found) ? found[asNumber(key)] : map(found)[text(key)]), value),
  print: (...args) => args.map(text).join(''),
  printf: (format, ...args) => {
    let at = 0;
    return text(format).replace(/%(0?\d*)([svdq%])/g, (_, width: string, verb: string) => {
      if (verb === '%') {
        return '%';
      }
      const shown = verb === 'q' ? JSON.stringify(text(args[at++])) : text(args[at++]);
      return width === '' ? shown : shown.padStart(Number(width), width.startsWith('0') ? '0' : ' ');
    });
  },
  // Argo CD
  normalize: (value) => normalizedName(text(value)),
  slugify: slugified,
  toYaml: (value) => json(value),
  fromYaml: parsed,
  // Sprig: values
  default: (fallback, value) => (isEmpty(value) ? fallback : value),
  coalesce: (...args) => args.find((each) => !isEmpty(each)),
  empty: isEmpty,
  ternary: (yes, no, test) => (test === true ? yes : no),
  required: (message, value) => {
    if (isEmpty(value)) {
      throw new TemplateError(text(message));
    }
    return value;
  },
  toString: text,
  int: (value) => Math.trunc(asNumber(value)) || 0,
  int64: (value) => Math.trunc(asNumber(value)) || 0,
  atoi: (value) => Math.trunc(asNumber(value)) || 0,
  add: (...args) => args.reduce<number>((sum, each) => sum + asNumber(each), 0),
  add1: (value) => asNumber(value) + 1,
  sub: (a, b) => asNumber(a) - asNumber(b),
  mul: (...args) => args.reduce<number>((product, each) => product * asNumber(each), 1),
  div: (a, b) => Math.trunc(asNumber(a) / asNumber(b)),
  mod: (a, b) => asNumber(a) % asNumber(b),
  toJson: json,
  toRawJson: json,
  fromJson: parsed,
  // Sprig: text
  lower: (value) => text(value).toLowerCase(),
  upper: (value) => text(value).toUpperCase(),
  title: (value) => text(value).replace(/(^|\s)\S/g, (each) => each.toUpperCase()),
  trim: (value) => text(value).trim(),
  trimAll: (cut, value) => trimmed(text(value), text(cut)),
  trimPrefix: (prefix, value) =>
    text(value).startsWith(text(prefix)) ? text(value).slice(text(prefix).length) : text(value),
  trimSuffix: (suffix, value) =>
    text(suffix) !== '' && text(value).endsWith(text(suffix))
      ? text(value).slice(0, -text(suffix).length)
      : text(value),
  hasPrefix: (prefix, value) => text(value).startsWith(text(prefix)),
  hasSuffix: (suffix, value) => text(value).endsWith(text(suffix)),
  contains: (part, value) => text(value).includes(text(part)),
  replace: (from, to, value) => text(value).replaceAll(text(from), () => text(to)),
  quote: (...args) => args.map((each) => JSON.stringify(text(each))).join(' '),
  squote: (...args) => args.map((each) => `'${text(each)}'`).join(' '),
  cat: (...args) => args.map(text).join(' '),
  nospace: (value) => text(value).replace(/\s+/g, ''),
  trunc: (count, value) =>
    asNumber(count) < 0 ? text(value).slice(asNumber(count)) : text(value).slice(0, asNumber(count)),
  substr: (from, to, value) => text(value).slice(asNumber(from), asNumber(to) < 0 ? undefined : asNumber(to)),
  indent: (count, value) => text(value).replace(/^/gm, ' '.repeat(asNumber(count))),
  nindent: (count, value) => `\n${text(value).replace(/^/gm, ' '.repeat(asNumber(count)))}`,
  repeat: (count, value) => text(value).repeat(asNumber(count)),
  regexMatch: (pattern, value) => expression(pattern).test(text(value)),
  regexReplaceAll: (pattern, value, by) =>
    text(value).replace(expression(pattern), text(by).replace(/\$\{(\w+)\}/g, '$$$1')),
  regexFind: (pattern, value) => expression(pattern).exec(text(value))?.[0] ?? '',
  b64enc: (value) => btoa(text(value)),
  b64dec: (value) => atob(text(value)),
  // Sprig: paths
  base: (value) => text(value).replace(/\/+$/, '').split('/').at(-1) || '.',
  dir: (value) => text(value).split('/').slice(0, -1).join('/') || '.',
  ext: (value) => /\.[^./]*$/.exec(text(value))?.[0] ?? '',
  // Sprig: lists and maps
  list: (...args) => args,
  split: (separator, value) =>
    Object.fromEntries(
      text(value)
        .split(text(separator))
        .map((each, i) => [`_${i}`, each]),
    ),
  splitList: (separator, value) => text(value).split(text(separator)),
  join: (separator, value) => list(value).map(text).join(text(separator)),
  first: (value) => list(value)[0],
  last: (value) => list(value).at(-1),
  rest: (value) => list(value).slice(1),
  initial: (value) => list(value).slice(0, -1),
  has: (item, value) => list(value).some((each) => json(each) === json(item)),
  uniq: (value) => list(value).filter((each, i, all) => all.findIndex((one) => json(one) === json(each)) === i),
  sortAlpha: (value) => list(value).map(text).sort(),
  append: (value, item) => [...list(value), item],
  concat: (...args) => args.flatMap(list),
  dict: (...args) =>
    Object.fromEntries(args.flatMap((key, i) => (i % 2 === 0 ? [[text(key), args[i + 1]] as const] : []))),
  get: (value, key) => map(value)[text(key)] ?? '',
  hasKey: (value, key) => Object.hasOwn(map(value), text(key)),
  keys: (value) => Object.keys(map(value)).sort(),
  merge: (...args) => Object.assign({}, ...args.map(map).reverse()) as unknown,
  dig: (...args) => {
    const [value, fallback, ...keys] = [args.at(-1), args.at(-2), ...args.slice(0, -2)];
    return keys.reduce<unknown>((found, key) => map(found)[text(key)], value) ?? fallback;
  },
};

function trimmed(value: string, cut: string): string {
  let [from, to] = [0, value.length];
  while (from < to && cut.includes(value[from]!)) {
    from++;
  }
  while (to > from && cut.includes(value[to - 1]!)) {
    to--;
  }
  return value.slice(from, to);
}
