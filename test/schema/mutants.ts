import type { CrdSchema } from './strict-oracle';

/** Text that matches the patterns of the CRDs; any of them, for each. */
const TEXTS = ['x', '1Gi', '02:00:00:00:00:01', '0.5', 'kubevirt-hyperconverged', '2027-01-31T08:00:00Z'];

/** A valid value: with every field that a schema has, or only with those that it requires. */
export function validValue(schema: CrdSchema, extent: 'full' | 'least'): unknown {
  const { pattern, format, minimum = 1 } = schema as { pattern?: string; format?: string; minimum?: number };
  if (Array.isArray(schema.enum)) {
    return schema.enum[0];
  }
  if (schema['x-kubernetes-int-or-string'] === true) {
    return '1Gi';
  }
  switch (schema.type) {
    case 'string':
      return format === 'date-time' ? TEXTS.at(-1) : TEXTS.find((text) => new RegExp(pattern ?? '').test(text));
    case 'integer':
    case 'number':
      return minimum;
    case 'boolean':
      return true;
    case 'array':
      return schema.items === undefined || extent === 'least' ? [] : [validValue(schema.items, extent)];
    default: {
      const { properties = {}, additionalProperties, required = [] } = schema;
      const names = extent === 'full' ? Object.keys(properties) : required;
      const fields = names.map((name) => [name, validValue(properties[name]!, extent)]);
      const isFree = extent === 'full' && typeof additionalProperties === 'object';
      return Object.fromEntries([...fields, ...(isFree ? [['free', validValue(additionalProperties, extent)]] : [])]);
    }
  }
}

/** What takes the place of a value: something of each type, and what is out of most bounds. */
const REPLACEMENTS: readonly unknown[] = [null, 'y', '', 7, -1, 1.5, 1e12, 1e20, true, {}, { strange: 1 }, [], ['z']];

/**
 * Makes every small mistake below a schema in turn: every field deleted, renamed and replaced, a field added to every
 * map, an item twice in every list. Around each is only what is required, so that thousands can be asked about.
 */
export function eachMutant(schema: CrdSchema, tryOut: (value: unknown, mutation: string) => void, path = ''): void {
  for (const replacement of REPLACEMENTS) {
    tryOut(replacement, `${path} = ${JSON.stringify(replacement)}`);
  }
  const { properties = {}, items, additionalProperties } = schema;
  if (items !== undefined) {
    const item = validValue(items, 'least');
    tryOut([item, item], `${path} with an item twice`);
    eachMutant(items, (value, mutation) => tryOut([value], mutation), `${path}[]`);
  }
  if (typeof additionalProperties === 'object') {
    eachMutant(additionalProperties, (value, mutation) => tryOut({ free: value }, mutation), `${path}.*`);
  }
  if (schema.type === 'object') {
    const around = validValue(schema, 'least') as Record<string, unknown>;
    tryOut({ ...around, strange: 1 }, `${path} with a strange field`);
    for (const [name, part] of Object.entries(properties)) {
      const { [name]: value = validValue(part, 'least'), ...others } = around;
      tryOut({ ...others, [name]: value }, `${path} with the least and ${name}`);
      tryOut(others, `${path}.${name} deleted`);
      tryOut({ ...others, [`${name}X`]: value }, `${path}.${name} renamed`);
      eachMutant(part, (value, mutation) => tryOut({ ...others, [name]: value }, mutation), `${path}.${name}`);
    }
  }
}
