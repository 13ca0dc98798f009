import { isClusterScoped } from '../../argocd/facts';
import type { CreatedInstance } from '../../cluster/created-instance';
import { shownValue } from '../../findings/secrets/shown-value';
import { groupOf } from '../../kube/identity';
import { isDnsLabel, isDnsSubdomain, isLabelValue, isQualifiedName } from '../../kube/names';
import { isMap, type KubeObject } from '../../kube/object';
import { checkMetadata as checkStructure } from '../../schema/check-structure';
import { fieldPath, type Owner } from '../../schema/complaints';
import { type Found, NOTHING_WRONG, type Rule, type Said } from '../rule';
import { checkReferences, METADATA_SOURCE, REFUSED } from './references';

/** What the API server rejects in the labels and annotations of any object, in its name and in its namespace. */
export const metadata: Rule = () => ({
  member: { object: checkMetadata, dataVolumeTemplate: ({ item }) => checkEmbedded(item, '') },
});

function checkMetadata(object: KubeObject, instance: CreatedInstance | undefined): Found {
  const { metadata: own } = object;
  if (!isMap(own)) {
    return NOTHING_WRONG;
  }
  return together(
    checkName(object, own),
    checkEntries(own, '', OF_OBJECT),
    checkReferences(object, own),
    instance === undefined ? NOTHING_WRONG : checkTemplate(instance),
    checkTemplateOfVms(object),
  );
}

/** Of nearly every object of a fleet there is nothing to say: no list is made then. */
function together(...lists: readonly (readonly Said[])[]): readonly Said[] {
  return lists.every((list) => list.length === 0) ? NOTHING_WRONG : lists.flat();
}

/** Which code an entry that no metadata may have gets, and why it matters. */
type EntryOf = Pick<Said, 'code' | 'why'>;

const OF_OBJECT: EntryOf = { code: 'PV003', why: REFUSED };

/** virt-api does not look at these: it takes the VM. */
const OF_TEMPLATE: EntryOf = {
  code: 'PV516',
  why: 'The API server rejects the instance: the object is shown as Synced, but its guest never starts',
};

/** The pool is accepted, and no VM of it ever made. */
const OF_VMS: EntryOf = {
  code: 'PV516',
  why: 'The API server rejects each VirtualMachine of the pool: the pool is shown as Synced but never gets one',
};

function checkTemplate({ written: { template, templatePath } }: CreatedInstance): readonly Said[] {
  return templatePath === '' || !isMap(template.metadata)
    ? NOTHING_WRONG
    : together(checkEntries(template.metadata, templatePath, OF_TEMPLATE), checkEmbedded(template, templatePath));
}

/** The template of the VMs that a pool makes has metadata around that of their instances. */
function checkTemplateOfVms({ kind, spec }: KubeObject): readonly Said[] {
  const template = kind === 'VirtualMachinePool' && isMap(spec) ? spec.virtualMachineTemplate : undefined;
  if (!isMap(template) || !isMap(template.metadata)) {
    return NOTHING_WRONG;
  }
  const path = 'spec.virtualMachineTemplate';
  return together(checkEntries(template.metadata, path, OF_VMS), checkEmbedded(template, path));
}

/** Metadata inside an object: CRDs leave it open. virt-api reads it into a type, and writes back what that type has. */
function checkEmbedded(template: Readonly<Record<string, unknown>>, path: string): readonly Said[] {
  const complaints = checkStructure(template.metadata, EMBEDDED);
  return complaints.length === 0
    ? NOTHING_WRONG
    : complaints.flatMap(({ code, what, fix, steps }): Said[] => {
        const said = { code, what, fix, path: joined(path, fieldPath(template, steps)), source: METADATA_SOURCE };
        switch (code) {
          case 'PV040':
            return [{ ...said, severity: 'warning', why: 'virt-api drops it silently' }];
          case 'PV041':
          case 'PV042':
            return [{ ...said, severity: 'error', why: 'virt-api cannot decode the object and rejects it' }];
          default:
            // Owners that lack something are rejected of an object, and read all the same.
            return [];
        }
      });
}

const EMBEDDED: Owner = { name: 'metadata', plural: 'objectmeta' };

function joined(above: string, below: string): string {
  return above === '' ? below : `${above}.${below}`;
}

function checkName(object: KubeObject, { name, generateName, namespace }: Readonly<Record<string, unknown>>): Said[] {
  const findings: Said[] = [];
  const rule = ruleOf(object);
  if (isText(name) && !rule.isName(name)) {
    findings.push(malformed('metadata.name', name, rule));
  }
  if (isText(generateName) && !(rule.isName(withoutDash(generateName)) && rule.isName(generatedFrom(generateName)))) {
    findings.push(malformed('metadata.generateName', generateName, rule));
  }
  // Of an object that is in none the API server clears it before it looks at it.
  if (isText(namespace) && !isDnsLabel(namespace) && !isClusterScoped(object)) {
    findings.push(malformed('metadata.namespace', namespace, LABEL));
  }
  return findings;
}

/** Asked as a name of its own, but for a dash at its end. Source: k8s.io/apimachinery pkg/api/validation/generic.go maskTrailingDash. */
function withoutDash(prefix: string): string {
  return prefix.replace(/^(.*).-$/s, '$1a');
}

/** So many characters of it are kept. Source: k8s.io/apiserver pkg/storage/names/generate.go. */
const LONGEST_PREFIX = 58;

/** Five letters or digits are put behind it. */
function generatedFrom(prefix: string): string {
  return `${prefix.slice(0, LONGEST_PREFIX)}xxxxx`;
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
    source: METADATA_SOURCE,
  };
}

/** Labels and annotations. Prefixes of keys of annotations may have capital letters, and their values may be anything. */
function checkEntries(
  { labels, annotations }: Readonly<Record<string, unknown>>,
  above: string,
  of: EntryOf,
): readonly Said[] {
  let found: Said[] | undefined;
  const add = (name: string, key: string, problem: string) => {
    found ??= [];
    found.push(wrongEntry(joined(above, `metadata.${name}`), key, problem, of));
  };
  if (isMap(labels)) {
    for (const key in labels) {
      const value = labels[key];
      if (!isQualifiedName(key)) {
        add('labels', key, '');
      } else if (typeof value === 'string' && !isLabelValue(value)) {
        add('labels', key, `${shownValue(value)} cannot be its value`);
      }
    }
  }
  if (isMap(annotations)) {
    for (const key in annotations) {
      if (!isQualifiedName(key.toLowerCase())) {
        add('annotations', key, '');
      }
    }
  }
  return found ?? NOTHING_WRONG;
}

function wrongEntry(path: string, key: string, problem: string, of: EntryOf): Said {
  return {
    ...of,
    severity: 'error',
    path: `${path}[${JSON.stringify(key)}]`,
    what: problem === '' ? `${shownValue(key)} is not a key` : problem,
    fix: 'use letters, digits and - _ . in quotes, at most 63; a key may begin with a DNS name and a slash',
    source: METADATA_SOURCE,
  };
}
