import type { CreatedInstance } from '../../cluster/created-instance';
import { shownValue } from '../../findings/secrets/shown-value';
import { groupOf } from '../../kube/identity';
import { isDnsLabel, isDnsSubdomain, isLabelValue, isQualifiedName } from '../../kube/names';
import { isMap, type KubeObject } from '../../kube/object';
import { type Found, NOTHING_WRONG, type Rule, type Said } from '../rule';

const REFUSED = 'The API server refuses the object';
const SOURCE = 'k8s.io/apimachinery pkg/api/validation/objectmeta.go';

/** What the API server refuses in the labels and annotations of any object, in its name and in its namespace. */
export const metadata: Rule = () => ({ member: { object: checkMetadata } });

function checkMetadata(object: KubeObject, instance: CreatedInstance | undefined): Found {
  const { metadata: own } = object;
  if (!isMap(own)) {
    return NOTHING_WRONG;
  }
  const found = [
    ...checkName(object, own),
    ...checkLabels(own.labels, 'metadata.labels', OF_OBJECT),
    ...checkAnnotations(own.annotations, 'metadata.annotations', OF_OBJECT),
    ...(instance === undefined ? NOTHING_WRONG : checkTemplate(instance)),
  ];
  return found.length === 0 ? NOTHING_WRONG : found;
}

/** Which code an entry that no metadata may have gets, and why it matters. */
type EntryOf = Pick<Said, 'code' | 'why'>;

const OF_OBJECT: EntryOf = { code: 'PV003', why: REFUSED };

/** virt-api does not look at these: it takes the VM. */
const OF_TEMPLATE: EntryOf = {
  code: 'PV516',
  why: 'The API server refuses the instance with it: the object is shown as synced, and its guest never starts',
};

function checkTemplate({ written: { template, templatePath } }: CreatedInstance): readonly Said[] {
  return templatePath === '' || !isMap(template.metadata)
    ? NOTHING_WRONG
    : [
        ...checkLabels(template.metadata.labels, `${templatePath}.metadata.labels`, OF_TEMPLATE),
        ...checkAnnotations(template.metadata.annotations, `${templatePath}.metadata.annotations`, OF_TEMPLATE),
      ];
}

function checkName(object: KubeObject, { name, generateName, namespace }: Readonly<Record<string, unknown>>): Said[] {
  const findings: Said[] = [];
  const rule = ruleOf(object);
  if (isText(name) && !rule.isName(name)) {
    findings.push(malformed('metadata.name', name, rule));
  }
  // Five letters or digits are put behind it.
  if (isText(generateName) && !rule.isName(`${generateName}x`)) {
    findings.push(malformed('metadata.generateName', generateName, rule));
  }
  if (isText(namespace) && !isDnsLabel(namespace)) {
    findings.push(malformed('metadata.namespace', namespace, LABEL));
  }
  return findings;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** What a name may be. */
interface NameRule {
  readonly isName: (text: string) => boolean;
  readonly letters: string;
}

const SUBDOMAIN: NameRule = {
  isName: isDnsSubdomain,
  letters: 'lower-case letters, digits, - and ., starting and ending with a letter or digit, at most 253 characters',
};
const LABEL: NameRule = {
  isName: isDnsLabel,
  letters: 'lower-case letters, digits and -, starting and ending with a letter or digit, at most 63 characters',
};
const SERVICE: NameRule = {
  isName: (text) => isDnsLabel(text) && /^[a-z]/.test(text),
  letters: 'lower-case letters, digits and -, starting with a letter, at most 63 characters',
};
/** A segment of a path: `system:node`. */
const SEGMENT: NameRule = {
  isName: (text) => text !== '.' && text !== '..' && !/[/%]/.test(text),
  letters: 'any characters but / and %',
};

/** Groups of Kubernetes and OpenShift that name objects after users and roles. */
const SEGMENTED = /^(?:rbac\.authorization\.k8s\.io|(?:user|oauth|authorization|image|project)\.openshift\.io)$/;

function ruleOf({ apiVersion, kind }: KubeObject): NameRule {
  const group = groupOf(apiVersion);
  if (group === '' && (kind === 'Namespace' || kind === 'Service')) {
    return kind === 'Namespace' ? LABEL : SERVICE;
  }
  return SEGMENTED.test(group) ? SEGMENT : SUBDOMAIN;
}

function malformed(path: string, name: unknown, { letters }: NameRule): Said {
  return {
    code: 'PV002',
    severity: 'error',
    path,
    what: `${shownValue(name)} is not a Kubernetes name`,
    why: REFUSED,
    fix: `use ${letters}`,
    source: SOURCE,
  };
}

function checkLabels(labels: unknown, path: string, of: EntryOf): Said[] {
  return isMap(labels)
    ? Object.entries(labels).flatMap(([key, value]) =>
        isQualifiedName(key) && (typeof value !== 'string' || isLabelValue(value))
          ? []
          : [wrongEntry(path, key, isQualifiedName(key) ? `${shownValue(value)} cannot be its value` : '', of)],
      )
    : [];
}

/** Prefixes of keys may have capital letters here, and values may be anything. */
function checkAnnotations(annotations: unknown, path: string, of: EntryOf): Said[] {
  return isMap(annotations)
    ? Object.keys(annotations).flatMap((key) =>
        isQualifiedName(key.toLowerCase()) ? [] : [wrongEntry(path, key, '', of)],
      )
    : [];
}

function wrongEntry(path: string, key: string, problem: string, of: EntryOf): Said {
  return {
    ...of,
    severity: 'error',
    path: `${path}[${JSON.stringify(key)}]`,
    what: problem === '' ? `${shownValue(key)} is not a key` : problem,
    fix: 'use letters, digits and - _ . in quotes, at most 63; a key may begin with a DNS name and a slash',
    source: SOURCE,
  };
}
