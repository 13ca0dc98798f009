import { tableOf } from '../rows/map-schema';
import type { AnyTable } from '../rows/row';
import { hintOf } from '../rows/shapes';
import type * as Z from './zod';
import { toJSONSchema } from './zod';

/** A part of a JSON Schema. */
export interface SchemaNode {
  $ref?: string;
  $defs?: Record<string, SchemaNode>;
  description?: string;
  properties?: Record<string, SchemaNode>;
  additionalProperties?: SchemaNode | false;
  items?: SchemaNode;
  anyOf?: readonly SchemaNode[];
  oneOf?: readonly { readonly required: readonly string[] }[];
  propertyNames?: SchemaNode;
  enum?: readonly string[];
  [key: string]: unknown;
}

/** What is said of a key of an interface. */
type SentenceOf = (name: string, key: string) => string | undefined;

/** The JSON Schema of a schema: every table once, under the name of its interface and with the sentences of that. */
export function jsonSchemaOf(schema: Z.ZodMiniType, sentenceOf: SentenceOf): SchemaNode {
  const names = new Map<AnyTable, string>();
  const nameOf = (table: AnyTable): string => {
    const known = names.get(table);
    if (known !== undefined) {
      return known;
    }
    const taken = [...names.values()];
    const name = [table.name, ...taken.map((_, i) => `${table.name}${i + 2}`)].find((each) => !taken.includes(each))!;
    names.set(table, name);
    return name;
  };
  const nodeOf = (part: Z.ZodMiniType): SchemaNode => {
    const { $schema: _, ...node } = toJSONSchema(part, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        const { oneOf, suggestions, ...hint } = hintOf(zodSchema) ?? {};
        const table = tableOf(zodSchema);
        Object.assign(jsonSchema, hint, table === undefined ? {} : { $ref: `#/$defs/${nameOf(table)}` });
        if (oneOf !== undefined) {
          jsonSchema.oneOf = oneOf.map((key) => ({ required: [key] }));
        }
        if (suggestions !== undefined) {
          // Editors offer what is in the list, and take anything.
          jsonSchema.anyOf = [{ enum: [...suggestions] }, {}];
        }
      },
    });
    return node as SchemaNode;
  };
  const root = nodeOf(schema);
  const $defs: Record<string, SchemaNode> = {};
  // Tables name further tables while they are written.
  for (const [table, name] of names) {
    $defs[name] = mapOf(table, nodeOf, sentenceOf);
  }
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...root, $defs };
}

function mapOf(
  { name, rows, oneOf }: AnyTable,
  nodeOf: (part: Z.ZodMiniType) => SchemaNode,
  sentenceOf: SentenceOf,
): SchemaNode {
  const required = Object.keys(rows).filter((key) => rows[key]!.isRequired === true);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(rows).map(([key, { shape, derive }]): [string, SchemaNode] => {
        const node = nodeOf(shape());
        const description = sentenceOf(name, key);
        return [
          key,
          {
            ...(derive === undefined ? node : { anyOf: [node, { type: 'null' }] }),
            ...(description === undefined ? {} : { description }),
          },
        ];
      }),
    ),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    ...(oneOf.length === 0 ? {} : { oneOf: oneOf.map((key) => ({ required: [key] })) }),
  };
}
