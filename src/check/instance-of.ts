import { isMap, type KubeObject } from '../kube/object';

/** The instance that an object is or makes, with its path. */
export function instanceOf(object: KubeObject): { spec: Readonly<Record<string, unknown>>; path: string } | undefined {
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
