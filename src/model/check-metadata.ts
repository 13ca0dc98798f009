import type { Finding } from '../findings/finding';
import { isDnsLabel, isDnsSubdomain, isLabelValue, isQualifiedName } from '../kube/names';
import { isPositiveQuantity } from '../kube/quantity';
import { shownValue } from '../secrets/shown-value';
import type { MetadataDeclaration } from './metadata';

/** What the API server would refuse in the name and namespace of any object. */
export function checkMetadata(metadata: Partial<MetadataDeclaration>): Finding[] {
  const findings: Finding[] = [];
  if (metadata.name !== undefined && !isDnsSubdomain(metadata.name)) {
    findings.push(malformedName('name', metadata.name, 253, 'lower-case letters, digits, - and .'));
  }
  if (metadata.namespace !== undefined && !isDnsLabel(metadata.namespace)) {
    findings.push(malformedName('namespace', metadata.namespace, 63, 'lower-case letters, digits and -'));
  }
  findings.push(...checkLabels(metadata.labels, 'labels', true));
  findings.push(...checkLabels(metadata.annotations, 'annotations', false));
  return findings;
}

/** What the API server would refuse in labels and annotations. */
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
            why: 'The API server refuses the object',
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
    why: 'The API server refuses it',
    fix: `use ${letters}, starting and ending with a letter or digit, at most ${limit} characters`,
    source: 'RFC 1123',
  };
}

/** A quantity that Kubernetes would not read, or that is not more than nothing. */
export function checkQuantity(text: string | undefined, path: string, example: string): Finding[] {
  if (text === undefined || isPositiveQuantity(text)) {
    return [];
  }
  return [
    {
      code: 'PV001',
      severity: 'error',
      path,
      what: `"${text}" is not an amount that Kubernetes can read`,
      why: 'The API server refuses the object',
      fix: `write digits and a suffix, as in ${example} (Ki, Mi, Gi, Ti count by 1024; k, M, G, T by 1000)`,
      source: 'k8s.io/apimachinery pkg/api/resource/quantity.go',
    },
  ];
}

/** A number that must be whole and at least one. */
export function checkCount(value: number | undefined, path: string): Finding[] {
  if (value === undefined || (Number.isInteger(value) && value >= 1)) {
    return [];
  }
  return [
    {
      code: 'PV003',
      severity: 'error',
      path,
      what: `${value} is not a whole number from 1`,
      why: 'The API server refuses the object',
      fix: 'write a whole number, 1 or more',
    },
  ];
}

/** The name of a disk or network. */
export function checkPartName(name: string, path: string): Finding[] {
  return isDnsLabel(name) ? [] : [malformedName(path, name, 63, 'lower-case letters, digits and -')];
}

/** Names of which each may be there once. */
export function checkUnique(names: readonly string[], path: string, part: string): Finding[] {
  const twice = new Set(names.filter((name, i) => names.indexOf(name) !== i));
  return [...twice].map((name) => ({
    code: 'PV802',
    severity: 'error' as const,
    path,
    what: `the ${part} ${name} is there twice`,
    why: 'KubeVirt refuses the instance',
    fix: `give each ${part} its own`,
  }));
}
