import type { Finding, FindingObject } from '../findings/finding';
import { shownValue } from '../findings/secrets/shown-value';
import { isDnsSubdomain } from '../kube/names';
import { asText, isMap } from '../kube/object';
import { readSchema, type SchemaProblem } from './read-schema';
import { byText, type CustomResource, type ResourceVersion, type Schema, type SchemaProperty } from './schema';

const API = 'apiextensions.k8s.io';
const KIND = 'CustomResourceDefinition';

/** A CRD, or a part of it, as it was read: nothing is known of it yet. */
type Unread = Readonly<Record<string, unknown>>;

/** The CRDs of one YAML document: itself, or those in a `List` as `kubectl get crd -o yaml` prints it. */
export function crdsIn(document: unknown): Unread[] {
  if (!isMap(document)) {
    return [];
  }
  if (typeof document.kind === 'string' && document.kind.endsWith('List') && Array.isArray(document.items)) {
    return document.items.flatMap(crdsIn);
  }
  const group = typeof document.apiVersion === 'string' ? document.apiVersion.split('/')[0] : undefined;
  return document.kind === KIND && group === API ? [document] : [];
}

/** Name of a CRD, as in `virtualmachines.kubevirt.io`; empty where it has none. */
export function crdName(crd: Unread): string {
  return isMap(crd.metadata) && typeof crd.metadata.name === 'string' ? crd.metadata.name : '';
}

/** Reads one CRD with all its served versions. */
export function readCrd(crd: Unread): CustomResource | { readonly findings: readonly Finding[] } {
  const object: FindingObject = { apiVersion: asText(crd.apiVersion), kind: KIND, name: crdName(crd) };
  const refuse = (code: string, path: string, what: string, fix: string) => ({
    findings: [finding(object, code, path, what, fix)],
  });
  if (crd.apiVersion !== `${API}/v1`) {
    const fix = `take the CRD from a release that ships it as ${API}/v1, or from a cluster with kubectl get crd -o yaml`;
    return refuse(
      'PV023',
      'apiVersion',
      `it is written in ${asText(crd.apiVersion)}, which Kubernetes 1.22 removed`,
      fix,
    );
  }
  const spec = isMap(crd.spec) ? crd.spec : {};
  const names = isMap(spec.names) ? spec.names : {};
  const { kind, plural } = names;
  const { group, scope, versions } = spec;
  const whole = 'use the whole CRD as its project ships it';
  // They become names of files and types, so they must be what Kubernetes accepts.
  if (typeof group !== 'string' || typeof plural !== 'string' || !isDnsSubdomain(`${plural}.${group}`)) {
    return refuse('PV025', 'spec', 'spec.group and spec.names.plural are not names in small letters', whole);
  }
  if (typeof kind !== 'string' || !/^[A-Z][A-Za-z0-9]*$/.test(kind)) {
    return refuse('PV025', 'spec.names.kind', `${shownValue(kind)} is not the name of a kind`, whole);
  }
  const served = (Array.isArray(versions) ? versions : []).filter(
    (version) => isMap(version) && version.served !== false,
  );
  if (served.length === 0) {
    return refuse('PV025', 'spec.versions', 'no version is served', whole);
  }
  const findings: Finding[] = [];
  const read = served.flatMap((version: Unread) => readVersion(version, object, findings) ?? []);
  if (findings.length > 0) {
    return { findings };
  }
  const resource = { crd: `${plural}.${group}`, group, kind, plural } as const;
  return { ...resource, scope: scope === 'Cluster' ? 'Cluster' : 'Namespaced', versions: read };
}

function readVersion(version: Unread, object: FindingObject, findings: Finding[]): ResourceVersion | undefined {
  const { name, schema, deprecated } = version;
  if (typeof name !== 'string' || !/^[a-z][a-z0-9]*$/.test(name)) {
    findings.push(
      finding(object, 'PV025', 'spec.versions', `${shownValue(name)} is not the name of a version`, 'correct it'),
    );
    return undefined;
  }
  const path = `spec.versions[${name}].schema.openAPIV3Schema`;
  if (!isMap(schema) || !isMap(schema.openAPIV3Schema)) {
    const fix = 'use the CRD as its project ships it, with its schema, or leave the file out';
    findings.push(finding(object, 'PV024', path, `version ${name} has no schema`, fix));
    return undefined;
  }
  const problems: SchemaProblem[] = [];
  const root = readSchema(schema.openAPIV3Schema, problems);
  findings.push(
    ...problems.map((problem) =>
      finding(object, 'PV025', `${path}${problem.path}`, `it ${problem.what}`, 'correct the schema'),
    ),
  );
  return { name, deprecated: deprecated === true, schema: wholeObject(root) };
}

const TEXT: SchemaProperty = { schema: { constraints: { type: 'string' } } };

/**
 * The schema of an object, with what every object has.
 *
 * `metadata` belongs to Kubernetes: a CRD may only narrow its name. `status` is not written by people, so that only its
 * being there is known.
 */
function wholeObject(root: Schema): Schema {
  const open = (schema: Schema | undefined): SchemaProperty => ({
    schema: { ...schema, constraints: { ...schema?.constraints, type: 'object', preserveUnknown: true } },
  });
  const parts = new Map(root.properties);
  parts
    .set('apiVersion', TEXT)
    .set('kind', TEXT)
    .set('metadata', open(parts.get('metadata')?.schema));
  if (parts.has('status')) {
    parts.set('status', open(undefined));
  }
  return { ...root, properties: new Map([...parts].sort(([a], [b]) => byText(a, b))) };
}

function finding(object: FindingObject, code: string, path: string, what: string, fix: string): Finding {
  return { code, severity: 'error', object, path, what, why: WHY, fix };
}

const WHY = 'Without it the fields of the resource are unknown';
