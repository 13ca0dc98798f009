import { checkAdmission } from '../architectures/admission';
import { isArchitecture } from '../architectures/architecture';
import type { Finding } from '../findings/finding';
import { findingObject, identityKey, identityOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import type { Target } from '../target/target';

/** What is known of the cluster that the objects are for. */
export interface CheckContext {
  readonly target: Target;
}

/** Every rule over the objects of one cluster. Works on plain objects, whoever wrote them. */
export function checkObjects(objects: readonly KubeObject[], context: CheckContext): Finding[] {
  const architectureConfiguration = architectureConfigurationOf(objects);
  return [
    ...checkIdentities(objects),
    ...objects.flatMap((object) => checkInstance(object, context, architectureConfiguration)),
  ];
}

/** Two objects with one identity overwrite each other: whichever is applied last wins, until the next sync. */
function checkIdentities(objects: readonly KubeObject[]): Finding[] {
  const seen = new Set<string>();
  return objects.flatMap((object) => {
    const key = identityKey(identityOf(object));
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [
      {
        code: 'PV801',
        severity: 'error' as const,
        object: findingObject(object),
        path: 'metadata.name',
        what: 'there is another object of this kind with the same namespace and name',
        why: 'A cluster has room for one: whichever is applied last overwrites the other',
        fix: 'give one of them another name or namespace',
      },
    ];
  });
}

function checkInstance(
  object: KubeObject,
  { target }: CheckContext,
  configuration: Readonly<Record<string, unknown>>,
): Finding[] {
  const instance = instanceOf(object);
  if (instance === undefined || !isArchitecture(instance.spec.architecture)) {
    return [];
  }
  const { architecture } = instance.spec;
  const configured = configuration[architecture];
  const emulatedMachines = isMap(configured) ? configured.emulatedMachines : undefined;
  return checkAdmission(instance.spec, {
    architecture,
    kubevirt: target.kubevirt,
    ...(Array.isArray(emulatedMachines) ? { emulatedMachines } : {}),
  }).map((finding) => ({ ...finding, object: findingObject(object), path: `${instance.path}.${finding.path}` }));
}

/** The instance that an object is or makes, with its path. */
function instanceOf(object: KubeObject): { spec: Readonly<Record<string, unknown>>; path: string } | undefined {
  const { spec } = object;
  if (!object.apiVersion.startsWith('kubevirt.io/') || !isMap(spec)) {
    return undefined;
  }
  if (object.kind === 'VirtualMachineInstance') {
    return { spec, path: 'spec' };
  }
  const template = object.kind === 'VirtualMachine' ? spec.template : undefined;
  return isMap(template) && isMap(template.spec) ? { spec: template.spec, path: 'spec.template.spec' } : undefined;
}

/** What the KubeVirt among the objects says about architectures. */
function architectureConfigurationOf(objects: readonly KubeObject[]): Readonly<Record<string, unknown>> {
  const kubevirt = objects.find(({ kind, apiVersion }) => kind === 'KubeVirt' && apiVersion.startsWith('kubevirt.io/'));
  const spec = kubevirt?.spec;
  const configuration = isMap(spec) ? spec.configuration : undefined;
  const found = isMap(configuration) ? configuration.architectureConfiguration : undefined;
  return isMap(found) ? found : {};
}
