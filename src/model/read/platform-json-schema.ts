import { jsonSchemaOf, type SchemaNode } from './json-schema';
import { PLATFORM } from './platform-schema';
import { sentenceOf } from './sentences';

/** The JSON Schema of one document of `polyvirt.yaml`, for editors: with the sentences of its keys. */
export function platformJsonSchema(): SchemaNode {
  return {
    ...jsonSchemaOf(PLATFORM, sentenceOf),
    // The site of docs/ has it there.
    $id: 'https://polyvirt.github.io/polyvirt/schemas/platform.schema.json',
    title: 'polyvirt Platform',
    description: 'One cluster and the virtual machines on it.',
  };
}
