import type { InputObject } from '../../src/adopt/input';
import type { KubeObject } from '../../src/kube/object';

/** A VM as manifests have it. */
export function vmObject(name: string, spec: object = {}, metadata: object = {}): KubeObject {
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name, namespace: 'shop', ...metadata },
    spec: {
      runStrategy: 'Always',
      template: { spec: { domain: { memory: { guest: '2Gi' }, devices: {} }, ...spec } },
    },
  };
}

/** An object as it is read from a file. */
export function inputOf(object: KubeObject, file = 'vms.yaml'): InputObject {
  return { object, file, path: file, line: 1, comment: [], inside: [] };
}
