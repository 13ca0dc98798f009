import { isMap } from '../object';
import { flowYaml } from './edit';
import { scalarText } from './emit';

/** Comments of plain data: lines with their signs, each once. */
export class YamlComments {
  private readonly values = new Map<unknown, Set<string>>();
  private readonly keys = new Map<unknown, Map<string, Set<string>>>();

  /** Puts lines above a map or a list, wherever that is. */
  public add(value: object, lines: readonly string[]): void {
    if (lines.length > 0) {
      this.values.set(value, new Set([...(this.values.get(value) ?? []), ...lines]));
    }
  }

  /** Puts lines above a key of a map. */
  public addAt(map: object, key: string, lines: readonly string[]): void {
    const keys = this.keys.get(map) ?? new Map<string, Set<string>>();
    this.keys.set(map, keys.set(key, new Set([...(keys.get(key) ?? []), ...lines])));
  }

  /** The lines above a value. */
  public above(value: unknown): readonly string[] {
    return [...(this.values.get(value) ?? [])];
  }

  /** The lines above a key. */
  public aboveKey(map: unknown, key: string): readonly string[] {
    return [...(this.keys.get(map)?.get(key) ?? [])];
  }
}

/** Lines of a file that people read side by side. */
const WIDTH = 110;

/**
 * Plain data as a person writes a platform file: keys in the order in which they come, what is short on one line.
 *
 * Manifests are written by `emitYaml`, whose bytes are for ever; this is for files that people go on editing.
 */
export function compactYaml(value: Readonly<Record<string, unknown>>, comments = new YamlComments()): string {
  return `${mapLines(value, 0, comments).join('\n')}\n`;
}

function mapLines(map: Readonly<Record<string, unknown>>, indent: number, comments: YamlComments): string[] {
  return Object.entries(map)
    .filter(([, value]) => value !== undefined)
    .flatMap(([key, value]) => [
      ...commentLines([...comments.aboveKey(map, key), ...comments.above(value)], indent),
      ...valueLines(`${flowYaml(key)}:`, value, indent, isMainPart(key, value, indent), comments),
    ]);
}

/** What a file is about stands line by line, however short it is. */
function isMainPart(key: string, value: unknown, indent: number): boolean {
  return (indent === 0 && key === 'spec') || (indent === 2 && Array.isArray(value) && value.length > 0);
}

/** A value behind its key or dash, on one line where it fits. */
function valueLines(head: string, value: unknown, indent: number, isBlock: boolean, comments: YamlComments): string[] {
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

function listLines(list: readonly unknown[], indent: number, comments: YamlComments): string[] {
  return list.flatMap((item) => [
    ...commentLines(comments.above(item), indent),
    ...valueLines('-', item, indent, false, comments),
  ]);
}

function commentLines(lines: readonly string[], indent: number): string[] {
  return lines.map((line) => `${' '.repeat(indent)}${line}`);
}

function isCollection(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Whether a value can stand on one line: no text of it has several lines, and nothing in it a comment. */
function isFlowable(value: unknown, comments: YamlComments): boolean {
  if (!isCollection(value)) {
    return typeof value !== 'string' || !value.includes('\n');
  }
  const parts = Object.entries(value as object);
  return parts.every(
    ([key, part]) =>
      comments.aboveKey(value, key).length === 0 && comments.above(part).length === 0 && isFlowable(part, comments),
  );
}
