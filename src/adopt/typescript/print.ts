import type { Expression } from './expression';

/** Lines that reviewers read without scrolling. */
const WIDTH = 118;

/** An expression as TypeScript, broken over lines where it is long. */
export function printed(expression: Expression, indent = 0, before = 0): string {
  const flat = flatText(expression);
  if (flat !== undefined && before + flat.length <= WIDTH) {
    return flat;
  }
  const space = ' '.repeat(indent + 2);
  const end = ' '.repeat(indent);
  switch (expression.kind) {
    case 'map':
      return expression.entries.length === 0
        ? '{}'
        : `{\n${expression.entries.map(([key, part]) => `${space}${entryText(key, part, indent + 2)},\n`).join('')}${end}}`;
    case 'list':
      return `[\n${expression.items.map((item) => `${space}${printed(item, indent + 2, indent + 3)},\n`).join('')}${end}]`;
    case 'call':
      return callText(expression, indent, before);
    default:
      return brokenText(expression, indent) ?? flat ?? '';
  }
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
      return oneLine(expression.parts);
    case 'column':
      return expression.name;
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
  const parts =
    expression.kind === 'text'
      ? expression.parts
      : expression.kind === 'value' && typeof expression.value === 'string'
        ? [expression.value]
        : undefined;
  if (parts === undefined || !parts.some((part) => part.includes('\n'))) {
    return undefined;
  }
  const lines = linesOf(parts).map((line) => `${' '.repeat(indent + 2)}${oneLine(line)},\n`);
  return `[\n${lines.join('')}${' '.repeat(indent)}].join('\\n')`;
}

/** The lines of a text with the name of the VM between its parts. */
function linesOf(parts: readonly string[]): string[][] {
  const lines: string[][] = [[]];
  for (const [i, part] of parts.entries()) {
    const [first = '', ...others] = part.split('\n');
    const line = lines.at(-1)!;
    if (i === 0) {
      line.push(first);
    } else {
      line[line.length] = first;
    }
    lines.push(...others.map((each) => [each]));
  }
  return lines;
}

function oneLine(parts: readonly string[]): string | undefined {
  if (parts.some((part) => part.includes('\n'))) {
    return undefined;
  }
  if (parts.length === 1) {
    return quoted(parts[0]!);
  }
  const inner = parts.map((part) =>
    JSON.stringify(part)
      .slice(1, -1)
      .replaceAll('\\"', '"')
      .replace(/[`]|\$\{/g, '\\$&'),
  );
  return isBareName(parts) ? 'name' : `\`${inner.join(NAME)}\``;
}

/** The name of the VM inside of a template literal. */
const NAME = '$' + '{name}';

function isBareName(parts: readonly string[]): boolean {
  return parts.length === 2 && parts.every((part) => part === '');
}

/** A text in single quotes, unless it has some itself. */
function quoted(text: string): string {
  const json = JSON.stringify(text);
  return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}
