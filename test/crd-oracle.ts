import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { type Options, type ValidateFunction } from 'ajv';
import { load } from 'js-yaml';
import { oracle } from '../scripts/oracles.cjs';
import { minorOf } from '../src/kube/release';

/** Real CRDs, where somebody has put them. They are not a part of the project. */
export const CRDS = oracle('crds');

/** The newest KubeVirt of the folder; older ones lie below `older/`. */
const NEWEST_KUBEVIRT = '1.9';

interface Schema {
  [key: string]: unknown;
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
}

const validators = new Map<string, ValidateFunction>();

/** The newest HyperConverged of the folder, and the one that lies in `next/`. */
const NEWEST_HCO = '1.18';
const NEXT_HCO = '1.19';

/** Where the CRD of a kind lies that a table holds in these releases, oldest first. */
export function crdFile(name: string, release: string, releases: readonly string[]): string {
  if (name.startsWith('hco.')) {
    return join(hyperConvergedFolder(release), name);
  }
  return release === releases.at(-1) ? join(CRDS, name) : join(olderFolder(release), name);
}

/** Older releases lie by their first patch. */
function olderFolder(release: string): string {
  return join(CRDS, 'older', `v${minorOf(release)}.0`);
}

/**
 * Whether the CRD of a kind in a release is among those: a patch that backports fields was compared elsewhere, and so were
 * older releases of kinds of which only the newest CRD is there.
 */
export function hasCrd(name: string, release: string, releases: readonly string[]): boolean {
  const isFirst = release === minorOf(release) || release.endsWith('.0');
  return isFirst && (!existsSync(CRDS) || existsSync(crdFile(name, release, releases)));
}

function hyperConvergedFolder(hco: string): string {
  return hco === NEWEST_HCO ? CRDS : hco === NEXT_HCO ? join(CRDS, 'next') : olderFolder(hco);
}

/** What a strict API server of this HyperConverged release would reject in the structure of its resource. */
export function hyperConvergedErrors(object: { apiVersion: string; kind: string }, hco: string): string[] {
  return errorsBy(hyperConvergedFolder(hco), object);
}

/** What a strict API server of this KubeVirt release would reject in the structure of an object. */
export function structuralErrors(object: { apiVersion: string; kind: string }, kubevirt: string): string[] {
  const isOlder = object.apiVersion.startsWith('kubevirt.io/') && kubevirt !== NEWEST_KUBEVIRT;
  return errorsBy(isOlder ? olderFolder(kubevirt) : CRDS, object);
}

function errorsBy(folder: string, object: { apiVersion: string; kind: string }): string[] {
  const [group, version] = object.apiVersion.split('/') as [string, string];
  const file = `${group}_${`${object.kind.toLowerCase()}s`.replace(/ys$/, 'ies')}.yaml`;
  const key = `${folder}/${file}/${version}`;
  const validate = validators.get(key) ?? compile(join(folder, file), version);
  validators.set(key, validate);
  return validate(object)
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
      );
}

function compile(file: string, version: string): ValidateFunction {
  const served = crdVersions(file).find(({ name }) => name === version)!;
  const schema = strict(served.schema.openAPIV3Schema);
  // The CRD of a MachineDeployment describes nothing at all.
  schema.properties = { ...schema.properties, metadata: { type: 'object' } };
  return new Ajv({ ...COMPILED_ONCE, strict: false, allErrors: true, validateFormats: false }).compile(schema);
}

/** Most schemas judge a few objects: looking for shorter code takes longer than that code runs, and upstream's CRDs are valid. */
export const COMPILED_ONCE: Options = { code: { optimize: false }, validateSchema: false };

/** The versions of a CRD. They are a megabyte of YAML each, which js-yaml reads in a fifth of the time of yaml. */
export function crdVersions(
  file: string,
): readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: Schema } }[] {
  return (load(readFileSync(file, 'utf8')) as { spec: { versions: ReturnType<typeof crdVersions> } }).spec.versions;
}

/** A structural schema as JSON Schema that knows no field but those it names. */
function strict(schema: Schema): Schema {
  if (schema['x-kubernetes-int-or-string'] === true) {
    return {
      type: ['integer', 'string'] as unknown as string,
      ...(schema.pattern === undefined ? {} : { pattern: schema.pattern }),
    };
  }
  const result: Schema = { ...schema };
  if (schema.properties !== undefined) {
    result.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, part]) => [name, strict(part)]),
    );
  }
  if (schema.items !== undefined) {
    result.items = strict(schema.items);
  }
  if (typeof schema.additionalProperties === 'object') {
    result.additionalProperties = strict(schema.additionalProperties);
  } else if (schema.type === 'object' && schema['x-kubernetes-preserve-unknown-fields'] !== true) {
    result.additionalProperties = false;
  }
  return result;
}
