import { plainScalar, type QuickYaml } from '../kube/yaml/reader';
import { noteWork } from './late-optimizer';

/**
 * Reads a YAML document as machines and most people write it: maps and lists by indentation, one value to a line, flow collections
 * within a line, literal blocks. Anything else, and what is wrong, is left to js-yaml, which makes an event of everything first.
 */
export const quickYaml: QuickYaml = (text) => {
  noteWork(text.length);
  if (UNUSUAL.test(text)) {
    return undefined;
  }
  try {
    return { value: new QuickReader(text).document() };
  } catch (error) {
    if (error === UNSURE) {
      return undefined;
    }
    throw error;
  }
};

/** Thrown where js-yaml has to have a look. */
const UNSURE = new Error('not sure');

/** Tabs, other ends of lines, and characters beyond letters. */
const UNUSUAL = /[^\n\x20-\x7e\u00a1-\u167f\u2010-\u2027]/;

/** Fewer than what any caller allows. */
const MOST_DEPTH = 60;

/** Of a plain key, which is nothing but itself but for the few words that `plainScalar` knows. */
const KEY = /[A-Za-z0-9_./-]*[A-Za-z0-9_/](?=:[ \n])/y;

/** What a plain text may begin with without being anything else. */
const PLAIN = /^(?:[A-Za-z0-9_./$+~^(;=\\]|-[A-Za-z0-9_.-])/;

/** A plain text within a flow collection, with the blanks behind it. */
const FLOW_PLAIN = /(?:[A-Za-z0-9_./$+~^]|-[A-Za-z0-9_.])(?:[^,[\]{}#:\n"']|:(?![ ,[\]{}\n]))*/y;

/** A quoted text within a line. What follows a backslash is what it is in JSON. */
const QUOTED = /"(?:[^"\\\n]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"|'(?:[^'\n]|'')*'/y;

/** Keys and texts that `true`, `no`, `null` or a number may begin with. */
const MAY_MEAN_MORE = /^[yYnNtTfFoO~0-9+.-]/;

class QuickReader {
  /** Where the next line begins. */
  private _next = 0;
  /** Where what is read next begins, and its column; -1 at the end. */
  private _at = 0;
  private _column = 0;
  private _depth = 0;

  constructor(private readonly text: string) {}

  public document(): unknown {
    if (this.text.startsWith('---')) {
      if (!this.text.startsWith('---\n')) {
        throw UNSURE;
      }
      this._next = 4;
    }
    this._advance();
    if (this._column < 0) {
      throw UNSURE;
    }
    const value = this._block();
    if (this._column >= 0) {
      throw UNSURE;
    }
    return value;
  }

  /** Goes to the next line that has something, and past blank lines and comments. */
  private _advance(): void {
    const { text } = this;
    for (;;) {
      const start = this._next;
      if (start >= text.length) {
        this._column = -1;
        return;
      }
      let at = start;
      while (text.charCodeAt(at) === BLANK) {
        at++;
      }
      const end = text.indexOf('\n', at);
      this._next = end === -1 ? text.length : end + 1;
      const code = text.charCodeAt(at);
      if (at < text.length && code !== NEWLINE && code !== HASH) {
        this._at = at;
        this._column = at - start;
        if (this._column === 0 && (text.startsWith('...', at) || text.startsWith('---', at))) {
          throw UNSURE;
        }
        return;
      }
    }
  }

  /** A map or a list at the column where it begins, or a value alone. */
  private _block(): unknown {
    if (++this._depth > MOST_DEPTH) {
      throw UNSURE;
    }
    const value = this._isItem() ? this._list() : this._map();
    this._depth--;
    return value;
  }

  private _isItem(): boolean {
    if (this.text.charCodeAt(this._at) !== DASH) {
      return false;
    }
    const code = this.text.charCodeAt(this._at + 1);
    return code === BLANK || code === NEWLINE;
  }

  private _map(): unknown {
    const column = this._column;
    const map: Record<string, unknown> = {};
    do {
      const key = this._key();
      if (key === undefined || key === '__proto__' || Object.hasOwn(map, key)) {
        throw UNSURE;
      }
      map[key] = this._value(column, true);
    } while (this._column === column);
    if (this._column > column) {
      throw UNSURE;
    }
    return map;
  }

  /** The key that is here, past its colon and the blanks behind it; nothing where there is none. */
  private _key(): string | undefined {
    const { text } = this;
    KEY.lastIndex = this._at;
    let key: string | undefined;
    if (KEY.test(text)) {
      key = text.slice(this._at, KEY.lastIndex);
      this._at = KEY.lastIndex;
      if (MAY_MEAN_MORE.test(key)) {
        key = String(plainScalar(key));
      }
    } else {
      key = this._quoted();
      const after = text.charCodeAt(this._at + 1);
      if (key === undefined || text.charCodeAt(this._at) !== COLON || (after !== BLANK && after !== NEWLINE)) {
        return undefined;
      }
    }
    this._at++;
    this._skipBlanks();
    return key.length > MOST_KEY ? undefined : key;
  }

  private _list(): unknown[] {
    const column = this._column;
    const list: unknown[] = [];
    do {
      const dash = this._at++;
      this._skipBlanks();
      this._column += this._at - dash;
      list.push(this._item(column));
    } while (this._column === column && this._isItem());
    if (this._column > column) {
      throw UNSURE;
    }
    return list;
  }

  /** The rest of an item: a list or a map that begins on its line, or a value. */
  private _item(column: number): unknown {
    if (this._isItem()) {
      return this._block();
    }
    const at = this._at;
    const isMap = this._key() !== undefined;
    this._at = at;
    return isMap ? this._block() : this._value(column, false);
  }

  /**
   * What follows a key or a dash, up to the line after it.
   *
   * @param column of the key or the dash
   * @param isOfKey whether a list may begin below it in the same column
   */
  private _value(column: number, isOfKey: boolean): unknown {
    const { text } = this;
    const at = this._at;
    let value: unknown;
    switch (text.charCodeAt(at)) {
      case NEWLINE:
      case HASH:
        this._advance();
        return this._column > column || (isOfKey && this._column === column && this._isItem()) ? this._block() : null;
      case BAR:
        return this._literal(column);
      case QUOTE:
      case APOSTROPHE:
        value = this._quoted();
        this._endLine();
        break;
      case BRACE:
      case BRACKET:
        value = this._flow();
        this._endLine();
        break;
      default:
        value = this._plain();
    }
    this._advance();
    // A line that is further in goes on with the value, or is wrong.
    if (this._column > column || value === undefined) {
      throw UNSURE;
    }
    return value;
  }

  /** The rest of a line as one plain text. */
  private _plain(): unknown {
    const { text } = this;
    const end = text.charCodeAt(this._next - 1) === NEWLINE ? this._next - 1 : text.length;
    let plain = text.slice(this._at, end);
    const comment = plain.indexOf(' #');
    plain = (comment === -1 ? plain : plain.slice(0, comment)).trimEnd();
    if (!PLAIN.test(plain) || plain.includes(': ') || plain.endsWith(':')) {
      throw UNSURE;
    }
    return MAY_MEAN_MORE.test(plain) ? plainScalar(plain) : plain;
  }

  /** A quoted text, past its end; nothing where there is none. */
  private _quoted(): string | undefined {
    const { text } = this;
    QUOTED.lastIndex = this._at;
    if (!QUOTED.test(text)) {
      return undefined;
    }
    const quoted = text.slice(this._at, QUOTED.lastIndex);
    this._at = QUOTED.lastIndex;
    if (quoted.startsWith("'")) {
      return quoted.slice(1, -1).replaceAll("''", "'");
    }
    return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  }

  /** Nothing but blanks and a comment may follow. */
  private _endLine(): void {
    const { text } = this;
    const at = this._at;
    this._skipBlanks();
    const code = text.charCodeAt(this._at);
    if (this._at < text.length && code !== NEWLINE && !(code === HASH && this._at > at)) {
      throw UNSURE;
    }
  }

  /** A map or a list in braces or brackets, on one line. */
  private _flow(): unknown {
    if (++this._depth > MOST_DEPTH) {
      throw UNSURE;
    }
    const isMap = this.text.charCodeAt(this._at) === BRACE;
    const close = isMap ? BRACE_END : BRACKET_END;
    const map: Record<string, unknown> = {};
    const list: unknown[] = [];
    this._at++;
    this._skipBlanks();
    let isOver = this._isAt(close);
    while (!isOver) {
      if (isMap) {
        const key = this._key();
        if (key === undefined || key === '__proto__' || Object.hasOwn(map, key)) {
          throw UNSURE;
        }
        map[key] = this._flowValue();
      } else {
        list.push(this._flowValue());
      }
      this._skipBlanks();
      isOver = this._isAt(close);
      if (!isOver && !this._isAt(COMMA)) {
        throw UNSURE;
      }
      this._skipBlanks();
    }
    this._depth--;
    return isMap ? map : list;
  }

  private _flowValue(): unknown {
    const { text } = this;
    switch (text.charCodeAt(this._at)) {
      case BRACE:
      case BRACKET:
        return this._flow();
      case QUOTE:
      case APOSTROPHE:
        return this._quoted() ?? unsure();
      default: {
        FLOW_PLAIN.lastIndex = this._at;
        if (!FLOW_PLAIN.test(text)) {
          throw UNSURE;
        }
        const plain = text.slice(this._at, FLOW_PLAIN.lastIndex).trimEnd();
        this._at = FLOW_PLAIN.lastIndex;
        return MAY_MEAN_MORE.test(plain) ? plainScalar(plain) : plain;
      }
    }
  }

  /** Whether this character is here; past it where it is. */
  private _isAt(code: number): boolean {
    const isHere = this.text.charCodeAt(this._at) === code;
    if (isHere) {
      this._at++;
    }
    return isHere;
  }

  private _skipBlanks(): void {
    while (this.text.charCodeAt(this._at) === BLANK) {
      this._at++;
    }
  }

  /** Lines as they are, further in than the key or the dash before them. */
  private _literal(column: number): string {
    const { text } = this;
    const isStripped = text.startsWith('|-\n', this._at);
    if (!isStripped && !text.startsWith('|\n', this._at)) {
      throw UNSURE;
    }
    const start = this._next;
    let indent = 0;
    while (text.charCodeAt(start + indent) === BLANK) {
      indent++;
    }
    if (indent <= column || text.charCodeAt(start + indent) === NEWLINE) {
      throw UNSURE;
    }
    const lines: string[] = [];
    let at = start;
    let end = text.indexOf('\n', at);
    for (; end !== -1; end = text.indexOf('\n', at)) {
      let first = at;
      while (first < end && text.charCodeAt(first) === BLANK) {
        first++;
      }
      if (first < end && first - at < indent) {
        break;
      }
      lines.push(end - at > indent ? text.slice(at + indent, end) : '');
      at = end + 1;
    }
    // The last line has no end, which chomping is about.
    if (end === -1 && at < text.length) {
      throw UNSURE;
    }
    while (lines.at(-1) === '') {
      lines.pop();
    }
    this._next = at;
    this._advance();
    if (this._column > column) {
      throw UNSURE;
    }
    return isStripped ? lines.join('\n') : `${lines.join('\n')}\n`;
  }
}

function unsure(): never {
  throw UNSURE;
}

const MOST_KEY = 500;
const NEWLINE = 10;
const BLANK = 32;
const QUOTE = 34;
const HASH = 35;
const APOSTROPHE = 39;
const COMMA = 44;
const DASH = 45;
const COLON = 58;
const BRACKET = 91;
const BRACKET_END = 93;
const BRACE = 123;
const BAR = 124;
const BRACE_END = 125;
