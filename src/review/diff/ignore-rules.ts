import type { Finding } from '../../findings/finding';
import { shownValue } from '../../findings/secrets/shown-value';
import { groupOf, nameOf, namespaceOf } from '../../kube/identity';
import { isMap, type KubeObject } from '../../kube/object';
import { NOISE_ROWS } from './noise-rows';

/** One step of a path that is ignored: a key or position, every item, or the items that have a value. */
type IgnoredStep = { readonly key: string } | 'every' | { readonly where: readonly string[]; readonly equals: unknown };

/** Parts of objects that do not count, as `ignoreDifferences` of an Argo CD Application says them. */
export interface IgnoreRule {
  readonly group?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly paths: readonly (readonly IgnoredStep[])[];
}

/** Fields that clusters and tools write into every object, and that say nothing about what is wanted. */
export const USUAL_NOISE: readonly IgnoreRule[] = [
  { paths: NOISE_ROWS.map(({ path }) => path.map((key) => ({ key }))) },
];

/** An entry of `ignoreDifferences`, as a file has it. */
interface IgnoreEntry {
  readonly group?: unknown;
  readonly kind?: unknown;
  readonly name?: unknown;
  readonly namespace?: unknown;
  readonly jsonPointers?: unknown;
  readonly jqPathExpressions?: unknown;
  readonly managedFieldsManagers?: unknown;
}

/** What a list of `ignoreDifferences` says, and what of it cannot be followed. */
export function readIgnoreRules(entries: unknown, path: string): { rules: IgnoreRule[]; findings: Finding[] } {
  const findings: Finding[] = [];
  const rules = (Array.isArray(entries) ? entries : []).filter(isMap).map((entry: IgnoreEntry, i) => {
    const at = `${path}[${i}]`;
    const pointers = texts(entry.jsonPointers).flatMap((text, n) => {
      if (!/^\/./.test(text)) {
        findings.push(noPointer(`${at}.jsonPointers[${n}]`, text));
        return [];
      }
      return [parsePointer(text)];
    });
    const expressions = texts(entry.jqPathExpressions).flatMap((text, n) => {
      const steps = parseJq(text);
      if (steps === undefined) {
        findings.push(notUnderstood(`${at}.jqPathExpressions[${n}]`, text));
        return [];
      }
      return [steps];
    });
    if (texts(entry.managedFieldsManagers).length > 0) {
      findings.push(needsCluster(`${at}.managedFieldsManagers`));
    }
    return { ...selection(entry), paths: [...pointers, ...expressions] };
  });
  return { rules, findings };
}

function selection({ group, kind, name, namespace }: IgnoreEntry): Omit<IgnoreRule, 'paths'> {
  const said = Object.entries({ group, kind, name, namespace }).filter(
    ([, value]) => typeof value === 'string' && value !== '',
  );
  return Object.fromEntries(said) as Omit<IgnoreRule, 'paths'>;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function parsePointer(pointer: string): IgnoredStep[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => ({ key: part.replaceAll('~1', '/').replaceAll('~0', '~') }));
}

/** An object without what does not count. The same object where nothing of that is in it. */
export function withoutIgnored(object: KubeObject, rules: readonly IgnoreRule[]): KubeObject {
  let left: unknown = object;
  for (const rule of rules) {
    if (isAbout(rule, object)) {
      for (const path of rule.paths) {
        left = without(left, path, 0);
      }
    }
  }
  return left as KubeObject;
}

/** Whether a rule may ignore something of one VM and not of another that differs from it in a few texts only. */
export function tellsApart({ name, paths }: IgnoreRule): boolean {
  return name !== undefined || paths.some((path) => path.some((step) => typeof step === 'object' && 'where' in step));
}

function isAbout({ group, kind, name, namespace }: IgnoreRule, object: KubeObject): boolean {
  return (
    matches(group, groupOf(object.apiVersion)) &&
    matches(kind, object.kind) &&
    (name === undefined || name === nameOf(object)) &&
    (namespace === undefined || namespace === namespaceOf(object))
  );
}

/** Argo CD reads group and kind as globs. */
function matches(wanted: string | undefined, text: string): boolean {
  return wanted === undefined || wanted === text || matchesAny([wanted], text);
}

function without(value: unknown, path: readonly IgnoredStep[], at: number): unknown {
  const step = path[at]!;
  const isLast = at === path.length - 1;
  const chosen = (key: string, item: unknown) =>
    step === 'every' || ('key' in step ? step.key === key : item !== undefined && isEqualAt(item, step));
  if (Array.isArray(value)) {
    const left = isLast
      ? value.filter((item, i) => !chosen(String(i), item))
      : value.map((item, i) => (chosen(String(i), item) ? without(item, path, at + 1) : item));
    return left.length === value.length && left.every((item, i) => item === value[i]) ? value : left;
  }
  if (!isMap(value)) {
    return value;
  }
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(value).filter((each) => chosen(each, value[each]))) {
    const left = isLast ? undefined : without(value[key], path, at + 1);
    if (left !== value[key]) {
      copy ??= { ...value };
      copy[key] = left;
    }
    if (isLast) {
      copy ??= { ...value };
      delete copy[key];
    }
  }
  return copy ?? value;
}

function isEqualAt(item: unknown, { where, equals }: Exclude<IgnoredStep, 'every' | { key: string }>): boolean {
  return where.reduce<unknown>((part, key) => (isMap(part) ? part[key] : undefined), item) === equals;
}

function noPointer(path: string, text: string): Finding {
  return {
    code: 'PV038',
    severity: 'warning',
    path,
    what: `${shownValue(text)} is not a JSON pointer to a part of an object`,
    why: 'It ignores nothing',
    fix: 'write one that begins with a slash, as /spec/replicas',
  };
}

function notUnderstood(path: string, text: string): Finding {
  return {
    code: 'PV038',
    severity: 'warning',
    path,
    what: `${shownValue(text)} is jq that polyvirt does not support`,
    why: 'The review shows what Argo CD ignores',
    fix: 'write it with keys, [], [0], ["key"] and select(.key == "value") only, or as a JSON pointer',
  };
}

function needsCluster(path: string): Finding {
  return {
    code: 'PV038',
    severity: 'warning',
    path,
    what: 'who manages a field is known on the cluster only',
    why: 'The review shows what Argo CD ignores',
    fix: 'name the fields too, as jsonPointers',
  };
}

/** Whether a text matches a glob with `*` and `?`, as those of a policy and of Argo CD. */
export function matchesAny(globs: readonly string[], text: string): boolean {
  return globs.some((glob) => patternOf(glob).test(text));
}

function patternOf(glob: string): RegExp {
  const escaped = glob.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}

/** `.key`, `."key"`, `["key"]`, `[0]`, `[]`, or `| select(.a.b == "value")`. */
const STEP =
  /\s*(?:\|\s*select\(\s*((?:\.[A-Za-z_][\w-]*)+)\s*==\s*("(?:[^"\\]|\\.)*"|-?\d+|true|false)\s*\)|\.?\["((?:[^"\\]|\\.)*)"\]|\.?\[(\d*)\]|\."((?:[^"\\]|\\.)*)"|\.([A-Za-z_][\w-]*)|\|\s*(?=\.))\s*\??/y;

/** The path that an expression of jq stands for; nothing where it is more than a path. */
export function parseJq(text: string): IgnoredStep[] | undefined {
  const steps: IgnoredStep[] = [];
  const source = unwrapped(text.trim());
  let at = 0;
  while (at < source.length) {
    STEP.lastIndex = at;
    const match = STEP.exec(source);
    if (match === null || match[0] === '') {
      return undefined;
    }
    const [, where, equals, bracketed, position, quoted, plain] = match;
    if (where !== undefined) {
      // `a[] | select(.x == 1)` chooses among what `[]` gave.
      if (steps.at(-1) === 'every') {
        steps.pop();
      }
      steps.push({ where: where.slice(1).split('.'), equals: JSON.parse(equals!) });
    } else if (position !== undefined) {
      steps.push(position === '' ? 'every' : { key: position });
    } else {
      const key = bracketed ?? quoted ?? plain;
      if (key !== undefined) {
        steps.push({ key });
      }
    }
    at = STEP.lastIndex;
  }
  return steps.length === 0 ? undefined : steps;
}

/** Parentheses around a part change nothing about a path: `(.a[] | select(.b == 1)).c`. */
function unwrapped(text: string): string {
  const match = /^\(((?:[^()]|\([^()]*\))*)\)(.*)$/s.exec(text);
  return match === null ? text : `${match[1]}${match[2]}`;
}
