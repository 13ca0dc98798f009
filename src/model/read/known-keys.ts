import type { YamlPath } from '../../kube/yaml/place';
import { jsonSchemaOf, type SchemaNode } from './json-schema';
import { PLATFORM } from './platform-schema';

let ofPlatform: SchemaNode | undefined;

/** Without the sentences of its keys, which are longer than all the rest. */
function schema(): SchemaNode {
  ofPlatform ??= jsonSchemaOf(PLATFORM, () => undefined);
  return ofPlatform;
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
  let node = resolved(schema());
  for (const step of path) {
    node = resolved(
      typeof step === 'number' ? node?.items : (node?.properties?.[step] ?? (node?.additionalProperties || undefined)),
    );
    node = node?.anyOf?.map(resolved).find((each) => each?.properties !== undefined) ?? node;
  }
  return node;
}

function resolved(node: SchemaNode | undefined): SchemaNode | undefined {
  const { $defs } = schema();
  return node?.$ref === undefined ? node : resolved($defs?.[node.$ref.replace('#/$defs/', '')]);
}
