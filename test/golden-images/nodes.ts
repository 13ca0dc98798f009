import type { KubeObject } from '../../src/kube/object';
import type { ClusterNode } from '../../src/target/node';
import { exportedNode } from '../node';

/** Nodes as a cluster exports them: those of the control plane, then workers. */
export function nodes(controlPlane: readonly string[], workers: readonly string[]): ClusterNode[] {
  const node = (architecture: string, role: string, i: number) =>
    exportedNode(`${role}-${i}`, architecture, { [`node-role.kubernetes.io/${role}`]: '' });
  return [
    ...controlPlane.map((each, i) => node(each, 'control-plane', i)),
    ...workers.map((each, i) => node(each, 'worker', i)),
  ];
}

/** A template of an image. */
export function template(
  name: string,
  annotations: Record<string, string> = {},
  spec: object = {},
  metadata: object = {},
) {
  return {
    metadata: { name: `${name}-image-cron`, annotations, ...metadata },
    spec: {
      managedDataSource: name,
      schedule: '0 */12 * * *',
      garbageCollect: 'Outdated',
      template: {
        spec: {
          source: { registry: { url: `docker://reg.example/${name}:1` } },
          storage: { resources: { requests: { storage: '20Gi' } } },
        },
      },
      ...spec,
    },
  };
}

export const architectures = (written: string) => ({ 'ssp.kubevirt.io/dict.architectures': written });

/** A HyperConverged of the version that a release stores, with the switch in its place. */
export function hyperConverged(
  hco: string,
  {
    multiArch,
    templates = [],
    sources = {},
    spec = {},
  }: { multiArch?: boolean; templates?: object[]; sources?: object; spec?: object } = {},
): KubeObject {
  const isV1 = Number(hco.split('.')[1]) >= 19;
  const images = { dataImportCronTemplates: templates, ...sources };
  const on = multiArch === undefined ? {} : { enableMultiArchBootImageImport: multiArch };
  return {
    apiVersion: isV1 ? 'hco.kubevirt.io/v1' : 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged' },
    spec: isV1 ? { workloadSources: { ...images, ...on }, ...spec } : { ...images, featureGates: on, ...spec },
  };
}
