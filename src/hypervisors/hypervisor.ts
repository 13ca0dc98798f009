import { ARCHITECTURES } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { chooseFrom } from '../findings/suggestion';
import { asText, isMap } from '../kube/object';
import { type HypervisorDeclaration, type HypervisorOptions, malformed, REALISATIONS } from './declaration';
import { FEATURE_NAMES } from './features';
import { PROPERTIES, type Property } from './profile';

/** A hypervisor of a platform: which one, and how it reaches the cluster. */
export class Hypervisor {
  /** One of the catalogue, which `polyvirt hypervisors` prints. */
  public static of(name: string, options: HypervisorOptions = {}): Hypervisor {
    return new Hypervisor({ ...options, name });
  }

  /** One of your own. With `extends` it says only what differs; without, everything. */
  public static define(definition: HypervisorDeclaration): Hypervisor {
    return new Hypervisor(definition);
  }

  /** What was said, as far as it can be read. */
  public readonly declaration: HypervisorDeclaration;
  /** What could not be read; the platform says it. */
  public readonly findings: readonly Finding[];

  private constructor(given: unknown) {
    const { declaration, findings } = readDeclaration(given);
    this.declaration = declaration;
    this.findings = findings;
  }
}

/** A declaration of which every value has its type, and what was wrong with the others. */
interface ReadDeclaration {
  readonly declaration: HypervisorDeclaration;
  readonly findings: readonly Finding[];
}

/** What a value has to be: whether it is, and in words. */
interface ValueShape {
  readonly is: (value: unknown) => boolean;
  readonly words: string;
}

const TEXT: ValueShape = { is: isText, words: 'a text' };
const FLAG: ValueShape = { is: (value) => typeof value === 'boolean', words: 'true or false' };
const QUANTITY: ValueShape = {
  is: (value) => isText(value) || (typeof value === 'number' && Number.isFinite(value)),
  words: 'a quantity, as "30Mi"',
};
const TEXTS: ValueShape = { is: (value) => Array.isArray(value) && value.every(isText), words: 'a list of texts' };
const MODE = oneOf('modular', 'monolithic', 'none');

/** Properties that are no text. */
const SHAPES: Readonly<Partial<Record<Property, ValueShape>>> = {
  iso: FLAG,
  privileged: FLAG,
  bootOrder: FLAG,
  ballooning: FLAG,
  virtlogd: FLAG,
  root: FLAG,
  controllers: FLAG,
  smbios: FLAG,
  processPrefixes: TEXTS,
  daemonMode: MODE,
};

const HOST_DEVICE_KEYS: readonly string[] = ['pci', 'mediated'];

/** What each key of a declaration holds: one value, or a map of them with these keys. */
const KEYS: Readonly<Record<string, ValueShape | ((key: string) => ValueShape | undefined)>> = {
  name: TEXT,
  extends: TEXT,
  driver: TEXT,
  realisation: oneOf(...REALISATIONS),
  environment: () => ({ is: (value) => typeof value === 'string', words: 'a text' }),
  properties: (key) => (PROPERTIES.includes(key as Property) ? propertyShape(key as Property) : undefined),
  features: (key) => (FEATURE_NAMES.includes(key as never) ? FLAG : undefined),
  hostDevice: (key) => (HOST_DEVICE_KEYS.includes(key) ? TEXT : undefined),
  image: (key) => ([...ARCHITECTURES, 'all'].includes(key) ? TEXT : undefined),
};

/** Names that a map may have, to suggest one for a misspelt name. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  properties: PROPERTIES,
  features: FEATURE_NAMES,
  image: ['all', ...ARCHITECTURES],
  hostDevice: HOST_DEVICE_KEYS,
};

/**
 * Reads a declaration that code hands over, whatever it is.
 *
 * Programs without types hand over anything; what is not what it has to be is named and left out, so that nothing breaks later.
 * A file is read by its schema, which says the same.
 */
export function readDeclaration(given: unknown): ReadDeclaration {
  const map = isMap(given) ? given : {};
  const name = isText(map.name) ? map.name : '';
  const path = `hypervisors[${name === '' ? '?' : name}]`;
  const findings: Finding[] = [];
  const declaration: Record<string, unknown> = { name };
  if (name === '') {
    const what = isMap(given) ? 'a hypervisor has no name' : 'a hypervisor is no object with a name';
    findings.push(malformed(path, what, 'No VM could ask for it', 'write name: and the rest of its definition'));
  }
  for (const [key, value] of Object.entries(map).filter(([key]) => key !== 'name')) {
    const kept = value === undefined ? undefined : keptOf(key, value, path, findings);
    if (kept !== undefined) {
      declaration[key] = kept;
    }
  }
  return { declaration: declaration as unknown as HypervisorDeclaration, findings };
}

/** A copy of a value as far as it has its type. */
function keptOf(key: string, value: unknown, path: string, findings: Finding[]): unknown {
  const shape = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
  const at = `${path}.${key}`;
  if (shape === undefined) {
    findings.push(malformed(at, `there is no "${key}" of a hypervisor`, UNREAD, chooseFrom(key, Object.keys(KEYS))));
    return undefined;
  }
  const isSingle = typeof shape !== 'function' || (key === 'image' && typeof value === 'string');
  if (isSingle) {
    return rightOf(typeof shape === 'function' ? TEXT : shape, value, at, findings);
  }
  if (!isMap(value)) {
    findings.push(wrong(at, value, key === 'image' ? 'a text or a map' : 'a map'));
    return undefined;
  }
  const kept: Record<string, unknown> = {};
  for (const [inner, part] of Object.entries(value)) {
    const expected = shape(inner);
    if (expected === undefined) {
      const thing =
        { properties: 'property', features: 'feature', image: 'architecture', hostDevice: 'selector' }[key] ?? key;
      findings.push(
        malformed(`${at}.${inner}`, `there is no ${thing} "${inner}"`, UNREAD, chooseFrom(inner, NAMES[key] ?? [])),
      );
    } else if (part !== undefined) {
      const right = rightOf(expected, part, `${at}.${inner}`, findings);
      Object.assign(kept, right === undefined ? {} : { [inner]: right });
    }
  }
  return kept;
}

const UNREAD = 'Nothing reads it';

function rightOf({ is, words }: ValueShape, value: unknown, path: string, findings: Finding[]): unknown {
  if (!is(value)) {
    findings.push(wrong(path, value, words));
    return undefined;
  }
  return Array.isArray(value) ? [...value] : value;
}

function wrong(path: string, value: unknown, words: string): Finding {
  const kind =
    value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value === 'string' ? `"${value}"` : shown(value);
  return malformed(
    path,
    `this is ${kind}, not ${words}`,
    'What a launcher and its pod need follows from it',
    `write ${words}`,
  );
}

function shown(value: unknown): string {
  return typeof value === 'object' ? 'a map' : typeof value === 'function' ? 'a function' : asText(value);
}

function propertyShape(property: Property): ValueShape {
  return property.endsWith('Overhead') ? QUANTITY : (SHAPES[property] ?? TEXT);
}

function oneOf(...values: string[]): ValueShape {
  return { is: (value) => values.includes(value as string), words: `one of ${values.join(', ')}` };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
