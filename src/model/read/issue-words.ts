import { isSecretAt, shownValue } from '../../findings/secrets/shown-value';
import { suggestionFor } from '../../findings/suggestion';
import { asText, isMap, largest } from '../../kube/object';
import type * as z from './zod';

/** A shape mistake as zod tells it. */
export type Issue = z.core.$ZodIssue;

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  record: 'a map',
  never: 'nothing: the map stays empty',
};

/** Where something may be of several kinds, the mistakes within the kind that was probably meant. */
export function innermost(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') {
    return [issue];
  }
  // The kind that got furthest is the one that was meant; a value of no kind at all fails at once in all of them.
  // A map with a key that is not known is a map.
  const depth = (mistakes: readonly Issue[]) =>
    largest(mistakes.map(({ path, code }) => path.length + (code === 'unrecognized_keys' ? 1 : 0)));
  const [meant = []] = [...issue.errors].sort((a, b) => depth(b) - depth(a));
  return depth(meant) > 0
    ? meant.flatMap((mistake) => innermost({ ...mistake, path: [...issue.path, ...mistake.path] } as Issue))
    : [issue];
}

/** What is the matter with a value, with what was written. */
export function whatIs(issue: Issue, value: unknown, written: string | undefined): string {
  if (issue.code === 'custom') {
    return issue.message === 'none' ? 'it is of no kind' : `it is ${issue.message} at once`;
  }
  if (value === undefined) {
    return 'it is missing';
  }
  if (value === null || value === '') {
    return 'it is empty';
  }
  const shown = shownValue(written ?? asText(value), issue.path.map(stepOf));
  if (issue.code === 'invalid_value' && typeof value === 'string') {
    return `${shown} is not one of: ${issue.values.map(String).join(', ')}`;
  }
  if (Array.isArray(value) || isMap(value)) {
    return `it is ${kindOf(value)}`;
  }
  return `${shown} is ${typeof value !== 'string' && isSecretAt(value, issue.path.map(stepOf)) ? `read as a ${typeof value}` : kindOf(value)}`;
}

function stepOf(step: PropertyKey): string | number {
  return typeof step === 'number' ? step : String(step);
}

/** What to write instead. */
export function fixFor(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'custom':
      return `keep exactly one of ${((issue.params?.exactlyOne ?? []) as readonly string[]).join(', ')}`;
    case 'invalid_value':
      return chooseAmong(asText(value), issue.values.map(String));
    case 'invalid_format':
      return `write ${issue.message}`;
    case 'invalid_key':
      return `write ${issue.issues[0]?.message ?? 'another key'} for the key`;
    case 'too_small':
      return issue.origin === 'string' ? 'write something' : `write at least ${issue.minimum}`;
    case 'too_big':
      return `write at most ${issue.maximum}`;
    case 'invalid_union':
      return `write ${expectedBy(issue)}${exampleOf(issue)}`;
    case 'invalid_type': {
      const quotes = issue.expected === 'string' && (typeof value === 'number' || typeof value === 'boolean');
      return `write ${expectedBy(issue)}${quotes ? ': put it in quotes' : exampleOf(issue)}`;
    }
    default:
      return 'write what polyvirt schema prints for it';
  }
}

/** Easier to copy than to describe; JSON is YAML and TypeScript too. A number or a switch needs none. */
function exampleOf({ code, example }: Issue & { readonly example?: unknown }): string {
  return isMap(example) || Array.isArray(example) || (code === 'invalid_union' && example !== undefined)
    ? `, for example ${JSON.stringify(example)}`
    : '';
}

/** The values are told already. */
function chooseAmong(written: string, values: readonly string[]): string {
  const suggestion = suggestionFor(written, values);
  return suggestion === undefined ? 'write one of these' : `did you mean "${suggestion}"?`;
}

function expectedBy(issue: Issue | undefined): string {
  if (issue?.code === 'invalid_value') {
    return issue.values.map(String).join(' or ');
  }
  if (issue?.code === 'invalid_union') {
    return issue.errors.map(([first]) => expectedBy(first)).join(', or ');
  }
  return issue?.code === 'invalid_type' ? (EXPECTED[issue.expected] ?? issue.expected) : 'something else';
}

/** What kind of thing a value is, as people say it. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) {
    return 'a list';
  }
  if (isMap(value)) {
    return 'a map';
  }
  if (typeof value === 'string') {
    return 'text';
  }
  return typeof value === 'number' && !Number.isFinite(value)
    ? 'not a number that can be written'
    : `read as the ${typeof value} ${asText(value)}`;
}
