import { isMap } from '../object';
import { flowYaml } from './edit';
import { scalarText } from './emit';

/** Comments above values, by the value itself: lines with their signs. */
export type ValueComments = ReadonlyMap<unknown, readonly string[]>;

/** Lines of a file that people read side by side. */
const WIDTH = 110;

/**
 * Plain data as a person writes a platform file: keys in the order in which they come, what is short on one line.
 *
 * Manifests are written by `emitYaml`, whose bytes are for ever; this is for files that people go on editing.
 */
export function compactYaml(value: Readonly<Record<string, unknown>>, comments: ValueComments = new Map()): string {
  return `${mapLines(value, 0, comments).join('\n')}\n`;
}

function mapLines(map: Readonly<Record<string, unknown>>, indent: number, comments: ValueComments): string[] {
  return Object.entries(map)
    .filter(([, value]) => value !== undefined)
    .flatMap(([key, value]) => [
      ...commentLines(value, indent, comments),
      ...valueLines(`${flowYaml(key)}:`, value, indent, isMainPart(key, value, indent), comments),
    ]);
}

/** What a file is about stands line by line, however short it is. */
function isMainPart(key: string, value: unknown, indent: number): boolean {
  return (indent === 0 && key === 'spec') || (indent === 2 && Array.isArray(value) && value.length > 0);
}

/** A value behind its key or dash, on one line where it fits. */
function valueLines(head: string, value: unknown, indent: number, isBlock: boolean, comments: ValueComments): string[] {
  const space = ' '.repeat(indent);
  const flow = isBlock || !isFlowable(value, comments) ? undefined : flowYaml(value);
  if (flow !== undefined && (indent + head.length + flow.length < WIDTH || !isCollection(value) || /^..$/.test(flow))) {
    return [`${space}${head} ${flow}`];
  }
  if (Array.isArray(value)) {
    const below = head === '-' ? indent + 2 : indent;
    return [`${space}${head}`, ...listLines(value, below, comments)];
  }
  if (isMap(value)) {
    const lines = mapLines(value, indent + 2, comments);
    // The first key of an item stands behind its dash, unless a comment is above it.
    return head === '-' && !lines[0]!.trimStart().startsWith('#')
      ? [`${space}- ${lines[0]!.trimStart()}`, ...lines.slice(1)]
      : [`${space}${head}`, ...lines];
  }
  return `${space}${head} ${scalarText(value, indent + 2)}`.split('\n');
}

function listLines(list: readonly unknown[], indent: number, comments: ValueComments): string[] {
  return list.flatMap((item) => [
    ...commentLines(item, indent, comments),
    ...valueLines('-', item, indent, false, comments),
  ]);
}

function commentLines(value: unknown, indent: number, comments: ValueComments): string[] {
  return (isCollection(value) ? (comments.get(value) ?? []) : []).map((line) => `${' '.repeat(indent)}${line}`);
}

function isCollection(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Whether a value can stand on one line: no text of it has several lines, and no part of it a comment. */
function isFlowable(value: unknown, comments: ValueComments): boolean {
  if (!isCollection(value)) {
    return typeof value !== 'string' || !value.includes('\n');
  }
  return Object.values(value as object).every((part) => !comments.has(part) && isFlowable(part, comments));
}
