import { checkArchitecture } from '../architectures/architecture';
import { ARCHITECTURES } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { chooseFrom } from '../findings/suggestion';
import { isMap } from '../kube/object';
import { placeOf, writtenAt, type YamlPath } from '../kube/yaml-place';
import type { YamlDocument } from '../kube/yaml-reader';
import { COMPONENT_NAMES, type Component } from '../target/facts';
import { numericRelease } from '../target/resolve';
import { shownPath, valueAt } from './file-path';
import { platformJsonSchema } from './platform-schema';
import type * as z from './zod';

type Issue = z.core.$ZodIssue;

/** What a shape mistake means, in our words and with its place. */
export function issueFindings(issue: Issue, document: YamlDocument): Finding[] {
  const path = issue.path as YamlPath;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      ...unknownKey(key, path, document),
      ...placeOf(document, [...path, key], 'key'),
    }));
  }
  return [{ ...wrongValue(issue, path, document), ...placeOf(document, path) }];
}

function unknownKey(key: string, path: YamlPath, document: YamlDocument): Finding {
  const around = shownPath(document.value, path) || 'the document';
  if (key === '<<') {
    return {
      code: 'PV031',
      severity: 'error',
      path: around,
      what: 'merge keys (<<) are not read here',
      why: 'A value that comes from somewhere else has no line of its own, and a review would not show it changing',
      fix: 'write the keys out, or use perArchitecture and replicas for what repeats',
    };
  }
  return {
    code: 'PV031',
    severity: 'error',
    path: around,
    what: `there is no key "${key}" here`,
    why: 'What polyvirt does not read changes nothing in the manifests',
    fix: chooseFrom(key, knownKeys(path)),
  };
}

function wrongValue(issue: Issue, path: YamlPath, document: YamlDocument): Finding {
  const value = valueAt(document.value, path);
  const shown = shownPath(document.value, path);
  const release = releaseAt(path);
  if (release !== undefined && typeof value === 'number') {
    return numericRelease(release, shown, writtenAt(document, path) ?? String(value));
  }
  if (issue.code === 'invalid_value' && issue.values.join() === ARCHITECTURES.join()) {
    return checkArchitecture(value ?? 'nothing', shown)[0]!;
  }
  return {
    code: value === undefined ? 'PV004' : 'PV032',
    severity: 'error',
    path: shown,
    what: whatIs(issue, value, document, path),
    why: 'Without it polyvirt does not know what to write',
    fix: fixFor(issue, value),
  };
}

function whatIs(issue: Issue, value: unknown, document: YamlDocument, path: YamlPath): string {
  if (issue.code === 'custom' && Array.isArray(issue.params?.exactlyOne)) {
    return issue.message === 'none' ? 'one of its kinds is missing' : `it is ${issue.message} at once`;
  }
  if (value === undefined) {
    return 'it is missing';
  }
  if (value === null) {
    return 'it is empty';
  }
  const written = writtenAt(document, path);
  return written === undefined
    ? `it is ${kindOf(value)}`
    : `${JSON.stringify(written.slice(0, 80))} is ${kindOf(value)}`;
}

/** What kind of thing a value is, as people say it. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) {
    return 'a list';
  }
  return isMap(value) ? 'a map' : typeof value === 'string' ? 'text' : `read as the ${typeof value} ${String(value)}`;
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'write text',
  number: 'write a number',
  int: 'write a whole number',
  boolean: 'write true or false',
  array: 'write a list',
  object: 'write a map',
  record: 'write a map',
};

function fixFor(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'custom':
      return `keep exactly one of ${String(issue.params?.exactlyOne).replaceAll(',', ', ')}`;
    case 'invalid_value':
      return chooseFrom(String(value), issue.values.map(String));
    case 'invalid_format':
      return `write it as ${issue.pattern ?? issue.format}`;
    case 'too_small':
      return issue.origin === 'string' ? 'write it, or leave the key out' : `write at least ${issue.minimum}`;
    case 'invalid_type': {
      const expected = EXPECTED[issue.expected] ?? `write ${issue.expected}`;
      const quotes = issue.expected === 'string' && (typeof value === 'number' || typeof value === 'boolean');
      return quotes ? `${expected}: put it in quotes` : expected;
    }
    default:
      return 'write what the schema asks for (polyvirt schema prints it)';
  }
}

function releaseAt(path: YamlPath): Component | undefined {
  const [spec, target, component] = path;
  return path.length === 3 && spec === 'spec' && target === 'target' && String(component) in COMPONENT_NAMES
    ? (component as Component)
    : undefined;
}

/** The keys that the schema knows at a path; asked for only when there is a mistake. */
function knownKeys(path: YamlPath): string[] {
  let node: Node | undefined = platformJsonSchema() as Node;
  for (const step of path) {
    node = typeof step === 'number' ? node?.items : (node?.properties?.[step] ?? node?.additionalProperties);
    node = node?.anyOf?.find(({ properties }) => properties !== undefined) ?? node;
  }
  return Object.keys(node?.properties ?? {}).concat(node?.propertyNames?.enum ?? []);
}

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly propertyNames?: { readonly enum?: readonly string[] };
}
