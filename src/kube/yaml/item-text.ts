import type { YamlPath } from './place';
import { endOf, entriesTo, type YamlNode } from './tree';

/**
 * The text of an item of a list as a document of its own, comments and all.
 *
 * @param root the tree of the whole text
 * @returns nothing where it is written with brackets, or not line by line
 */
export function itemText(text: string, root: YamlNode, at: YamlPath): string | undefined {
  const found = entriesTo(root, at);
  const entry = found.at(-1);
  if (entry === undefined || found.length < at.length || entry.node.isFlow || entry.node.kind !== 'map') {
    return undefined;
  }
  const { node, start } = entry;
  const indent = node.start - text.lastIndexOf('\n', node.start - 1) - 1;
  const end = text.indexOf('\n', endOf(entry) - 1);
  const [first = '', ...others] = text.slice(node.start, end === -1 ? text.length : end).split('\n');
  const isBlock = text.slice(start + 1, node.start).trim() === '';
  const isDeep = others.every((line) => line.trim() === '' || line.slice(0, indent).trim() === '');
  return isBlock && isDeep ? `${[first, ...others.map((line) => line.slice(indent))].join('\n')}\n` : undefined;
}
