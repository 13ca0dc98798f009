import type { FieldNode, FieldTable } from '../../imports/field-table';
import { pathSteps } from '../../src/kube/path';
import { toJSONSchema } from '../../src/model/read/zod';
import { tableOf } from '../../src/model/rows/map-schema';
import type { AnyRow, AnyTable } from '../../src/model/rows/row';
import { hintOf } from '../../src/model/rows/shapes';
import type { Members } from './sentences';

/** A kind that people declare. */
export interface ReferenceKind {
  readonly kind: string;
  /** Where it is declared in a platform file. */
  readonly key: string;
  readonly table: AnyTable;
  readonly apiVersion: string;
  readonly fields: FieldTable;
  /** The text before the table of the page, where it is not the usual one. */
  readonly intro?: string;
  /** Tables that have a page of their own. */
  readonly elsewhere?: ReadonlySet<AnyTable>;
}

/** The page of one kind: every key, what it may be, the field that it becomes and since when there is one. */
export function referencePage(kind: ReferenceKind, interfaces: ReadonlyMap<string, Members>): string {
  const rows = rowsOf(kind.table, '', (field) => [field], kind.elsewhere ?? new Set());
  const lines = rows.map(({ key, row, field, table, name }) => {
    const { text, standard } = said(interfaces, table, name);
    const cells = [
      `\`${key}\``,
      typeOf(row),
      standard,
      field === undefined ? '–' : `\`${field}\``,
      field === undefined ? '' : (sinceOf(kind, field) ?? ''),
      text,
    ];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return `<!-- Written by npm run pages, of src/model. -->
# ${kind.kind}: every key

${kind.intro ?? introOf(kind)}

| key | type | default | field | since | |
|---|---|---|---|---|---|
${lines.join('\n')}
`;
}

function introOf(kind: ReferenceKind): string {
  return `Keys of \`${kind.key}\` in \`polyvirt.yaml\`, and props of \`new ${kind.kind}(…)\`. \`[]\` stands for an item of a list. Set a key to \`null\` to leave its
default to the cluster. For fields without a key, use \`spec\` or \`patches\`.`;
}

interface KeyRow {
  readonly key: string;
  readonly row: AnyRow;
  readonly field: string | undefined;
  readonly table: AnyTable;
  readonly name: string;
}

function rowsOf(
  table: AnyTable,
  prefix: string,
  place: (field: string) => readonly string[],
  elsewhere: ReadonlySet<AnyTable>,
): KeyRow[] {
  return Object.entries(table.rows).flatMap(([name, row]): KeyRow[] => {
    const key = `${prefix}${name}`;
    const [field] = row.fields.flatMap((each) => place(each.replace(/!$/, '')));
    const isList = Array.isArray(row.example);
    const below =
      row.below === undefined || elsewhere.has(row.below)
        ? []
        : rowsOf(
            row.below,
            `${key}${isList ? '[]' : ''}.`,
            (inner) => row.place!(inner).flatMap((each) => place(each)),
            elsewhere,
          );
    return [{ key, row, field: field?.replaceAll('[*]', '[]'), table, name }, ...below];
  });
}

interface Json {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Json[];
  readonly items?: Json;
}

function typeOf({ shape, derive }: AnyRow): string {
  const schema = shape();
  const json = toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { enum: values } = hintOf(zodSchema) ?? {};
      const isTable = tableOf(zodSchema) !== undefined;
      Object.assign(jsonSchema, values === undefined ? {} : { enum: values }, isTable ? { type: 'object' } : {});
    },
  }) as Json;
  return derive === undefined ? typeText(json) : `${typeText(json)}, null`;
}

function typeText({ type, enum: values, const: only, anyOf, items }: Json): string {
  if (anyOf !== undefined) {
    return [...new Set(anyOf.map(typeText))].join(', ');
  }
  if (values !== undefined) {
    return values.map((value) => `\`${String(value)}\``).join(', ');
  }
  if (only !== undefined) {
    return `\`${String(only)}\``;
  }
  if (type === 'array') {
    return `list of ${typeText(items ?? {})}`;
  }
  const types = type === undefined ? ['any'] : [type].flat();
  return types.map((each) => WORDS[each] ?? each).join(', ');
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  object: 'map',
  integer: 'whole number',
  boolean: 'true or false',
};

function said(
  interfaces: ReadonlyMap<string, Members>,
  { name }: Pick<AnyTable, 'name'>,
  key: string,
): { readonly text: string; readonly standard: string } {
  const { own, parents = [] } = interfaces.get(name) ?? {};
  const sentence = own?.get(key);
  if (sentence === undefined) {
    const found = parents.map((parent) => said(interfaces, { name: parent }, key)).find(({ text }) => text !== '');
    return found ?? { text: '', standard: '' };
  }
  const [, text = sentence, standard = ''] = /^(.*?)(?: Default: (.*)\.)?$/s.exec(sentence) ?? [];
  return { text, standard };
}

/** The first release that has a field; nothing where all that were compared have it, or none is known to. */
function sinceOf({ apiVersion, kind, fields }: ReferenceKind, field: string): string | undefined {
  const known = fields.kinds[`${apiVersion}/${kind}`];
  let node: FieldNode | undefined = known === undefined ? undefined : fields.nodes[known.node];
  let since: string | undefined;
  for (const { text, isItem } of pathSteps(field) ?? []) {
    since = (isItem ? undefined : node?.since?.[text]) ?? since;
    const next: number | undefined = isItem ? node?.items : (node?.properties?.[text] ?? node?.values);
    node = next === undefined ? undefined : fields.nodes[next];
  }
  return since;
}
