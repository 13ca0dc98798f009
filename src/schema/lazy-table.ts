import type { FieldNode, FieldTable } from '../../imports/field-table';

/** What stands between the kinds of a table and its nodes, which are one to a line: see `writeFields`. */
const BETWEEN = '\n},"nodes":[\n';
const END = '\n]}';

/**
 * A field table from its text, of which nodes are read when they are asked for.
 *
 * A platform with a few kinds of objects needs a fifth of them, and reading all takes longer than checking one object. Our
 * build puts this in place of `JSON.parse`: see `scripts/bundle.mjs`.
 */
export function lazyTable(text: string): FieldTable {
  const [head = '', lines = ''] = text.split(BETWEEN);
  const nodes: (FieldNode | undefined)[] = [];
  const texts = lines.slice(0, -END.length).split(',\n');
  const nodeAt = (place: number): FieldNode | undefined => {
    if (nodes[place] === undefined && texts[place] !== undefined) {
      nodes[place] = JSON.parse(texts[place]) as FieldNode;
    }
    return nodes[place];
  };
  return {
    ...(JSON.parse(`${head}}}`) as Pick<FieldTable, 'kinds'>),
    nodes: new Proxy<readonly FieldNode[]>([], {
      get: (_, name) => (name === 'length' ? texts.length : nodeAt(Number(String(name)))),
    }),
  };
}
