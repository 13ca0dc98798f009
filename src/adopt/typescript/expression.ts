import { isMap } from '../../kube/object';
import { itemName } from '../../model/object-steps';
import { isSame } from '../../model/rows/row';
import { withoutName } from '../alike';

/** A piece of TypeScript that gives a value. */
export type Expression =
  | { readonly kind: 'value'; readonly value: unknown }
  /** A text with the name of the VM in it. */
  | { readonly kind: 'text'; readonly parts: readonly string[] }
  /** What each row of a table has for itself. */
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [string, Expression])[] }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'call'; readonly callee: string; readonly args: readonly Expression[] };

/** A column of a table: what each VM has at one place. */
interface Column {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** VMs that are alike as one expression, with what each of them has for itself. */
export interface Generalized {
  readonly expression: Expression;
  readonly columns: readonly Column[];
}

/** Finds what values have in common, as an expression that gives each of them for its row. */
export function generalize(values: readonly unknown[], names: readonly string[]): Generalized {
  const found = new Map<string, Column>();
  const expression = general(values, names, [], (path, column) => {
    const known = [...found.values()].find((other) => isSame(other.values, column));
    const name = known?.name ?? freeName(path, found);
    found.set(name, { name, values: column });
    return name;
  });
  return { expression, columns: [...found.values()] };
}

type Add = (path: readonly string[], column: readonly unknown[]) => string;

function general(values: readonly unknown[], names: readonly string[], path: readonly string[], add: Add): Expression {
  const [first] = values;
  if (values.every((value) => isSame(value, first))) {
    return valueExpression(first);
  }
  const named = values.every((value) => typeof value === 'string') ? namedText(values as string[], names) : undefined;
  if (named !== undefined) {
    return named;
  }
  if (values.every(isMap)) {
    const keys = Object.keys(first as object);
    if (values.every((value) => isSame(Object.keys(value as object).sort(), [...keys].sort()))) {
      return {
        kind: 'map',
        entries: keys.map((key) => [
          key,
          general(
            values.map((value) => (value as Record<string, unknown>)[key]),
            names,
            [...path, key],
            add,
          ),
        ]),
      };
    }
  }
  const lists = values.every(Array.isArray) ? (values as unknown[][]) : [];
  if (lists.length > 0 && lists.every(({ length }) => length === lists[0]!.length)) {
    return {
      kind: 'list',
      items: lists[0]!.map((item, i) =>
        general(
          lists.map((list) => list[i]),
          names,
          [...path, itemName(item) ?? String(i)],
          add,
        ),
      ),
    };
  }
  return { kind: 'column', name: add(path, values) };
}

/** A text that differs in the name of the VM only. */
function namedText(values: readonly string[], names: readonly string[]): Expression | undefined {
  const parts = values.map((value, i) => withoutName(value, names[i]!));
  return parts[0]!.length > 1 && parts.every((each) => isSame(each, parts[0]))
    ? { kind: 'text', parts: parts[0]! }
    : undefined;
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
    default:
      return undefined;
  }
}

/** The last key of a path as a name; with the one before where it is taken. */
function freeName(path: readonly string[], taken: ReadonlyMap<string, unknown>): string {
  for (let length = 1; length <= path.length; length++) {
    const name = camelCase(path.slice(-length).join('-'));
    if (name !== 'name' && !taken.has(name)) {
      return name;
    }
  }
  let name = 'own';
  for (let i = 2; taken.has(name); i++) {
    name = `own${i}`;
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
