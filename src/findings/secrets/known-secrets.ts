import { isReferenceLeaf, isReferringKey, isSecretKey, isSecretName } from './secret-keys';
import { HIDDEN, introducedSecrets, isSecretFlag, isSecretText, withoutForms } from './secret-text';
import { isOpenPart, isSecretKind, isSecretVariable, isValueKey } from './shown-value';

/** A value that is still to be looked at. */
interface ValueToVisit {
  readonly value: unknown;
  readonly key: string;
  /** The key of the map around it. */
  readonly parent: string;
  readonly depth: number;
  /** Whether something around it says that it is a secret. */
  readonly isSecret: boolean;
}

/** Shorter ones are ordinary words, and hiding those would hide the message. */
const SHORTEST = 4;

/** Shorter ones, as of `token: none`, are ordinary words. */
const LEAST_INTRODUCED = 6;

/** From here on the beginning of a secret gives it away, as where a message cuts it. */
export const TELLING = 12;

/** Objects have a few secrets; what has more is an attack on our time. */
const MOST = 20_000;

const MOST_REMEMBERED = 20_000;

/** How many letters of a secret are looked up at once. */
const STEM = 4;

/**
 * The secrets of objects, which no sentence may have in it.
 *
 * The last guard behind `shownValue`: whatever a rule puts into a message, what was read from a secret field does not get out.
 * Values are learned only from objects that something is said of, so that a fleet without findings costs nothing.
 */
export class KnownSecrets {
  private readonly _stems = new Map<string, string[]>();
  private readonly _all = new Set<string>();
  private readonly _answers = new Map<string, string>();

  /**
   * @param shortest how long a secret must be to be looked for: the short ones of an object are ordinary words in what is said
   *   of another
   */
  constructor(private readonly shortest = SHORTEST) {}

  /** Learns every secret of an object, or of anything else that was read. */
  public learn(...subjects: readonly unknown[]): this {
    for (const subject of subjects) {
      this.walk(subject, isMap(subject) && isSecretKind(subject));
    }
    return this;
  }

  /** Learns texts that must not be shown whatever they are, as values of parameters. */
  public learnText(text: string): this {
    this.add(text, this.shortest);
    return this;
  }

  /** A text without any of the secrets, nor anything else that is one by its form. */
  public without(text: string): string {
    let answer = this._answers.get(text);
    if (answer === undefined) {
      answer = withoutForms(this._all.size === 0 ? text : this.replaced(text));
      if (this._answers.size < MOST_REMEMBERED) {
        this._answers.set(text, answer);
      }
    }
    return answer;
  }

  /** A path without the long ones: a short one may be the name of any field. */
  public withoutLong(path: string): string {
    return this._all.size === 0 ? path : this.replaced(path, TELLING);
  }

  /** A structure in whose texts there are none of the secrets. */
  public withoutIn<T>(value: T): T {
    if (typeof value === 'string') {
      return this.without(value) as T;
    }
    if (Array.isArray(value)) {
      return value.map((item) => this.withoutIn(item)) as T;
    }
    return isMap(value)
      ? (Object.fromEntries(Object.entries(value).map(([key, part]) => [key, this.withoutIn(part)])) as T)
      : value;
  }

  /** With a stack of its own: objects may be as deep as their files. */
  private walk(root: unknown, isSecretObject: boolean): void {
    const stack: ValueToVisit[] = [{ value: root, key: '', parent: '', depth: 0, isSecret: false }];
    const seen = new Set<object>();
    for (let at = stack.pop(); at !== undefined && this._all.size < MOST; at = stack.pop()) {
      const { value, key } = at;
      if (typeof value !== 'object' || value === null) {
        const isReference = !isSecretObject && isReferenceLeaf([at.parent, key]);
        this.learnScalar(value, (at.isSecret && !isReference) || isReferringKey(key));
      } else if (!seen.has(value)) {
        seen.add(value);
        if (Array.isArray(value)) {
          this.pushItems(value, at, stack);
        } else {
          this.pushParts(value as Readonly<Record<string, unknown>>, at, stack, isSecretObject);
        }
      }
    }
  }

  private pushItems(list: readonly unknown[], at: ValueToVisit, stack: ValueToVisit[]): void {
    for (const [i, value] of list.entries()) {
      // The word behind `--token`.
      const isValue = isSecretFlag(list[i - 1]) && !isSecretFlag(value);
      stack.push({ ...at, value, isSecret: at.isSecret || isValue });
    }
  }

  private pushParts(
    map: Readonly<Record<string, unknown>>,
    at: ValueToVisit,
    stack: ValueToVisit[],
    isSecretObject: boolean,
  ): void {
    const isNamed = isSecretVariable(map);
    // What is in a list of objects is what it says it is.
    const isInner = at.depth > 0 && isSecretKind(map);
    for (const key of Object.keys(map)) {
      const isPart = isSecretObject && at.depth === 0 && !isOpenPart(key);
      const isData = (isInner && /^(?:data|stringData)$/.test(key)) || (isNamed && isValueKey(key));
      const isSecret = at.isSecret || isPart || isData || isSecretKey(key);
      if (at.isSecret && map[key] === null && !isSecretObject) {
        // `password: {hunter2}`, where YAML reads a key.
        this.add(key, TELLING);
      }
      stack.push({ value: map[key], key, parent: at.key, depth: at.depth + 1, isSecret });
    }
  }

  private learnScalar(value: unknown, isSecret: boolean): void {
    if (typeof value === 'number' || typeof value === 'bigint') {
      if (isSecret) {
        this.add(String(value), this.shortest);
      }
      return;
    }
    if (typeof value !== 'string') {
      return;
    }
    if (isSecret || isSecretText(value)) {
      this.learnLines(value, 1);
    }
    if (value.includes('@') && value.includes(':')) {
      this.learnUser(value);
    }
    for (const secret of introducedSecrets(value)) {
      this.add(secret.replace(/^["']|["']$/g, ''), Math.max(LEAST_INTRODUCED, this.shortest));
    }
  }

  /** A text, each of its lines, and what they mean where they are Base64. */
  private learnLines(text: string, depth: number): void {
    const lines = text.split(/\r?\n/);
    for (const line of lines) {
      const trimmed = line.trim();
      this.add(trimmed, lines.length === 1 ? this.shortest : TELLING);
      // `password: hunter2` of a script: what is behind the colon is told apart from the key.
      const said = lines.length === 1 ? undefined : /^[\w"'.\- ]+[:=]\s*["']?(.*?)["']?$/.exec(trimmed)?.[1];
      if (said !== undefined) {
        this.add(said, TELLING);
      }
    }
    if (depth > 0 && text.length >= 8 && /^[\w+/=\s-]+$/.test(text)) {
      const meant = decoded(text);
      if (meant !== undefined) {
        this.learnLines(meant, depth - 1);
      }
    }
  }

  private learnUser(text: string): void {
    for (const [, password = ''] of text.matchAll(/(?:\w:\/+|^)[^\s/@:]+:(?!\/)([^\s@]+)@(?!sha\d+:)/g)) {
      this.add(password, Math.max(LEAST_INTRODUCED, this.shortest));
    }
  }

  private add(secret: string, shortest: number): void {
    const forms = /["\\\t]/.test(secret) ? [secret, JSON.stringify(secret).slice(1, -1)] : [secret];
    for (const form of forms) {
      if (form.length < shortest || this._all.has(form) || /^(?:true|false|null|none)$/i.test(form)) {
        continue;
      }
      this._all.add(form);
      this._answers.clear();
      const stem = form.slice(0, STEM);
      const others = this._stems.get(stem);
      if (others === undefined) {
        this._stems.set(stem, [form]);
      } else {
        others.push(form);
      }
    }
  }

  private replaced(text: string, shortest = 0): string {
    let out = '';
    let from = 0;
    for (let i = 0; i + STEM <= text.length; i++) {
      const candidates = this._stems.get(text.slice(i, i + STEM));
      const length = candidates === undefined ? 0 : longestMatch(text, i, candidates);
      if (length > 0 && length >= shortest) {
        out += text.slice(from, i) + HIDDEN;
        from = i + length;
        i = from - 1;
      }
    }
    return from === 0 ? text : out + text.slice(from);
  }
}

/** How much of a text at a place is a secret, or the telling beginning of one. */
function longestMatch(text: string, at: number, secrets: readonly string[]): number {
  let longest = 0;
  for (const secret of secrets) {
    let length = STEM;
    while (length < secret.length && text[at + length] === secret[length]) {
      length++;
    }
    const isWhole = length === secret.length;
    // A short one may be a part of any word.
    const isWord = isWhole && (length >= TELLING || !isWithinWord(text, at, at + length));
    if (length > longest && (isWord || length >= TELLING)) {
      longest = length;
    }
  }
  return longest;
}

function isWithinWord(text: string, start: number, end: number): boolean {
  return /\w/.test(text[start - 1] ?? ' ') || /\w/.test(text[end] ?? ' ');
}

function decoded(text: string): string | undefined {
  try {
    const bytes = atob(text.replace(/\s+/g, ''));
    return /^[\t\n\r\x20-\x7e]+$/.test(bytes) ? bytes : undefined;
  } catch {
    return undefined;
  }
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Shorter ones are ordinary words, and hiding those would hide the message. */
const SHORTEST_VARIABLE = 5;

/** They are named like a secret, and lead to one: a socket, a file, a program. */
const LEADS = /(?:SOCK|ASKPASS|FILE|PATH|DIR|KUBECONFIG)$/i;

/** Values of a process's environment that must not be shown: by the names of variables, and by what their values look like. */
export function environmentSecrets(env: Readonly<Record<string, string | undefined>>): KnownSecrets {
  const known = new KnownSecrets(SHORTEST_VARIABLE);
  for (const [name, value = ''] of Object.entries(env)) {
    const isPlace = LEADS.test(name) && /^[~./]/.test(value);
    if (!isPlace) {
      // Of others what is secret in them: the password of a proxy.
      known.learn(isSecretName(name) || isSecretText(value) ? { secret: value } : value);
    }
  }
  return known;
}
