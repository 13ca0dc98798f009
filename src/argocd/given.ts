import { jsonText } from '../findings/escape/formats';
import type { Finding } from '../findings/finding';
import { isSecretName } from '../findings/secrets/secret-keys';
import { isSecretText } from '../findings/secrets/secret-text';
import { isOpenValue } from '../findings/secrets/shown-value';
import { suggestionFor } from '../findings/suggestion';
import { asText, isMap } from '../kube/object';

/** A parameter of an Application, as Argo CD hands it over: text, a list of texts, or texts by text. */
export interface GivenParameter {
  readonly name: string;
  readonly string?: string;
  readonly array?: readonly string[];
  readonly map?: Readonly<Record<string, string>>;
  /** Whether it was given on a command line, or in a file that one names. */
  readonly isCommandLine?: true;
}

/** What a parameter holds. */
export type ParameterType = 'string' | 'number' | 'boolean' | 'array' | 'map';

/** Reads `ARGOCD_APP_PARAMETERS`: unset without a plugin in the Application, `null` without parameters. */
export function readGiven(text: string | undefined): { given: GivenParameter[]; findings: Finding[] } {
  let value: unknown;
  try {
    value = text === undefined || text.trim() === '' ? null : JSON.parse(text);
  } catch {
    return { given: [], findings: [malformed('it is not JSON')] };
  }
  if (value === null) {
    return { given: [], findings: [] };
  }
  if (!Array.isArray(value)) {
    return { given: [], findings: [malformed('it is not a list')] };
  }
  if (!value.every(isGiven)) {
    return { given: [], findings: [malformed('an entry has no name, or holds something else than texts')] };
  }
  const names = value.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  return twice === undefined
    ? { given: value, findings: [] }
    : { given: [], findings: [malformed(`the parameter ${shownName(twice)} is given twice`)] };
}

/** A given value in the wanted type, or why it cannot be. The value itself is not told: it may be a secret. */
export function typedValue(given: GivenParameter, type: ParameterType): { value: unknown } | { problem: string } {
  const { string, array, map } = given;
  if (type === 'array' || type === 'map') {
    const found = type === 'array' ? array : map;
    return found === undefined ? { problem: wanted(type, given) } : { value: found };
  }
  if (string === undefined) {
    return { problem: wanted(type, given) };
  }
  if (type === 'boolean') {
    return string === 'true' || string === 'false'
      ? { value: string === 'true' }
      : { problem: 'it is neither true nor false' };
  }
  if (type === 'number') {
    return /^-?\d+(\.\d+)?$/.test(string) ? { value: Number(string) } : { problem: 'it is not a number' };
  }
  return { value: string };
}

const FORMS: Readonly<Record<ParameterType, string>> = {
  string: 'text (string:)',
  number: 'a number (string:)',
  boolean: 'true or false (string:)',
  array: 'a list (array:)',
  map: 'a map (map:)',
};

/** The same on a command line, and in a file of values. */
const WRITTEN_FORMS: Readonly<Record<ParameterType, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list, as name=[a, b]',
  map: 'a map, as name={a: b}',
};

function wanted(type: ParameterType, { string, array, map, isCommandLine }: GivenParameter): string {
  const is =
    string !== undefined ? 'text' : array !== undefined ? 'a list' : map !== undefined ? 'a map' : 'without a value';
  return `it is ${is}, and should be ${(isCommandLine ? WRITTEN_FORMS : FORMS)[type]}`;
}

function isGiven(value: unknown): value is GivenParameter {
  const isText = (each: unknown) => typeof each === 'string';
  return (
    isMap(value) &&
    isText(value.name) &&
    (value.string === undefined || isText(value.string)) &&
    (value.array === undefined || (Array.isArray(value.array) && value.array.every(isText))) &&
    (value.map === undefined || (isMap(value.map) && Object.values(value.map).every(isText)))
  );
}

/** Where a parameter is, for a finding. */
function parameterPath(name: string): string {
  return `parameter ${shownName(name)}`;
}

/** The name of a parameter as it may be shown: what cannot be one may be a value that was put into the wrong place. */
function shownName(name: string): string {
  return /^[\w.[\]/-]{1,100}$/.test(name) && !isSecretText(name) ? name : '(not a name, not shown)';
}

function malformed(what: string): Finding {
  return {
    code: 'PV702',
    severity: 'error',
    path: 'ARGOCD_APP_PARAMETERS',
    what,
    why: 'The value in the Application would be lost silently',
    fix: 'give a list of { name, string, array or map }, as spec.source.plugin.parameters of an Application has it',
  };
}

/** A parameter that is given and cannot be what it is. */
export function wrongParameter(name: string, what: string, fix: string): Finding {
  return {
    code: 'PV702',
    severity: 'error',
    path: parameterPath(name),
    what,
    why: 'The value would be lost or misread',
    fix,
  };
}

/** More names than a line of Argo CD's window has room for. */
const SHOWN = 12;

/** A parameter that nothing takes. */
export function unknownParameter(name: string, offered: readonly string[]): Finding {
  const suggestion = suggestionFor(name, offered);
  const some = offered.slice(0, SHOWN).join(', ');
  return {
    code: 'PV701',
    severity: 'error',
    path: parameterPath(name),
    what: 'there is no such parameter',
    why: 'The value would silently have no effect',
    fix:
      suggestion === undefined
        ? `use one of ${some}${offered.length > SHOWN ? ' and so on' : ''}, or declare it under spec.parameters`
        : `did you mean "${suggestion}"?`,
  };
}

/** A parameter before it is announced. */
interface Announced {
  readonly name: string;
  readonly title?: string;
  readonly tooltip?: string;
  readonly type: ParameterType;
  readonly default?: unknown;
}

/** A parameter as Argo CD reads it: lists and maps by their collection type, defaults as texts. */
interface Announcement {
  readonly name: string;
  readonly title?: string;
  readonly tooltip?: string;
  readonly itemType?: string;
  readonly collectionType?: 'array' | 'map';
  readonly string?: string;
  readonly array?: readonly string[];
  readonly map?: Readonly<Record<string, string>>;
}

/** What goes to stdout. A list, also where there is nothing in it: Argo CD takes nothing else. */
export function announcementText(parameters: readonly Announced[]): string {
  return `${jsonText(parameters.map(announcementOf))}\n`;
}

function announcementOf({ name, title, tooltip, type, default: standard }: Announced): Announcement {
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(tooltip === undefined ? {} : { tooltip }),
    ...(type === 'number' || type === 'boolean' ? { itemType: type } : {}),
    ...(type === 'array' || type === 'map' ? { collectionType: type } : {}),
    ...(standard === undefined || standard === null || isSecretDefault(name, standard) ? {} : defaultOf(standard)),
  };
}

/** Argo CD shows defaults to all users who see the Application: one that is a secret stays where it is, and counts all the same. */
function isSecretDefault(name: string, standard: unknown): boolean {
  return isSecretName(name) || !isOpenValue(standard, [name]);
}

function defaultOf(standard: unknown): Pick<Announcement, 'string' | 'array' | 'map'> {
  if (Array.isArray(standard)) {
    return { array: standard.map(textOf) };
  }
  if (typeof standard === 'object') {
    return { map: Object.fromEntries(Object.entries(standard as object).map(([key, value]) => [key, textOf(value)])) };
  }
  return { string: asText(standard) };
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : asText(value);
}
