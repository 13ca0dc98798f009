import type { FieldKind, FieldTable } from '../../imports/field-table';
import { type Kind, keyOf } from './kinds';
import type { Schema } from './schema';

/**
 * The field table of these kinds as a TypeScript file.
 *
 * One node per line, for the sake of reviews; text that is parsed when it is asked for, since JSON is read several
 * times as fast as the same written as code.
 */
export function writeFields(kinds: readonly Kind[]): string {
  return `import type { FieldTable } from './field-table';

export const fields = (): FieldTable => JSON.parse(String.raw\`${escapeTemplate(tableText(kinds))}\`);
`;
}

/** The same table without a file, as an import would load it. */
export function fieldTable(kinds: readonly Kind[]): FieldTable {
  return JSON.parse(tableText(kinds)) as FieldTable;
}

function tableText(kinds: readonly Kind[]): string {
  const nodes = new Map<string, number>();
  const heads = kinds.map(
    (kind) => `${JSON.stringify(keyOf(kind))}:${JSON.stringify(headOf(kind, addNode(kind.schema, nodes)))}`,
  );
  return `{"kinds":{\n${heads.join(',\n')}\n},"nodes":[\n${[...nodes.keys()].join(',\n')}\n]}`;
}

function headOf({ plural, scope, deprecated, releases, since, until }: Kind, node: number): FieldKind {
  return {
    node,
    plural,
    scope,
    ...(deprecated ? { deprecated } : {}),
    ...(releases.length === 0 ? {} : { releases }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
}

/** Place of a node in the list, after everything that it holds; equal nodes have one place. */
function addNode(schema: Schema, nodes: Map<string, number>): number {
  const add = (part: Schema | undefined) => (part === undefined ? undefined : addNode(part, nodes));
  const all = (parts: readonly Schema[] | undefined) => parts?.map((part) => addNode(part, nodes));
  const properties = [...(schema.properties ?? [])];
  const histories = (end: 'since' | 'until' | 'gaps') =>
    properties.flatMap(([name, property]) => (property[end] === undefined ? [] : [[name, property[end]] as const]));
  const entries: (readonly [string, string | undefined])[] = [
    ...Object.entries(schema.constraints).map(([name, value]) => [name, JSON.stringify(value)] as const),
    ['properties', schema.properties && mapText(properties.map(([name, part]) => [name, addNode(part.schema, nodes)]))],
    ['since', nonEmptyMap(histories('since'))],
    ['until', nonEmptyMap(histories('until'))],
    ['gaps', nonEmptyMap(histories('gaps'))],
    ['items', JSON.stringify(add(schema.items))],
    ['values', JSON.stringify(add(schema.values))],
    ['allOf', JSON.stringify(all(schema.allOf))],
    ['anyOf', JSON.stringify(all(schema.anyOf))],
    ['oneOf', JSON.stringify(all(schema.oneOf))],
    ['not', JSON.stringify(add(schema.not))],
    ['was', JSON.stringify(schema.was)],
  ];
  const written = entries.flatMap(([name, text]) => (text === undefined ? [] : [`"${name}":${text}`]));
  const line = `{${written.join(',')}}`;
  const place = nodes.get(line) ?? nodes.size;
  nodes.set(line, place);
  return place;
}

/** Written by hand: an object with a key like `__proto__` or `1` would lose it or its order. */
function mapText(entries: readonly (readonly [string, unknown])[]): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;
}

function nonEmptyMap(entries: readonly (readonly [string, unknown])[]): string | undefined {
  return entries.length === 0 ? undefined : mapText(entries);
}

/** JSON may say any character by its number, so nothing ends or opens the template around it. */
function escapeTemplate(json: string): string {
  return json.replaceAll('`', '\\u0060').replaceAll('${', '\\u0024{');
}
