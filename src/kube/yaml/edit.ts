import { isMap } from '../object';
import { flowScalar } from './emit';
import { endOf, entriesTo, type YamlEntry, type YamlNode, yamlTree } from './tree';

/** One change of a document: a value at a path, or nothing there any more. An item behind the last one is added. */
export type YamlEdit =
  | { readonly at: readonly (string | number)[]; readonly set: unknown }
  | { readonly at: readonly (string | number)[]; readonly remove: true };

/**
 * The text of a document with one change: everything else stays as it is, comments and order too.
 *
 * The text is edited, not written anew: a writer would have its own idea of quotes, indentation and long lines. Nothing
 * where the path cannot be reached, as through an alias.
 */
export function editYaml(text: string, edit: YamlEdit): string | undefined {
  const root = yamlTree(text);
  if (root === undefined || edit.at.length === 0) {
    return undefined;
  }
  const found = entriesTo(root, edit.at);
  const last = found.at(-1);
  if ('remove' in edit) {
    const parent = found.at(-2)?.node ?? root;
    return found.length < edit.at.length || last === undefined ? text : removed(text, parent, last, found.at(-2));
  }
  if (found.length === edit.at.length && last !== undefined) {
    return replaced(text, last, flowYaml(edit.set));
  }
  const [step, ...deeper] = edit.at.slice(found.length);
  const value = deeper.reduceRight<unknown>(
    (below, key) => (typeof key === 'number' ? [below] : { [key]: below }),
    edit.set,
  );
  return added(text, last?.node ?? root, last, step!, value);
}

/** The value of an entry, with all that is below it, becomes another one on the line of its key. */
function replaced(text: string, { after, node, key, start }: YamlEntry, value: string): string {
  const from = key === undefined && after === start ? start : after;
  return `${text.slice(0, from)}${from === start ? '' : ' '}${value}${text.slice(Math.max(node.end, from))}`;
}

function added(
  text: string,
  node: YamlNode,
  entry: YamlEntry | undefined,
  step: string | number,
  value: unknown,
): string | undefined {
  const isItem = typeof step === 'number';
  const line = isItem ? flowYaml(value) : `${flowYaml(step)}: ${flowYaml(value)}`;
  if (node.isEmpty && entry !== undefined) {
    return replaced(text, entry, isItem ? `[${line}]` : `{ ${line} }`);
  }
  if (node.kind !== (isItem ? 'list' : 'map')) {
    return undefined;
  }
  const last = node.entries.at(-1);
  if (node.isFlow) {
    return last === undefined
      ? `${text.slice(0, node.start)}${isItem ? `[${line}]` : `{ ${line} }`}${text.slice(node.end)}`
      : `${text.slice(0, endOf(last))}, ${line}${text.slice(endOf(last))}`;
  }
  if (last === undefined) {
    return undefined;
  }
  const end = lineEnd(text, endOf(last));
  const indent = ' '.repeat(columnOf(text, last.start));
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const tail = text.slice(end).startsWith('\n') || text.slice(end).startsWith('\r\n') ? '' : newline;
  return `${text.slice(0, end)}${newline}${indent}${isItem ? '- ' : ''}${line}${tail}${text.slice(end)}`;
}

function removed(text: string, parent: YamlNode, entry: YamlEntry, above: YamlEntry | undefined): string {
  const i = parent.entries.indexOf(entry);
  const next = parent.entries[i + 1];
  const before = parent.entries[i - 1];
  if (next === undefined && before === undefined) {
    const nothing = parent.kind === 'list' ? '[]' : '{}';
    return above === undefined
      ? `${text.slice(0, parent.start)}${nothing}${text.slice(parent.end)}`
      : replaced(text, above, nothing);
  }
  if (parent.isFlow) {
    return next === undefined
      ? text.slice(0, endOf(before!)) + text.slice(endOf(entry))
      : text.slice(0, entry.start) + text.slice(next.start);
  }
  const own = text.lastIndexOf('\n', entry.start - 1) + 1;
  // The first entry of an item stands behind its dash: the next one takes its place there.
  if (next !== undefined && text.slice(own, entry.start).trim() !== '') {
    return text.slice(0, entry.start) + text.slice(next.start);
  }
  const end = lineEnd(text, endOf(entry));
  return text.slice(0, own) + text.slice(text.startsWith('\r\n', end) ? end + 2 : end + 1);
}

/** The end of the line, with the comment that is on it. A literal block ends with its line already. */
function lineEnd(text: string, from: number): number {
  const start = text[from - 1] === '\n' ? from - 1 : from;
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : text[end - 1] === '\r' ? end - 1 : end;
}

function columnOf(text: string, offset: number): number {
  return offset - text.lastIndexOf('\n', offset - 1) - 1;
}

/** Plain data on one line, as one writes it by hand: `{ architectures: [amd64] }`. */
export function flowYaml(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(flowYaml).join(', ')}]`;
  }
  if (isMap(value)) {
    const entries = Object.entries(value).map(([key, part]) => `${flowYaml(key)}: ${flowYaml(part)}`);
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  if (typeof value === 'string') {
    const text = flowScalar(value);
    // Between brackets a comma would end a plain text.
    return text === value && value.includes(',') ? JSON.stringify(value) : text;
  }
  return JSON.stringify(value ?? null);
}
