import { asText, isMap, own } from '../../kube/object';
import { TEMPLATE_FUNCTIONS, TemplateError } from './template-functions';

/** How a key that is not there is taken, as `goTemplateOptions` says it. */
export interface TemplateOptions {
  /** `missingkey=error`; else such a key is `<no value>`. */
  readonly isStrict: boolean;
}

type Scope = Map<string, unknown>;

/** A part of a template: it prints something, with the value of the dot and the variables. */
type Node = (dot: unknown, scope: Scope) => string;

/** An expression. */
type Value = (dot: unknown, scope: Scope) => unknown;

/**
 * Executes a template of Go's text/template with the functions of Sprig that ApplicationSets use.
 *
 * What it does not know is an error, never a guess.
 *
 * @throws TemplateError
 */
export function executeTemplate(text: string, data: unknown, options: TemplateOptions): string {
  const parser = new Parser(partsOf(text), options);
  const node = parser.block([]);
  return node(data, new Map([['$', data]]));
}

/** Text, or an action between braces. */
type Part = { readonly text: string } | { readonly words: readonly string[] };

const ACTION =
  /(\s*)\{\{(-(?=\s))?\s*(\/\*[\s\S]*?\*\/|(?:"(?:[^"\\]|\\.)*"|`[^`]*`|[^}"`]|\}(?!\}))*?)\s*((?<=\s)-)?\}\}(\s*)/g;

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  let isTrimmed = false;
  const put = (plain: string) => {
    const shown = isTrimmed ? plain.trimStart() : plain;
    if (shown !== '') {
      parts.push({ text: shown });
    }
  };
  ACTION.lastIndex = 0;
  for (let found = ACTION.exec(text); found !== null; found = ACTION.exec(text)) {
    const [whole, before = '', left, action = '', right, after = ''] = found;
    put(text.slice(at, found.index) + (left === undefined ? before : ''));
    if (left !== undefined && parts.length > 0) {
      const last = parts.at(-1)!;
      if ('text' in last) {
        parts[parts.length - 1] = { text: last.text.trimEnd() };
      }
    }
    if (!action.startsWith('/*')) {
      parts.push({ words: wordsOf(action) });
    }
    at = found.index + whole.length - after.length;
    ACTION.lastIndex = at;
    isTrimmed = right !== undefined;
  }
  put(text.slice(at));
  return parts;
}

const WORD =
  /\s*("(?:[^"\\]|\\.)*"|`[^`]*`|:=|=|\||\(|\)(?:\.[A-Za-z_]\w*)*|,|\$?(?:\.?[A-Za-z_]\w*)(?:\.[A-Za-z_]\w*)*|\$|\.(?![\w])|-?\d+(?:\.\d+)?)/y;

function wordsOf(action: string): string[] {
  const words: string[] = [];
  WORD.lastIndex = 0;
  while (WORD.lastIndex < action.trimEnd().length) {
    const at = WORD.lastIndex;
    const found = WORD.exec(action);
    if (found === null) {
      throw new TemplateError(`"${action.slice(at).trim()}" cannot be read`);
    }
    words.push(found[1]!);
  }
  return words;
}

class Parser {
  private _at = 0;

  constructor(
    private readonly _parts: readonly Part[],
    private readonly _options: TemplateOptions,
  ) {}

  /** All up to one of these words, which is left to the caller; the whole rest where there are none. */
  public block(ends: readonly string[]): Node {
    const nodes: Node[] = [];
    for (;;) {
      const part = this._parts[this._at];
      if (part === undefined) {
        if (ends.length > 0) {
          throw new TemplateError('"end" is missing');
        }
        return (dot, scope) => nodes.map((node) => node(dot, scope)).join('');
      }
      if ('words' in part && ends.includes(part.words[0] ?? '')) {
        return (dot, scope) => nodes.map((node) => node(dot, scope)).join('');
      }
      this._at++;
      nodes.push('text' in part ? () => part.text : this._action(part.words));
    }
  }

  private _action(words: readonly string[]): Node {
    const [first, ...rest] = words;
    switch (first) {
      case 'if':
        return this._if(rest);
      case 'with': {
        const value = pipeline(rest, this._options);
        const [then, otherwise] = this._branches();
        return (dot, scope) => {
          const found = value(dot, scope);
          return isTrue(found) ? then(found, new Map(scope)) : otherwise(dot, new Map(scope));
        };
      }
      case 'range':
        return this._range(rest);
      case 'end':
      case 'else':
      case 'define':
      case 'template':
      case 'block':
      case 'break':
      case 'continue':
        throw new TemplateError(`"${first}" is not known here`);
      default:
    }
    if (first?.startsWith('$') === true && (rest[0] === ':=' || rest[0] === '=')) {
      const value = pipeline(rest.slice(1), this._options);
      return (dot, scope) => {
        scope.set(first, value(dot, scope));
        return '';
      };
    }
    const value = pipeline(words, this._options);
    return (dot, scope) => printed(value(dot, scope));
  }

  private _if(words: readonly string[]): Node {
    const value = pipeline(words, this._options);
    const [then, otherwise] = this._branches();
    // Variables that a branch sets with = are those outside of it.
    return (dot, scope) => (isTrue(value(dot, scope)) ? then(dot, scope) : otherwise(dot, scope));
  }

  private _range(words: readonly string[]): Node {
    const at = words.indexOf(':=');
    const names = words.slice(0, Math.max(at, 0)).filter((word) => word !== ',');
    const value = pipeline(words.slice(at + 1), this._options);
    const [each, otherwise] = this._branches();
    return (dot, scope) => {
      const list = value(dot, scope);
      const items: (readonly [unknown, unknown])[] = Array.isArray(list)
        ? list.map((item, i) => [i, item] as const)
        : isMap(list)
          ? Object.entries(list).sort(([a], [b]) => (a < b ? -1 : 1))
          : [];
      if (items.length === 0) {
        return otherwise(dot, scope);
      }
      return items
        .map(([key, item]) => {
          const inner = new Map(scope);
          const [one, two] = names;
          if (one !== undefined) {
            inner.set(one, two === undefined ? item : key);
          }
          if (two !== undefined) {
            inner.set(two, item);
          }
          return each(item, inner);
        })
        .join('');
    };
  }

  private _branches(): readonly [Node, Node] {
    const then = this.block(['else', 'end']);
    const [word, ...condition] = (this._parts[this._at++] as { readonly words: readonly string[] }).words;
    if (word === 'end') {
      return [then, () => ''];
    }
    if (condition[0] === 'if') {
      return [then, this._if(condition.slice(1))];
    }
    if (condition.length > 0) {
      throw new TemplateError(`"else ${condition.join(' ')}" is not known here`);
    }
    const otherwise = this.block(['end']);
    this._at++;
    return [then, otherwise];
  }
}

/** Commands one after the other: each is given what the one before came to, as its last argument. */
function pipeline(words: readonly string[], options: TemplateOptions): Value {
  const commands: string[][] = [[]];
  let depth = 0;
  for (const word of words) {
    depth += word === '(' ? 1 : word.startsWith(')') ? -1 : 0;
    if (word === '|' && depth === 0) {
      commands.push([]);
    } else {
      commands.at(-1)!.push(word);
    }
  }
  const parsed = commands.map((command) => commandOf(command, options));
  return (dot, scope) => {
    const [first, ...more] = parsed;
    return more.reduce<unknown>((value, command) => command(dot, scope, [value]), first!(dot, scope, []));
  };
}

type Command = (dot: unknown, scope: Scope, given: readonly unknown[]) => unknown;

function commandOf(words: readonly string[], options: TemplateOptions): Command {
  const operands = operandsOf(words, options);
  const [first] = operands;
  if (first === undefined) {
    throw new TemplateError('an action is empty');
  }
  if ('name' in first) {
    const call = own(TEMPLATE_FUNCTIONS, first.name);
    if (call === undefined) {
      throw new TemplateError(`the function "${first.name}" is not known here`);
    }
    const args = operands.slice(1).map((operand) => ('name' in operand ? functionValue(operand.name) : operand.value));
    return (dot, scope, given) => call(...args.map((arg) => arg(dot, scope)), ...given);
  }
  if (operands.length > 1) {
    throw new TemplateError(`"${words.join(' ')}" calls what is no function`);
  }
  return (dot, scope) => first.value(dot, scope);
}

/** A function without arguments, where an argument is expected. */
function functionValue(name: string): Value {
  const call = own(TEMPLATE_FUNCTIONS, name);
  if (call === undefined) {
    throw new TemplateError(`the function "${name}" is not known here`);
  }
  return () => call();
}

type Operand = { readonly name: string } | { readonly value: Value };

function operandsOf(words: readonly string[], options: TemplateOptions): Operand[] {
  const operands: Operand[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === '(') {
      const end = closing(words, i);
      const inner = pipeline(words.slice(i + 1, end), options);
      const [, ...keys] = words[end]!.split('.');
      operands.push({ value: (dot, scope) => fieldOf(inner(dot, scope), keys, options) });
      i = end;
    } else {
      operands.push(operandOf(word, options));
    }
  }
  return operands;
}

function closing(words: readonly string[], from: number): number {
  let depth = 0;
  for (let i = from; i < words.length; i++) {
    depth += words[i] === '(' ? 1 : words[i]!.startsWith(')') ? -1 : 0;
    if (depth === 0) {
      return i;
    }
  }
  throw new TemplateError('")" is missing');
}

const CONSTANTS: Readonly<Record<string, unknown>> = { true: true, false: false, nil: null };

function operandOf(word: string, options: TemplateOptions): Operand {
  if (word.startsWith('"')) {
    const text = JSON.parse(word) as string;
    return { value: () => text };
  }
  if (word.startsWith('`')) {
    return { value: () => word.slice(1, -1) };
  }
  if (/^-?\d/.test(word)) {
    return { value: () => Number(word) };
  }
  if (word in CONSTANTS) {
    return { value: () => CONSTANTS[word] };
  }
  if (word === '.') {
    return { value: (dot) => dot };
  }
  if (word.startsWith('$')) {
    const [name = '$', ...keys] = word.split('.');
    return {
      value: (_, scope) => {
        if (!scope.has(name)) {
          throw new TemplateError(`the variable ${name} is not set`);
        }
        return fieldOf(scope.get(name), keys, options);
      },
    };
  }
  return word.startsWith('.') ? { value: (dot) => fieldOf(dot, word.slice(1).split('.'), options) } : { name: word };
}

function fieldOf(value: unknown, keys: readonly string[], { isStrict }: TemplateOptions): unknown {
  return keys.reduce<unknown>((found, key) => {
    if (isMap(found) && Object.hasOwn(found, key)) {
      return found[key];
    }
    if (isStrict || (found !== undefined && found !== null && !isMap(found))) {
      throw new TemplateError(`there is no ${keys.join('.')}`);
    }
    return undefined;
  }, value);
}

/** Go's idea of what counts as true. */
function isTrue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : isMap(value) ? Object.keys(value).length > 0 : Boolean(value);
}

function printed(value: unknown): string {
  if (value === undefined || value === null) {
    return '<no value>';
  }
  return Array.isArray(value) ? `[${value.map(printed).join(' ')}]` : isMap(value) ? mapText(value) : asText(value);
}

function mapText(value: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, each]) => `${key}:${printed(each)}`).join(' ')}]`;
}
