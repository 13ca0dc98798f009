import { isArchitecture } from '../architectures/architecture';
import { ARCH_LABEL } from '../architectures/facts';
import { hash } from '../kube/hash';
import { compact, type KubeObject, nonEmpty } from '../kube/object';
import { instancePlacement } from '../placement/instance-dialect';
import { canonicalQuantity, withoutEmpty } from './canonical';
import { MACHINES_NAMESPACE, POOL_LABEL } from './facts';
import { type MachinePoolDeclaration, poolDemands, selectorOf } from './pool';
import type { PrimaryDisk } from './pool-parts';

const INFRASTRUCTURE = 'infrastructure.cluster.x-k8s.io';

/**
 * The same pool for Cluster API: a template of machines and a MachineDeployment that names it.
 *
 * A template can never be changed, so its name has a hash of its content: another content is another template, and the new
 * name is what makes Cluster API replace the machines. The same content is the same name, however it was written.
 */
export function clusterApiObjects(pool: MachinePoolDeclaration): KubeObject[] {
  const spec = { template: { spec: machineSpec(pool) } };
  const namespace = namespaceOf(pool);
  const name = `${pool.name}-${hashOf(spec)}`;
  const template: KubeObject = {
    apiVersion: `${INFRASTRUCTURE}/v1alpha1`,
    kind: 'KubevirtMachineTemplate',
    metadata: { name, namespace },
    spec,
  };
  return [template, deployment(pool, namespace, name)];
}

function namespaceOf({ namespace }: MachinePoolDeclaration): string {
  return namespace ?? MACHINES_NAMESPACE;
}

function nonEmptyMap<T extends object>(map: T | undefined): T | undefined {
  return map === undefined || Object.keys(map).length === 0 ? undefined : map;
}

function machineSpec(pool: MachinePoolDeclaration): object {
  const { checkStrategy, infraClusterSecretRef } = pool.clusterApi ?? {};
  return {
    ...compact({
      infraClusterSecretRef: infraClusterSecretRef && {
        apiVersion: 'v1',
        kind: 'Secret',
        ...infraClusterSecretRef,
      },
    }),
    virtualMachineBootstrapCheck: { checkStrategy: checkStrategy ?? 'ssh' },
    virtualMachineTemplate: {
      metadata: { ...compact({ namespace: pool.infraNamespace }) },
      spec: virtualMachineSpec(pool),
    },
  };
}

function virtualMachineSpec(pool: MachinePoolDeclaration): object {
  // Cluster API puts no label of the pool on its machines, and without one they could not be told from others.
  const group = { [POOL_LABEL]: pool.name };
  const demands = poolDemands(pool);
  const asked = demands.nodes.filter(({ hard, wanted, key }) => hard && wanted && key === ARCH_LABEL);
  const [architecture] = asked.length === 1 && asked[0]!.values.length === 1 ? asked[0]!.values : [];
  const disks: OwnVolume[] = [
    ...(pool.primaryDisk === undefined ? [] : [{ ...pool.primaryDisk, name: 'os' }]),
    ...(pool.secondaryDisks ?? []).map((disk, i) => ({ ...disk, name: `disk${i}` })),
  ];
  return {
    ...compact({
      dataVolumeTemplates: nonEmpty(
        disks.map((disk) => volumeTemplate(disk, pool.infraNamespace ?? namespaceOf(pool))),
      ),
      instancetype: pool.instancetype,
      preference: pool.preference,
    }),
    runStrategy: 'Always',
    template: {
      metadata: {
        labels: { ...pool.template?.labels, ...group },
        ...compact({ annotations: nonEmptyMap(pool.template?.annotations) }),
      },
      spec: {
        ...instancePlacement(demands, group).written,
        ...compact({
          architecture: isArchitecture(architecture) ? architecture : undefined,
          dnsConfig: withoutEmpty(pool.dnsConfig),
          dnsPolicy: pool.dnsPolicy,
          evictionStrategy: pool.evictionStrategy ?? 'External',
        }),
        domain: {
          ...sizeOf(pool),
          devices: {
            disks: disks.map(({ name }) => ({ name, disk: { bus: 'virtio' } })),
            interfaces: [{ name: 'default', bridge: {} }],
            ...(pool.enableNetworkMultiQueue === undefined
              ? {}
              : { networkInterfaceMultiqueue: pool.enableNetworkMultiQueue }),
          },
        },
        networks: [{ name: 'default', pod: {} }],
        volumes: disks.map(({ name }) => ({ name, dataVolume: { name } })),
      },
    },
  };
}

function sizeOf({ instancetype, cpus, cores, memory }: MachinePoolDeclaration): object {
  if (instancetype !== undefined) {
    return {};
  }
  const requests = compact({ cpu: cpus === undefined ? undefined : canonicalQuantity(cpus) });
  return {
    ...compact({
      cpu: cores === undefined ? undefined : { cores },
      memory: memory === undefined ? undefined : { guest: canonicalQuantity(memory) },
      resources: requests && { limits: requests, requests },
    }),
  };
}

type OwnVolume = Partial<PrimaryDisk> & { readonly name: string; readonly size: string };

/** Cluster API puts the name of the machine in front. */
function volumeTemplate(disk: OwnVolume, ownNamespace: string): object {
  const { name, size, storageClassName, storageAccessType, osImage, storageTarget = 'storage' } = disk;
  return {
    metadata: { name },
    spec: {
      [storageTarget]: compact({
        accessModes: storageAccessType === undefined ? undefined : [storageAccessType],
        resources: { requests: { storage: canonicalQuantity(size) } },
        storageClassName,
      }),
      source: osImage === undefined ? { blank: {} } : sourceOf(disk, osImage, ownNamespace),
    },
  };
}

function sourceOf(disk: Partial<PrimaryDisk>, image: string, ownNamespace: string): object {
  const { source, pullMethod, dataVolumeSecretRef, extraHeaders, extraHeadersSecretRef } = disk;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(image)?.[1];
  const isRegistry =
    source === 'registry' || (source === undefined && (scheme === 'docker' || scheme === 'oci-archive'));
  if (isRegistry) {
    return { registry: { url: image, ...compact({ pullMethod, secretRef: dataVolumeSecretRef }) } };
  }
  if (source === 'pvc' || scheme === undefined) {
    // CDI wants both parts; a claim without a namespace is beside the machines.
    const [name = '', namespace = ownNamespace] = image.split('/').reverse();
    return { pvc: { name, namespace } };
  }
  return {
    http: {
      url: image,
      ...compact({
        extraHeaders: nonEmpty(extraHeaders),
        secretExtraHeaders: extraHeadersSecretRef === undefined ? undefined : [extraHeadersSecretRef],
        secretRef: dataVolumeSecretRef,
      }),
    },
  };
}

function deployment(pool: MachinePoolDeclaration, namespace: string, template: string): KubeObject {
  const { version = 'v1beta1', bootstrap = { kind: '', name: '' } } = pool.clusterApi ?? {};
  const clusterName = pool.clusterName ?? '';
  const isNew = version === 'v1beta2';
  const reference = (group: string, apiVersion: string, kind: string, name: string) =>
    isNew ? { apiGroup: group, kind, name } : { apiVersion: `${group}/${apiVersion}`, kind, name };
  const strategy = {
    rollingUpdate: { maxSurge: pool.maxSurge ?? 1, maxUnavailable: pool.maxUnavailable ?? 0 },
    type: 'RollingUpdate',
  };
  const selector = { 'cluster.x-k8s.io/cluster-name': clusterName, ...selectorOf(pool) };
  return {
    apiVersion: `cluster.x-k8s.io/${version}`,
    kind: 'MachineDeployment',
    metadata: {
      name: pool.name,
      namespace,
      ...compact({ labels: pool.labels, annotations: pool.annotations }),
    },
    spec: {
      clusterName,
      replicas: pool.replicas ?? 1,
      selector: { matchLabels: selector },
      ...(isNew
        ? { rollout: { strategy } }
        : {
            strategy,
            ...compact({
              minReadySeconds: pool.minReadySeconds,
              progressDeadlineSeconds: pool.progressDeadlineSeconds,
              revisionHistoryLimit: pool.revisionHistoryLimit,
            }),
          }),
      ...(pool.paused === true ? { paused: true } : {}),
      template: {
        metadata: {
          // Cluster API copies labels of its own prefixes to nodes, in place.
          labels: { ...pool.node?.labels, ...selector },
          ...compact({ annotations: nonEmptyMap(pool.template?.annotations) }),
        },
        spec: {
          bootstrap: { configRef: reference('bootstrap.cluster.x-k8s.io', version, bootstrap.kind, bootstrap.name) },
          clusterName,
          infrastructureRef: reference(INFRASTRUCTURE, 'v1alpha1', 'KubevirtMachineTemplate', template),
          ...(isNew ? compact({ minReadySeconds: pool.minReadySeconds }) : {}),
          version: pool.kubelet.startsWith('v') ? pool.kubelet : `v${pool.kubelet}`,
        },
      },
    },
  };
}

/** Whether Cluster API copies a label of machines to their nodes. Source: cluster-api api/core/v1beta2, managed node labels. */
export function reachesNode(label: string): boolean {
  const [prefix = '', name] = label.split('/');
  return (
    name !== undefined &&
    (prefix === 'node-role.kubernetes.io' ||
      ['node-restriction.kubernetes.io', 'node.cluster.x-k8s.io'].some(
        (domain) => prefix === domain || prefix.endsWith(`.${domain}`),
      ))
  );
}

/** Eight letters of a hash over the content, in an order of keys that does not depend on who wrote it. */
function hashOf(value: unknown): string {
  return hash('sha1', JSON.stringify(inOrder(value))).slice(0, 8);
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(inOrder);
  }
  return typeof value !== 'object' || value === null
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, part]) => [key, inOrder(part)]),
      );
}
