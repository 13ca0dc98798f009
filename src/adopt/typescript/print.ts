import type { KeyComment } from '../key-comments';
import { constantOf, type Expression, type Piece } from './expression';

type MapExpression = Extract<Expression, { kind: 'map' }>;

/** Lines that reviewers read without scrolling. */
export const WIDTH = 118;

/** An expression as TypeScript, broken over lines where it is long. */
export function printed(expression: Expression, indent = 0, before = 0): string {
  const flat = flatText(expression);
  if (flat !== undefined && before + flat.length <= WIDTH) {
    return flat;
  }
  const end = ' '.repeat(indent);
  switch (expression.kind) {
    case 'map':
      return expression.entries.length === 0
        ? '{}'
        : `{\n${expression.entries.map(([key, part]) => belowComment(part, indent + 2, (of) => entryText(key, of, indent + 2))).join('')}${end}}`;
    case 'list':
      return `[\n${expression.items.map((item) => belowComment(item, indent + 2, (of) => printed(of, indent + 2, indent + 3))).join('')}${end}]`;
    case 'commented':
      return printed(expression.of, indent, before);
    case 'call':
      return callText(expression, indent, before);
    default:
      return brokenText(expression, indent) ?? flat ?? '';
  }
}

/** An entry or an item on lines of its own, below its comment. */
function belowComment(part: Expression, indent: number, text: (of: Expression) => string): string {
  const [lines, of] = part.kind === 'commented' ? [part.lines, part.of] : [[], part];
  return `${commentText(lines, indent)}${' '.repeat(indent)}${text(of)},\n`;
}

/** Comment lines of YAML as those of TypeScript. */
export function commentText(lines: readonly string[], indent: number): string {
  return [...new Set(lines)].map((line) => `${' '.repeat(indent)}${line.replace(/^#+/, '//')}\n`).join('');
}

/** Props with comments above their keys, or above items of their lists. */
export function withComments(props: MapExpression, comments: readonly KeyComment[]): MapExpression {
  const below = (part: Expression, about: readonly KeyComment[]): Expression =>
    about.length === 0 ? part : { kind: 'commented', lines: about.flatMap(({ lines }) => lines), of: part };
  return {
    kind: 'map',
    entries: props.entries.map(([key, part]) => {
      const about = comments.filter((comment) => comment.key === key);
      if (part.kind !== 'list') {
        return [key, below(part, about)];
      }
      const nameOf = (item: Expression) =>
        item.kind === 'map' ? item.entries.find(([each]) => each === 'name')?.[1] : undefined;
      const isAbout = (item: Expression) => (comment: KeyComment) =>
        comment.item !== undefined && constantOf(nameOf(item) ?? item)?.value === comment.item;
      const items = part.items.map((item) => below(item, about.filter(isAbout(item))));
      const others = about.filter((comment) => !part.items.some((item) => isAbout(item)(comment)));
      return [key, below({ kind: 'list', items }, others)];
    }),
  };
}

function entryText(key: string, part: Expression, indent: number): string {
  if (part.kind === 'column' && part.name === key) {
    return key;
  }
  const head = `${keyText(key)}: `;
  return key === SPREAD ? `...${flatText(part)}` : `${head}${printed(part, indent, indent + head.length + 1)}`;
}

/** The key of an entry that is spread. */
export const SPREAD = '...';

/** The last argument of a call stands where the call is, as people write options. */
function callText({ callee, args }: Extract<Expression, { kind: 'call' }>, indent: number, before: number): string {
  const last = args.at(-1);
  const head = `${callee}(${args
    .slice(0, -1)
    .map((arg) => `${flatText(arg) ?? printed(arg, indent)}, `)
    .join('')}`;
  if (
    last !== undefined &&
    (last.kind === 'map' || last.kind === 'list') &&
    !head.includes('\n') &&
    before + head.length < WIDTH
  ) {
    return `${head}${printed(last, indent, WIDTH)})`;
  }
  const space = ' '.repeat(indent + 2);
  return `${callee}(\n${args.map((arg) => `${space}${printed(arg, indent + 2, indent + 3)},\n`).join('')}${' '.repeat(indent)})`;
}

/** The expression on one line; nothing where a text of it has several. */
function flatText(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'value':
      return typeof expression.value === 'string' ? oneLine([expression.value]) : JSON.stringify(expression.value);
    case 'text':
      return oneLine(expression.pieces);
    case 'column':
      return expression.name;
    case 'commented':
      return undefined;
    case 'map': {
      const parts = expression.entries.map(([key, part]) => {
        const text = flatText(part);
        if (text === undefined || key === SPREAD) {
          return text === undefined ? undefined : `...${text}`;
        }
        return part.kind === 'column' && part.name === key ? key : `${keyText(key)}: ${text}`;
      });
      return parts.includes(undefined) ? undefined : parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
    }
    case 'list': {
      const items = expression.items.map(flatText);
      return items.includes(undefined) ? undefined : `[${items.join(', ')}]`;
    }
    case 'call': {
      const args = expression.args.map(flatText);
      return args.includes(undefined) ? undefined : `${expression.callee}(${args.join(', ')})`;
    }
  }
}

function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

/** A text of several lines, line by line. */
function brokenText(expression: Expression, indent: number): string | undefined {
  const pieces = piecesOf(expression);
  if (pieces === undefined || oneLine(pieces) !== undefined) {
    return undefined;
  }
  const lines = linesOf(pieces).map((line) => `${' '.repeat(indent + 2)}${oneLine(line)},\n`);
  return `[\n${lines.join('')}${' '.repeat(indent)}].join('\\n')`;
}

function piecesOf(expression: Expression): readonly Piece[] | undefined {
  if (expression.kind === 'text') {
    return expression.pieces;
  }
  return expression.kind === 'value' && typeof expression.value === 'string' ? [expression.value] : undefined;
}

/** The lines of a text with variables in it. */
function linesOf(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = [[]];
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      const [first = '', ...others] = piece.split('\n');
      lines.at(-1)!.push(first);
      lines.push(...others.map((line) => [line]));
    } else {
      lines.at(-1)!.push(piece);
    }
  }
  return lines;
}

/** A text on one line; nothing where it has several. */
function oneLine(pieces: readonly Piece[]): string | undefined {
  const written = pieces.filter((piece) => piece !== '');
  if (written.some((piece) => typeof piece === 'string' && piece.includes('\n'))) {
    return undefined;
  }
  if (written.every((piece) => typeof piece === 'string')) {
    return quoted(written.join(''));
  }
  const [first] = written;
  return written.length === 1 && typeof first === 'object'
    ? first.variable
    : `\`${written.map((piece) => (typeof piece === 'string' ? inTemplate(piece) : hole(piece.variable))).join('')}\``;
}

function inTemplate(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replace(/[`]|\$\{/g, '\\$&');
}

/** A variable inside of a template literal. */
function hole(variable: string): string {
  return `\${${variable}}`;
}

/** A text in single quotes, unless it has some itself. */
function quoted(text: string): string {
  const json = JSON.stringify(text);
  return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}
