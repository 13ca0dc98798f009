import { isReferenceLeaf, isReferringKey, isSecretKey, isSecretName } from './secret-keys';
import { HIDDEN, isEncodedSecret, isSecretFlag, isSecretText, withoutSecrets } from './secret-text';

/** Where a value is: keys, and positions in lists. */
export type Keys = readonly (string | number)[];

/** The sort of an object, as far as it decides which parts are secret. */
interface SecretHolder {
  readonly kind?: unknown;
}

const LONGEST_TEXT = 80;

/** Parts of a Secret that are none; everything else of it is, whatever its key is called. */
const OPEN_PARTS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'type', 'immutable']);

/** Whether a part of a Secret is none itself. */
export function isOpenPart(key: string): boolean {
  return OPEN_PARTS.has(key);
}

/** Whether what is at a path must not be shown: by what upstream means by the keys that lead there. */
export function isSecretPath(keys: Keys, holder: SecretHolder = {}): boolean {
  const names = keys.filter((key): key is string => typeof key === 'string');
  const isOfSecret = isSecretKind(holder) && names.length > 0 && !isOpenPart(names[0]!);
  return isOfSecret || (names.some(isSecretKey) && !isReferenceLeaf(names));
}

/** The keys of a path as findings write it: `auth.kubeconfig`, `disks[0].extraHeaders[1]`. */
export function keysIn(path: string): string[] {
  return path.split(/[.[\]"]+/).filter((key) => key !== '' && !/^\d+$/.test(key));
}

/** Whether a value must not be shown where it is. A switch, or nothing, tells nothing. */
export function isSecretAt(value: unknown, keys: Keys, holder: SecretHolder = {}): boolean {
  if (isOpen(value)) {
    return false;
  }
  const last = keys.findLast((key) => typeof key === 'string');
  const isMisplaced = typeof value !== 'object' && typeof last === 'string' && isReferringKey(last);
  return isMisplaced || isSecretPath(keys, holder);
}

function isOpen(value: unknown): boolean {
  return typeof value === 'boolean' || value === null || value === undefined;
}

/** Whether an object holds secrets and nothing else. */
export function isSecretKind({ kind }: SecretHolder): boolean {
  return typeof kind === 'string' && kind.toLowerCase() === 'secret';
}

/**
 * A value for a message: the one function that decides what a message may quote.
 *
 * Scalars as they are written, long text cut, lists and maps by what they are. Of a secret only that it is one, and how long;
 * the path of the message says which. Text of several lines is never quoted: a message is no place for it, and it may be anything.
 */
export function shownValue(value: unknown, keys: Keys = []): string {
  if (typeof value !== 'object' && isSecretAt(value, keys)) {
    return secretWords(value);
  }
  switch (typeof value) {
    case 'string':
      return shownText(value);
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return kindOfValue(value);
  }
}

function shownText(text: string): string {
  if (isSecretText(text)) {
    return secretWords(text);
  }
  if (/[\n\r]/.test(text.trim())) {
    return `(a text of ${counted(text.trim().split('\n').length)} lines, not shown)`;
  }
  const open = withoutSecrets(text);
  return JSON.stringify(open.length > LONGEST_TEXT ? `${open.slice(0, LONGEST_TEXT)}…` : open);
}

/** `(a secret, 1,204 bytes, not shown)`. */
function secretWords(value: unknown): string {
  const bytes = new TextEncoder().encode(String(value)).length;
  return `(a secret, ${counted(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}, not shown)`;
}

function counted(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
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

/** Shows the values of one object: scalars and structures as they are, and not a word of what is secret. */
type Show = (value: unknown, keys: readonly string[]) => unknown;

/** How values of an object are shown in reports, which show whole structures. */
export function shower(holder: SecretHolder): Show {
  const show = (value: unknown, keys: readonly string[]): unknown => {
    if (isSecretAt(value, keys, holder)) {
      return hidden(value, keys, holder);
    }
    if (Array.isArray(value)) {
      return value.map((item, i) => (isSecretFlag(value[i - 1]) && !isSecretFlag(item) ? HIDDEN : show(item, keys)));
    }
    if (isMap(value)) {
      const isNamed = isSecretVariable(value);
      return Object.fromEntries(
        Object.entries(value).map(([key, part]) => [
          key,
          isNamed && isValueKey(key) ? hiddenBelow(part) : show(part, [...keys, key]),
        ]),
      );
    }
    return typeof value === 'string' ? (isEncodedSecret(value) ? HIDDEN : withoutSecrets(value)) : value;
  };
  return (value, keys) => (value === undefined ? undefined : show(value, keys));
}

/** Whether a value can be shown as a whole. */
export function isOpenValue(value: unknown, keys: readonly string[]): boolean {
  return JSON.stringify(shower({})(value, keys)) === JSON.stringify(value);
}

/**
 * The keys of what is hidden may be shown, as those of a Secret, where a secret is taken from, and how many there are in a list;
 * nothing else below them.
 */
function hidden(value: unknown, keys: readonly string[], holder: SecretHolder): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => (isOpen(item) ? item : hidden(item, keys, holder)));
  }
  return isMap(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, part]) => {
          const below = [...keys, key];
          const isNamed = !isSecretPath(below, holder) && (typeof part !== 'string' || isName(part));
          return [key, isOpen(part) || isNamed ? part : isMap(part) ? hidden(part, below, holder) : HIDDEN];
        }),
      )
    : HIDDEN;
}

function hiddenBelow(value: unknown): unknown {
  return isOpen(value) || isMap(value) ? value : HIDDEN;
}

/** What a reference can name. */
function isName(text: string): boolean {
  return text.length <= 253 && /^[A-Za-z0-9._/-]*$/.test(text) && !isEncodedSecret(text);
}

/** Where the value of a variable or a parameter is. */
const VALUE_KEYS: ReadonlySet<string> = new Set(['value', 'string', 'array', 'default']);

/** Whether a key of a variable or a parameter holds its value. */
export function isValueKey(key: string): boolean {
  return VALUE_KEYS.has(key);
}

/** `{ name: DB_PASSWORD, value: … }`. */
export function isSecretVariable(item: Readonly<Record<string, unknown>>): boolean {
  return isSecretName(item.name) && Object.keys(item).some(isValueKey);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
