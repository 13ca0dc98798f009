import { readFileSync, statSync } from 'node:fs';
import { isMap } from '../../kube/object';
import { isProblem, readYaml } from '../../kube/yaml/reader';
import { hash } from '../host/process';
import { readText } from '../host/read-text';

/** Larger ones are compared as bytes. */
const LARGEST = 4 << 20;

/** Texts in which the way lines end means nothing. */
const LINES = /\.(ya?ml|json|tpl|gotmpl|jsonnet|libsonnet|cue|pkl|ts|js|mjs|cjs)$/i;

/**
 * A digest of what a file means: of YAML and JSON neither comments, nor spelling, nor the order of keys count.
 *
 * An unreadable file has a print that is like no other.
 */
export function contentPrint(path: string): string {
  try {
    if (!statSync(path).isFile()) {
      // A pipe or a device may have no end.
      return `irregular ${path}`;
    }
    if (!LINES.test(path)) {
      return hash('sha256', readFileSync(path));
    }
    const text = readText(path, LARGEST).replace(/^\ufeff/, '');
    return textPrint(text, path);
  } catch {
    return bytesPrint(path);
  }
}

/** The same of a text. */
export function textPrint(text: string, path: string): string {
  const values = /\.(ya?ml|json)$/i.test(path) && !text.includes('{{') ? [...readYaml(text)] : undefined;
  return values === undefined || values.some(isProblem)
    ? hash('sha256', text.replace(/\r\n/g, '\n'))
    : valuePrint(values.map((read) => ('value' in read ? read.value : undefined)));
}

/** A digest of a value, whatever the order of its keys. */
export function valuePrint(value: unknown): string {
  return hash(
    'sha256',
    JSON.stringify(value, (_, each: unknown) =>
      isMap(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
    ) ?? '',
  );
}

function bytesPrint(path: string): string {
  try {
    return hash('sha256', readFileSync(path));
  } catch {
    // Whether it is the same cannot be said.
    return `unreadable ${path}`;
  }
}
