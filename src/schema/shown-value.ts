import type { Steps } from './field-path';

const LONGEST_TEXT = 80;
const LONGEST_RULE = 160;

/** Below these keys are the scripts of a guest, with the passwords and keys of its users. */
const SECRET_KEYS: ReadonlySet<string> = new Set([
  'cloudInitNoCloud',
  'cloudInitConfigDrive',
  'userData',
  'userDataBase64',
  'networkData',
  'networkDataBase64',
]);

/** Whether what is at a path must not be printed. */
export function isSecret(steps: Steps): boolean {
  return steps.some((step) => typeof step === 'string' && SECRET_KEYS.has(step));
}

/** A value for a message: scalars as they are written, long text cut, lists and maps by what they are. */
export function shownValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value);
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return kindOfValue(value);
  }
}

/** A rule of a CRD on one line, cut where it is long. */
export function shownRule(rule: string): string {
  const line = rule.trim().replace(/\s+/g, ' ');
  return line.length > LONGEST_RULE ? `${line.slice(0, LONGEST_RULE)}…` : line;
}

/** What sort of value it is, in the words of people who write YAML. */
export function kindOfValue(value: unknown): string {
  if (value === null || value === undefined) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return 'a list';
  }
  switch (typeof value) {
    case 'string':
      return 'a text';
    case 'number':
    case 'bigint':
      return 'a number';
    case 'boolean':
      return 'a truth value';
    case 'object':
      return 'a map';
    default:
      return 'no value of JSON';
  }
}
