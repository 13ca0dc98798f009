import { isMap } from '../../kube/object';
import { sizeOf } from '../alike';
import { camelCase, type Expression, generalize, type Piece, valueExpression } from './expression';
import { type Imports, idiomatic } from './factories';
import { printed, WIDTH } from './print';

/** A function with more parameters than these is harder to read than what it spares. */
const MOST_PARAMETERS = 5;

/** Fewer lines than these are not worth a name. */
const SMALLEST_SAVING = 8;

/** So many values are written out as the type of a parameter; a field with more is one of free text. */
const MOST_LITERALS = 6;

/** Lines around the body of a function. */
const FRAME = 3;

/** A key of a statement, with what the variables in it hold. */
export interface KeyedPart {
  /** The position of its statement. */
  readonly of: number;
  /** How many VMs it is for. */
  readonly count: number;
  readonly key: string;
  readonly part: Expression;
  readonly valuesOf: (variable: string) => readonly unknown[];
}

/** A function that gives one key to several statements. */
export interface Helper {
  readonly name: string;
  readonly text: string;
  /** The calls, by the positions of their statements. */
  readonly calls: ReadonlyMap<number, Expression>;
  readonly key: string;
}

/**
 * Finds functions for keys that several statements write in the same form.
 *
 * @param taken names that the module has already
 */
export function helpersOf(
  parts: readonly KeyedPart[],
  taken: ReadonlySet<string>,
  imports: Imports,
): readonly Helper[] {
  const forms = new Map<string, KeyedPart[]>();
  for (const part of parts) {
    const form = `${part.key} ${formOf(part.part)}`;
    forms.set(form, [...(forms.get(form) ?? []), part]);
  }
  const own = new Set<string>();
  return [...forms.values()].flatMap((members): Helper[] => {
    const names = helperNames(members[0]!.key);
    const name = names.find((each) => !taken.has(each) && !own.has(each))!;
    const helper = members.length < 2 ? undefined : helperOf(name, members, imports);
    if (helper !== undefined) {
      own.add(name);
    }
    return helper === undefined ? [] : [helper];
  });
}

function helperNames(key: string): string[] {
  const name = camelCase(`${key}-of`);
  return [name, ...Array.from({ length: 99 }, (_, i) => `${name}${i + 2}`)];
}

/** The form of an expression: its keys, the lengths of its lists, the lines of its texts. */
function formOf(part: Expression): string {
  switch (part.kind) {
    case 'map': {
      const entries = [...part.entries].sort(([a], [b]) => (a < b ? -1 : 1));
      return `{${entries.map(([key, value]) => `${key}:${formOf(value)}`).join()}}`;
    }
    case 'list':
      return `[${part.items.map(formOf).join()}]`;
    case 'value':
      return typeof part.value === 'string' ? linesForm([part.value]) : typeof part.value;
    case 'text':
      return linesForm(part.pieces);
    default:
      return linesForm([]);
  }
}

function linesForm(pieces: readonly Piece[]): string {
  return `text ${pieces.reduce((lines, piece) => lines + (typeof piece === 'string' ? piece.split('\n').length - 1 : 0), 0)}`;
}

/** A parameter, with what each statement gives for it. */
interface Parameter {
  readonly name: string;
  readonly args: readonly Expression[];
  /** Every value that it takes, over all VMs; texts that are put together are no such list. */
  readonly values: readonly unknown[] | undefined;
}

function helperOf(name: string, members: readonly KeyedPart[], imports: Imports): Helper | undefined {
  const { expression, parameters, whole } = parametrized(members);
  const types = parameters.map((parameter) => typeOf(parameter, whole.has(parameter.name)));
  // What is the same everywhere is a constant.
  if (parameters.length === 0 || parameters.length > MOST_PARAMETERS || types.includes(undefined)) {
    return undefined;
  }
  const { key } = members[0]!;
  const own: Imports = new Set();
  const body = idiomatic({ kind: 'map', entries: [[key, expression]] }, own) as Extract<Expression, { kind: 'map' }>;
  const typed = parameters.map((parameter, i) => `${parameter.name}: ${types[i]}`);
  const head = headOf(name, typed, key);
  const part = body.entries[0]![1];
  const value = printed(part, 0, head.length + FRAME);
  const text = `${head} ${part.kind === 'map' ? `(${value})` : value};`;
  const lines = text.split('\n').length;
  if (lines * members.length - (lines + FRAME + members.length) < SMALLEST_SAVING) {
    return undefined;
  }
  for (const each of own) {
    imports.add(each);
  }
  const count = members.reduce((sum, member) => sum + member.count, 0);
  return {
    name,
    key,
    text: `/** The ${key} of ${count} VMs. */\n${text}\n\n`,
    calls: new Map(
      members.map(({ of }, i) => [
        of,
        { kind: 'call', callee: name, args: parameters.map(({ args }) => args[i]!) } satisfies Expression,
      ]),
    ),
  };
}

/** The function up to its body, which begins on the same line. */
function headOf(name: string, parameters: readonly string[], key: string): string {
  const result = `): VirtualMachineProps['${key}'] =>`;
  const line = `const ${name} = (${parameters.join(', ')}${result}`;
  return line.length + BRACKET <= WIDTH
    ? line
    : `const ${name} = (\n${parameters.map((each) => `  ${each},\n`).join('')}${result}`;
}

/** What opens the body. */
const BRACKET = 3;

interface Parametrized {
  readonly expression: Expression;
  readonly parameters: readonly Parameter[];
  /** Parameters that are a value as they are, and not a part of a text. */
  readonly whole: ReadonlySet<string>;
}

/** What parts have in common, with a parameter for what differs and for each variable. */
function parametrized(members: readonly KeyedPart[]): Parametrized {
  const marks = new Marks();
  const encoded = members.map(({ part }) => marks.encoded(part));
  // No text holds these names.
  const names = members.map((_, i) => `\0${i}`);
  const { expression, columns } = generalize(encoded, names);
  const parameters = new Map<string, Parameter>();
  const valuesOf = ({ valuesOf: of }: KeyedPart, arg: Expression): readonly unknown[] | undefined =>
    arg.kind === 'value' ? [arg.value] : arg.kind === 'column' ? of(arg.name) : undefined;
  const added = (name: string, args: readonly Expression[]): string => {
    const values = args.map((arg, i) => valuesOf(members[i]!, arg));
    const all = values.every((each) => each !== undefined) ? values.flat() : undefined;
    parameters.set(name, { name, args, values: all });
    return name;
  };
  for (const { name, values } of columns) {
    added(
      name,
      values.map((value) => marks.decoded(value)),
    );
  }
  const variable = (mark: string): string => {
    const name = marks.nameOf(mark);
    const args = members.map((): Expression => ({ kind: 'column', name }));
    const known = parameters.get(name);
    const isOther = known?.args.some((arg) => !(arg.kind === 'column' && arg.name === name)) === true;
    return added(isOther ? `${name}Itself` : name, args);
  };
  const whole = new Set<string>();
  const visit = (part: Expression, path: readonly string[]): Expression => {
    switch (part.kind) {
      case 'map':
        return { kind: 'map', entries: part.entries.map(([key, value]) => [key, visit(value, [...path, key])]) };
      case 'list':
        return { kind: 'list', items: part.items.map((item) => visit(item, path)) };
      case 'column':
        if (!path.some((key) => FREE_TEXT.has(key))) {
          whole.add(part.name);
        }
        return part;
      case 'value':
      case 'text': {
        const pieces = part.kind === 'text' ? part.pieces : typeof part.value === 'string' ? [part.value] : [];
        const split = pieces.flatMap((piece): Piece[] =>
          typeof piece === 'string' ? marks.split(piece, variable) : [piece],
        );
        const [only] = split;
        return !split.some((piece) => typeof piece !== 'string')
          ? part
          : split.length === 1 && typeof only === 'object'
            ? visit({ kind: 'column', name: only.variable }, path)
            : { kind: 'text', pieces: split };
      }
      default:
        return part;
    }
  };
  return { expression: visit(expression, [members[0]!.key]), parameters: [...parameters.values()], whole };
}

/** Below these keys any text can stand. */
const FREE_TEXT = new Set([
  'labels',
  'annotations',
  'cloudInit',
  'name',
  'namespace',
  'dataVolume',
  'claimName',
  'url',
]);

/** The type of a parameter; nothing where its values are of several types, or are no scalars. */
function typeOf({ values, args }: Parameter, isWhole: boolean): string | undefined {
  if (values === undefined) {
    return args.every(({ kind }) => kind === 'text' || kind === 'column' || kind === 'value') ? 'string' : undefined;
  }
  const types = new Set(values.map((value) => typeof value));
  const [type] = types;
  if (types.size !== 1 || (type !== 'string' && type !== 'number')) {
    return undefined;
  }
  const literals = [...new Set(values)].map((value) => printed(valueExpression(value)));
  return isWhole && type === 'string' && literals.length <= MOST_LITERALS ? literals.sort().join(' | ') : type;
}

/** Characters that stand for variables in texts, so that texts with variables are compared like any other. */
class Marks {
  private readonly names: string[] = [];

  public encoded(part: Expression): unknown {
    switch (part.kind) {
      case 'value':
        return part.value;
      case 'text':
        return part.pieces.map((piece) => (typeof piece === 'string' ? piece : this.markOf(piece.variable))).join('');
      case 'column':
        return this.markOf(part.name);
      case 'map':
        return Object.fromEntries(part.entries.map(([key, value]) => [key, this.encoded(value)]));
      case 'list':
        return part.items.map((item) => this.encoded(item));
      default:
        return undefined;
    }
  }

  /** What one statement gives for a parameter. */
  public decoded(value: unknown): Expression {
    if (typeof value !== 'string') {
      return isMap(value) || Array.isArray(value) ? valueExpression(undefined) : valueExpression(value);
    }
    const pieces = this.split(value, (mark) => this.nameOf(mark));
    const [only] = pieces;
    return pieces.length === 1 && typeof only === 'object'
      ? { kind: 'column', name: only.variable }
      : pieces.every((piece) => typeof piece === 'string')
        ? { kind: 'value', value }
        : { kind: 'text', pieces };
  }

  public split(text: string, variable: (mark: string) => string): Piece[] {
    return text
      .split(MARK)
      .map((part): Piece => (MARK.test(part) ? { variable: variable(part) } : part))
      .filter((piece) => piece !== '');
  }

  public nameOf(mark: string): string {
    return this.names[mark.charCodeAt(0) - FIRST_MARK]!;
  }

  private markOf(name: string): string {
    const known = this.names.indexOf(name);
    const at = known === -1 ? this.names.push(name) - 1 : known;
    return String.fromCharCode(FIRST_MARK + at);
  }
}

/** Of the private use area of Unicode, which manifests do not use. */
const FIRST_MARK = 0xe000;
const MARK = /([\ue000-\uf8ff])/;

/** Whether a part is long enough to be looked at. */
export function isLong(part: Expression): boolean {
  return linesOf(part) > 1;
}

function linesOf(part: Expression): number {
  switch (part.kind) {
    case 'value':
      return sizeOf(part.value);
    case 'text':
      return sizeOf(part.pieces.map((piece) => (typeof piece === 'string' ? piece : '')).join(''));
    case 'map':
      return part.entries.reduce((sum, [, value]) => sum + linesOf(value), 0);
    case 'list':
      return part.items.reduce((sum, item) => sum + linesOf(item), 0);
    default:
      return 1;
  }
}
