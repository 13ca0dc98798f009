import { jsonSchemaOf, type SchemaNode } from './json-schema';
import { PLATFORM } from './platform-schema';
import { sentenceOf } from './sentences';

/** The JSON Schema of one document of `polyvirt.yaml`, for editors: with the sentences of its keys. */
export function platformJsonSchema(): SchemaNode {
  return {
    ...jsonSchemaOf(PLATFORM, sentenceOf),
    title: 'polyvirt Platform',
    description: 'One cluster and the virtual machines on it.',
  };
}
