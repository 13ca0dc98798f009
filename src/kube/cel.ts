import { pathSteps } from './path';

/**
 * A condition in CEL for admission policies, beside the function of a row by which `check` says the same.
 *
 * A test holds both equal: `test/policies/twins.test.ts`.
 */
export interface CelTwin {
  /** Of type bool: true for an object that is rejected. Each step into the object is optional, so that none fails. */
  readonly refused: string;
  /** Of type string: the values that are wrong, or the names of the parts that have them. */
  readonly value?: string;
  /** Where it is: below the spec of the instance. */
  readonly path: string;
  readonly what: string;
  readonly fix: string;
  /** Whether it comes of nothing being said, which an instance type or a preference may say. */
  readonly isOfNothing?: true;
}

/** A variable of a policy: evaluated once, when it is asked for first. */
export interface CelVariable {
  readonly name: string;
  readonly expression: string;
}

/** A text as CEL writes it. */
export function celText(text: string): string {
  return JSON.stringify(text);
}

/** Texts as a list in CEL. */
export function celTexts(texts: Iterable<string>): string {
  return `[${[...texts].map(celText).join(', ')}]`;
}

/** An optional value below another one: `spec.?domain.?cpu`. */
export function celAt(root: string, path: string): string {
  return (pathSteps(path) ?? []).reduce(
    (text, { text: step }) => (/^[A-Za-z_]\w*$/.test(step) ? `${text}.?${step}` : `${text}[?${celText(step)}]`),
    root,
  );
}

/** The same as a value: null where there is none, which an index alone would be taken to have for its type. */
export function celValue(root: string, path: string): string {
  const at = celAt(root, path);
  return path === '' ? root : `${at}.orValue(${at.includes('[?') ? 'dyn(null)' : 'null'})`;
}

/** What a condition in CEL says of a value. */
export type CelHolds = (value: string) => string;

/**
 * Whether something is at a path, of which a condition holds; and the names of the items that have it, for a path through a list.
 */
export function celFound(root: string, path: string, holds?: CelHolds): Pick<CelTwin, 'refused' | 'value'> {
  const [list, below] = splitAtItems(path);
  const met = (value: string) =>
    holds === undefined ? `${value} != null` : `${value} != null && ${within(holds(value))}`;
  if (below === undefined) {
    return { refused: met(celValue(root, path)) };
  }
  const items = celItems(root, list);
  const condition = met(celValue('each', below));
  return {
    refused: `${items}.exists(each, ${condition})`,
    value: `${items}.filter(each, ${condition}).map(each, each.?name.orValue("one without a name")).join(", ")`,
  };
}

/** The items of a list at a path; none where there is no list, or null. */
export function celItems(root: string, path: string): string {
  return `optional.ofNonZeroValue(${celValue(root, path)}).orValue([])`;
}

/** The map at a path; an empty one where there is none, or null. */
export function celMap(root: string, path: string): string {
  return `optional.ofNonZeroValue(${celValue(root, path)}).orValue({})`;
}

/** `a.b[].c` as `a.b` and `c`; nothing below a path without items. */
function splitAtItems(path: string): readonly [string, string | undefined] {
  const i = path.indexOf('[]');
  return i < 0 ? [path, undefined] : [path.slice(0, i), path.slice(i + 2).replace(/^\./, '')];
}

function within(condition: string): string {
  return / \|\| | \? /.test(condition) ? `(${condition})` : condition;
}
