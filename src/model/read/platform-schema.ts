import type { YamlPath } from '../../kube/yaml/place';
import { PLATFORM_FILE } from '../platform-file';
import { jsonSchemaOf, type SchemaNode } from './json-schema';
import { described, lazily } from './shapes';
import * as z from './zod';

/** What the schema makes of a document; `spec` is more than its type says. */
export interface PlatformDocument {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly parameters?: readonly unknown[] };
}

/** One document of `polyvirt.yaml`. */
export const PLATFORM = lazily(() =>
  z.strictObject({
    apiVersion: z.literal('polyvirt.io/v1'),
    kind: z.literal('Platform'),
    metadata: z.strictObject({
      name: described(z.string().check(z.minLength(1)), 'Name of the cluster, and of its output folder.'),
    }),
    spec: lazily(PLATFORM_FILE.shape),
  }),
);

let jsonSchema: SchemaNode | undefined;

/** The JSON Schema of one document, for editors. */
export function platformJsonSchema(): SchemaNode {
  jsonSchema ??= {
    ...jsonSchemaOf(PLATFORM),
    title: 'polyvirt Platform',
    description: 'One cluster and the virtual machines on it.',
  };
  return jsonSchema;
}

/** The keys that the schema knows at a path; asked for only when there is a mistake. */
export function knownKeys(path: YamlPath): string[] {
  const node = nodeAt(path);
  return Object.keys(node?.properties ?? {}).concat(resolved(node?.propertyNames)?.enum ?? []);
}

/** Where a key of this name is below a path, a few levels deep: `cpu.cores` for `cores`. */
export function keyBelow(path: YamlPath, key: string, depth = 2): string | undefined {
  const { properties = {} } = nodeAt(path) ?? {};
  const parts = Object.keys(properties).filter((each) => properties[each]?.items === undefined);
  const direct = parts.find((each) => knownKeys([...path, each]).includes(key));
  if (direct !== undefined) {
    return `${direct}.${key}`;
  }
  const deeper = depth === 0 ? [] : parts.map((each) => [each, keyBelow([...path, each], key, depth - 1)] as const);
  const [found] = deeper.filter(([, below]) => below !== undefined);
  return found === undefined ? undefined : `${found[0]}.${found[1]}`;
}

function nodeAt(path: YamlPath): SchemaNode | undefined {
  let node = resolved(platformJsonSchema());
  for (const step of path) {
    node = resolved(
      typeof step === 'number' ? node?.items : (node?.properties?.[step] ?? (node?.additionalProperties || undefined)),
    );
    node = node?.anyOf?.map(resolved).find((each) => each?.properties !== undefined) ?? node;
  }
  return node;
}

function resolved(node: SchemaNode | undefined): SchemaNode | undefined {
  const { $defs } = platformJsonSchema();
  return node?.$ref === undefined ? node : resolved($defs?.[node.$ref.replace('#/$defs/', '')]);
}
