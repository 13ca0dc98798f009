import type { Finding } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { isLabelValue, isQualifiedName } from '../kube/names';

/** What the API server would reject in labels and annotations. */
export function checkLabels(
  labels: Readonly<Record<string, string>> | undefined,
  path: string,
  strictValues: boolean,
): Finding[] {
  if (labels === undefined) {
    return [];
  }
  return Object.entries(labels ?? {}).flatMap(([key, value]) => {
    const problem = !isQualifiedName(key)
      ? `"${key}" is not a key`
      : typeof value !== 'string'
        ? `the value of ${key} is a ${typeof value}`
        : strictValues && !isLabelValue(value)
          ? `"${value}" cannot be the value of ${key}`
          : undefined;
    return problem === undefined
      ? []
      : [
          {
            code: 'PV003',
            severity: 'error' as const,
            path: `${path}[${JSON.stringify(key)}]`,
            what: problem,
            why: 'The API server rejects the object',
            fix: 'use letters, digits and - _ . in quotes, at most 63; a key may begin with a DNS name and a slash',
          },
        ];
  });
}

/** A name that is not a DNS name. */
export function malformedName(path: string, name: string, limit: number, letters: string): Finding {
  return {
    code: 'PV002',
    severity: 'error',
    path,
    what: `${shownValue(name)} is not a Kubernetes name`,
    why: 'The API server rejects it',
    fix: `use ${letters}, starting and ending with a letter or digit, at most ${limit} characters`,
    source: 'RFC 1123',
  };
}
