import { checkArchitecture } from '../../architectures/architecture';
import { ARCHITECTURES } from '../../architectures/facts';
import { wrongParameter } from '../../argocd/given';
import type { Finding } from '../../findings/finding';
import { chooseFrom, suggestionFor } from '../../findings/suggestion';
import { placeOf, writtenAt, type YamlPath } from '../../kube/yaml/place';
import type { YamlDocument } from '../../kube/yaml/reader';
import { COMPONENT_NAMES, type Component } from '../../target/facts';
import { numericRelease } from '../../target/target';
import { isSame } from '../rows/row';
import { pathText, valueAt } from './file-path';
import { fixFor, type Issue, innermost, whatIs } from './issue-words';
import { keyBelow, knownKeys } from './known-keys';
import type { Parameterized } from './parameters';

/** What a shape mistake means, in our words and with its place. */
export function issueFindings(
  issues: readonly Issue[],
  document: YamlDocument,
  parameterized: Parameterized,
): Finding[] {
  return mistakesOf(issues, parameterized.value, knownKeys).flatMap((issue) =>
    findingsOf(issue, document, parameterized),
  );
}

/** One issue per mistake. */
function mistakesOf(
  issues: readonly Issue[],
  root: unknown,
  keysAt: (path: YamlPath) => readonly string[],
): readonly Issue[] {
  return withoutMisspelt(firstOfEach(issues.flatMap(innermost)), root, keysAt);
}

/** A value of another type fails what is asked of its length too: an empty list is no text, and too short for one. */
function firstOfEach(issues: readonly Issue[]): readonly Issue[] {
  const seen = new Set<string>();
  return issues.filter(({ code, path }) => {
    const place = JSON.stringify([code === 'unrecognized_keys', path.map(String)]);
    const isFirst = !seen.has(place);
    seen.add(place);
    return isFirst;
  });
}

/** What is missing since it was misspelt is one mistake. */
function withoutMisspelt(
  issues: readonly Issue[],
  root: unknown,
  keysAt: (path: YamlPath) => readonly string[],
): readonly Issue[] {
  const meant = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, suggestionFor(key, keysAt(issue.path as YamlPath)) ?? ''])
      : [],
  );
  return issues.filter(
    ({ path }) => !meant.some((each) => isSame(each, path) && valueAt(root, path as YamlPath) === undefined),
  );
}

function findingsOf(issue: Issue, document: YamlDocument, { value, set }: Parameterized): Finding[] {
  const path = issue.path as YamlPath;
  const setter = set.find((each) => each.path.every((step, i) => step === path[i]) && each.path.length <= path.length);
  const fromFile = setter === undefined || valueAt(document.value, path) === valueAt(value, path);
  if (issue.code === 'unrecognized_keys' && fromFile) {
    return issue.keys.map((key) => ({
      ...unknownKey(key, pathText(document.value, path) || 'the document', knownKeys(path), keyBelow(path, key)),
      ...placeOf(document, [...path, key], 'key'),
    }));
  }
  const written = fromFile ? writtenAt(document, path) : undefined;
  const finding = wrongValue(issue, path, value, written);
  if (fromFile) {
    return [{ ...finding, ...placeOf(document, path) }];
  }
  const place = `what it sets at ${pathText(value, path)} cannot be`;
  const what = `${place}: ${finding.what}`;
  // A value given in an Application may be a secret that belongs in another parameter.
  return setter.given || setter.declaredAt === undefined
    ? [wrongParameter(setter.name, `${place}: it is not what is asked for there`, finding.fix)]
    : [
        {
          ...finding,
          code: 'PV035',
          path: `spec.parameters[${setter.name}]`,
          what,
          ...placeOf(document, [...setter.declaredAt, 'default']),
        },
      ];
}

/** The same of a value that is in no file: the props of a construct. */
export function valueFindings(
  issues: readonly Issue[],
  value: unknown,
  keysAt: (path: YamlPath) => readonly string[],
): Finding[] {
  return mistakesOf(issues, value, keysAt).flatMap((issue) => {
    const path = issue.path as YamlPath;
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          ...unknownKey(key, pathText(value, path), keysAt(path), undefined),
          path: pathText(value, [...path, key]),
        }))
      : [wrongValue(issue, path, value, undefined)];
  });
}

/** More than these say nothing. */
const MANY = 20;

/** @param below where the same key is a level deeper */
function unknownKey(key: string, around: string, known: readonly string[], below: string | undefined): Finding {
  if (key === '<<') {
    return {
      code: 'PV031',
      severity: 'error',
      path: around,
      what: 'merge keys (<<) are not supported',
      why: 'A value from outside has no line in the repository, so a review would not show it changing',
      fix: 'write the keys out, or use perArchitecture and replicas for what repeats',
    };
  }
  return {
    code: 'PV031',
    severity: 'error',
    path: around,
    what: `there is no key "${key}" here`,
    why: 'Anything that polyvirt does not read has no effect on the manifests',
    fix: fixOf(key, known, below),
  };
}

function fixOf(key: string, known: readonly string[], below: string | undefined): string {
  if (below !== undefined) {
    return `write it as ${below}`;
  }
  return known.length <= MANY || suggestionFor(key, known) !== undefined
    ? chooseFrom(key, known)
    : 'see docs/reference for the keys that there are';
}

function wrongValue(issue: Issue, path: YamlPath, root: unknown, written: string | undefined): Finding {
  const value = valueAt(root, path);
  const shown = pathText(root, path);
  const release = releaseAt(path);
  if (release !== undefined && typeof value === 'number') {
    return numericRelease(release, shown, written ?? String(value));
  }
  if (issue.code === 'invalid_value' && issue.values.join() === ARCHITECTURES.join() && typeof value !== 'object') {
    return checkArchitecture(value ?? 'nothing', shown)[0]!;
  }
  return {
    code: value === undefined ? 'PV004' : 'PV032',
    severity: 'error',
    path: shown,
    what: whatIs(issue, value, written),
    why: 'polyvirt cannot create a valid manifest from this',
    fix: fixFor(issue, value),
  };
}

function releaseAt(path: YamlPath): Component | undefined {
  const [spec, target, component] = path;
  return path.length === 3 &&
    spec === 'spec' &&
    target === 'target' &&
    Object.hasOwn(COMPONENT_NAMES, String(component))
    ? (component as Component)
    : undefined;
}
