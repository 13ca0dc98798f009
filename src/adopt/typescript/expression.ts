import { isMap } from '../../kube/object';
import { itemName } from '../../model/object-steps';
import { isSame } from '../../model/rows/row';
import { withoutName } from '../alike';

/** A piece of TypeScript that gives a value. */
export type Expression =
  | { readonly kind: 'value'; readonly value: unknown }
  /** A text with variables in it. */
  | { readonly kind: 'text'; readonly pieces: readonly Piece[] }
  /** What each row of a table has for itself. */
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [string, Expression])[] }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'call'; readonly callee: string; readonly args: readonly Expression[] }
  /** An entry of a map, or an item of a list, below comment lines of YAML. */
  | { readonly kind: 'commented'; readonly lines: readonly string[]; readonly of: Expression };

/** A part of a text: as it is, or what a variable holds. */
export type Piece = string | { readonly variable: string };

/** A column of a table: what each VM has at one place. */
interface Column {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** VMs that are alike as one expression, with what each of them has for itself. */
interface Generalized {
  readonly expression: Expression;
  readonly columns: readonly Column[];
}

/** Finds what values have in common, as an expression that gives each of them for its row. */
export function generalize(values: readonly unknown[], names: readonly string[]): Generalized {
  const table = new Table(names);
  const expression = general(values, [], table);
  return { expression, columns: table.columns };
}

/** The columns that were found so far, and names, which every row has. */
class Table {
  private readonly found = new Map<string, Column>();

  constructor(private readonly names: readonly string[]) {}

  public get columns(): readonly Column[] {
    return [...this.found.values()];
  }

  /** The column of some values, which may be there already. */
  public variable(path: readonly string[], values: readonly unknown[]): string {
    const known = this.columns.find((other) => isSame(other.values, values));
    const name = known?.name ?? freeName(path, this.found);
    this.found.set(name, known ?? { name, values });
    return name;
  }

  /** Texts that differ in what a variable holds only. */
  public filled(texts: readonly string[]): readonly Piece[] | undefined {
    const variables = [{ name: 'name', values: this.names }, ...this.columns.filter(isOfWords)];
    for (const { name, values } of variables) {
      const [first = [], ...others] = texts.map((text, i) => withoutName(text, values[i] as string));
      if (first.length > 1 && others.every((parts) => isSame(parts, first))) {
        return first
          .flatMap((part, i) => (i === 0 ? [part] : [{ variable: name }, part]))
          .filter((part) => part !== '');
      }
    }
    return undefined;
  }
}

/** Shorter words are found everywhere. */
const SHORTEST_WORD = 2;

function isOfWords({ values }: Column): boolean {
  return values.every((value) => typeof value === 'string' && value.length >= SHORTEST_WORD && !value.includes('\n'));
}

function general(values: readonly unknown[], path: readonly string[], table: Table): Expression {
  const [first] = values;
  if (values.every((value) => isSame(value, first))) {
    return valueExpression(first);
  }
  if (values.every((value) => typeof value === 'string')) {
    const pieces = table.filled(values) ?? generalLines(values, path, table);
    return pieces === undefined ? { kind: 'column', name: table.variable(path, values) } : { kind: 'text', pieces };
  }
  if (values.every(isMap)) {
    const keys = Object.keys(first as object);
    if (values.every((value) => isSame(Object.keys(value).sort(), [...keys].sort()))) {
      const parts = (key: string) => values.map((value) => value[key]);
      return { kind: 'map', entries: keys.map((key) => [key, general(parts(key), [...path, key], table)]) };
    }
  }
  const lists = values.every(Array.isArray) ? (values as unknown[][]) : [];
  if (lists.length > 0 && lists.every(({ length }) => length === lists[0]!.length)) {
    const parts = (i: number) => lists.map((list) => list[i]);
    return {
      kind: 'list',
      items: lists[0]!.map((item, i) => general(parts(i), [...path, itemName(item) ?? String(i)], table)),
    };
  }
  return { kind: 'column', name: table.variable(path, values) };
}

/** Texts that differ in a few of their lines, line by line. */
function generalLines(texts: readonly string[], path: readonly string[], table: Table): Piece[] | undefined {
  const split = texts.map((text) => text.split('\n'));
  const [first = []] = split;
  if (first.length === 1 || split.some(({ length }) => length !== first.length)) {
    return undefined;
  }
  const pieces = first.map((_, i) =>
    generalLine(
      split.map((lines) => lines[i]!),
      path,
      table,
    ),
  );
  return pieces.flatMap((line, i) => (i === 0 ? line : ['\n', ...line]));
}

function generalLine(lines: readonly string[], path: readonly string[], table: Table): readonly Piece[] {
  const [first = ''] = lines;
  if (lines.every((line) => line === first)) {
    return [first];
  }
  const { before, after } = sharedEnds(lines);
  const words = lines.map((line) => line.slice(before.length, line.length - after.length));
  const [subject] = /[A-Za-z]\w*(?=\W*$)/.exec(before) ?? [];
  return (
    table.filled(lines) ?? [
      before,
      { variable: table.variable([...path, ...(subject === undefined ? [] : [subject])], words) },
      after,
    ]
  );
}

/** What lines begin and end with, in whole words. */
function sharedEnds(lines: readonly string[]): { readonly before: string; readonly after: string } {
  const [first = ''] = lines;
  const shortest = Math.min(...lines.map(({ length }) => length));
  let head = 0;
  while (head < shortest && lines.every((line) => line[head] === first[head])) {
    head++;
  }
  let tail = 0;
  while (tail < shortest - head && lines.every((line) => line.at(-1 - tail) === first.at(-1 - tail))) {
    tail++;
  }
  const [before] = /^.*[^A-Za-z0-9]|^/s.exec(first.slice(0, head))!;
  const [after] = /[^A-Za-z0-9].*$|$/s.exec(first.slice(first.length - tail))!;
  return { before, after };
}

/** A value as an expression whose parts can be replaced by better ones. */
export function valueExpression(value: unknown): Expression {
  if (Array.isArray(value)) {
    return { kind: 'list', items: value.map(valueExpression) };
  }
  return isMap(value)
    ? { kind: 'map', entries: Object.entries(value).map(([key, part]) => [key, valueExpression(part)]) }
    : { kind: 'value', value };
}

/** What an expression gives, where it is the same for every row; nothing where it is not. */
export function constantOf(expression: Expression): { readonly value: unknown } | undefined {
  switch (expression.kind) {
    case 'value':
      return expression;
    case 'list': {
      const items = expression.items.map(constantOf);
      return items.every((item) => item !== undefined) ? { value: items.map((item) => item.value) } : undefined;
    }
    case 'map': {
      const entries = expression.entries.map(([key, part]) => [key, constantOf(part)] as const);
      return entries.every(([, part]) => part !== undefined)
        ? { value: Object.fromEntries(entries.map(([key, part]) => [key, part!.value])) }
        : undefined;
    }
    case 'commented':
      return constantOf(expression.of);
    default:
      return undefined;
  }
}

/** Whether every module has a variable of a name. */
export function isUsed(name: string): boolean {
  return ['name', 'app', 'platform', 'nodes'].includes(name);
}

/** The last key of a path as a name; with the one before where it is taken. */
function freeName(path: readonly string[], taken: ReadonlyMap<string, unknown>): string {
  // Keys of labels are called without their domain.
  const words = path.filter((word) => !/^\d+$/.test(word)).map((word) => word.replace(/^.*\//, ''));
  for (let length = 1; length <= words.length; length++) {
    const name = camelCase(words.slice(-length).join('-'));
    if (!isUsed(name) && !taken.has(name)) {
      return name;
    }
  }
  const last = camelCase([...words.slice(-1), 'value'].join('-'));
  let name = last;
  for (let i = 2; taken.has(name); i++) {
    name = `${last}${i}`;
  }
  return name;
}

/** Words of JavaScript that cannot be names. */
const RESERVED =
  /^(break|case|catch|class|const|continue|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|new|null|return|super|switch|this|throw|true|try|typeof|var|void|while|with|let|static|await|yield|interface|package|private|protected|public)$/;

/** A text as a name of JavaScript. */
export function camelCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const joined = words.map((word, i) => (i === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('');
  const name = /^[A-Za-z]/.test(joined) ? joined[0]!.toLowerCase() + joined.slice(1) : `the${joined}`;
  return RESERVED.test(name) ? `${name}Cluster` : name;
}
