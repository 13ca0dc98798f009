import { isMap } from '../object';

/** Words that a reader of YAML may take for something else than text. */
const RESERVED = /^(true|false|yes|no|on|off|y|n|null|~)$/i;
const PLAIN = /^[A-Za-z_/][A-Za-z0-9_./-]*$/;

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
    // A text in double quotes of JSON is one of YAML.
    return PLAIN.test(value) && !RESERVED.test(value) ? value : JSON.stringify(value);
  }
  return JSON.stringify(value ?? null);
}
