import { crdsIn, readCrd } from '../../src/schema/read-crd';
import type { CustomResource } from '../../src/schema/schema';

/** The schema of an object with this spec, as a CRD writes it. */
export function objectSchema(spec: object): object {
  return {
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec,
      status: { type: 'object', properties: { phase: { type: 'string' } } },
    },
  };
}

/** A CRD of the kind Lamp in lamps.example.com with a version for each spec. */
export function lampCrd(specs: Record<string, object>, kind = 'Lamp', group = 'example.com') {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${kind.toLowerCase()}s.${group}` },
    spec: {
      group,
      names: { kind, plural: `${kind.toLowerCase()}s` },
      scope: 'Namespaced',
      versions: Object.entries(specs).map(([name, spec]) => ({
        name,
        served: true,
        schema: { openAPIV3Schema: objectSchema(spec) },
      })),
    },
  };
}

/** The same, read. */
export function lamp(specs: Record<string, object>, kind = 'Lamp', group = 'example.com'): CustomResource {
  const read = readCrd(crdsIn(lampCrd(specs, kind, group))[0]!);
  if ('findings' in read) {
    throw new Error(read.findings.map(({ what }) => what).join('; '));
  }
  return read;
}
