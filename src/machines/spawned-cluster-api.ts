import { namespaceOf } from '../kube/identity';
import { asText, compact, isMap, type KubeObject } from '../kube/object';
import { keysOf } from '../kube/path';
import type { SpawnedVm } from './spawned';
import { at, listOf, MACHINE_PATH, mapOf } from './view';

/** Disk that brings what a machine learns at its first boot. */
const CLOUD_INIT = 'cloudinitvolume';

/**
 * The virtual machine that Cluster API creates for each machine of a pool.
 *
 * Source: cluster-api-provider-kubevirt pkg/kubevirt/utils.go.
 */
export function spawnedByClusterApi(pool: KubeObject, template: KubeObject): SpawnedVm {
  const made = mapOf(at(mapOf(template.spec), ...keysOf(MACHINE_PATH).slice(1)));
  const metadata = mapOf(made.metadata);
  const spec = mapOf(made.spec);
  const instance = mapOf(spec.template);
  const name = `${asText(mapOf(pool.metadata).name ?? '')}-xxxxx-yyyyy`;
  const namespace = typeof metadata.namespace === 'string' ? metadata.namespace : namespaceOf(template);
  const own = {
    'kubevirt.io/vm': name,
    name,
    'cluster.x-k8s.io/role': 'worker',
    'cluster.x-k8s.io/cluster-name': asText(mapOf(pool.spec).clusterName ?? ''),
  };
  const templates = listOf(spec.dataVolumeTemplates).map(mapOf);
  const names = new Set(templates.map((each) => mapOf(each.metadata).name));
  const prefixed = (volume: unknown) =>
    typeof volume === 'string' && names.has(volume) ? `${name}-${volume}` : volume;
  return {
    object: {
      apiVersion: 'kubevirt.io/v1',
      kind: 'VirtualMachine',
      metadata: {
        name,
        ...compact({ namespace }),
        labels: { ...textsIn(metadata.labels), ...own },
        ...compact({ annotations: compact(textsIn(metadata.annotations)) }),
      },
      spec: {
        ...spec,
        ...(templates.length === 0
          ? {}
          : {
              dataVolumeTemplates: templates.map((each) => ({
                ...each,
                metadata: { ...mapOf(each.metadata), name: prefixed(mapOf(each.metadata).name) },
              })),
            }),
        template: {
          metadata: {
            labels: { ...textsIn(mapOf(instance.metadata).labels), ...own },
            ...compact({ annotations: compact(textsIn(mapOf(instance.metadata).annotations)) }),
          },
          spec: instanceSpec(mapOf(instance.spec), prefixed),
        },
      },
    },
    unknown: [
      { path: 'metadata.name', reason: 'the MachineSet and the API server each add a part' },
      {
        path: `spec.template.spec.volumes[${CLOUD_INIT}]`,
        reason: 'the secret is named after the one that the bootstrap template makes for the machine',
      },
    ],
  };
}

function instanceSpec(
  spec: Readonly<Record<string, unknown>>,
  prefixed: (volume: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  const domain = mapOf(spec.domain);
  const devices = mapOf(domain.devices);
  const volumes = listOf(spec.volumes).map(mapOf);
  return {
    ...spec,
    domain: {
      ...domain,
      devices: { ...devices, disks: [...listOf(devices.disks), { name: CLOUD_INIT, disk: { bus: 'virtio' } }] },
    },
    volumes: [
      ...volumes.map((volume) => {
        const { dataVolume, persistentVolumeClaim: claim } = volume;
        return {
          ...volume,
          ...(isMap(dataVolume) ? { dataVolume: { ...dataVolume, name: prefixed(dataVolume.name) } } : {}),
          ...(isMap(claim) ? { persistentVolumeClaim: { ...claim, claimName: prefixed(claim.claimName) } } : {}),
        };
      }),
      { name: CLOUD_INIT, cloudInitConfigDrive: { secretRef: { name: '?-userdata' } } },
    ],
  };
}

function textsIn(map: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(mapOf(map)).map(([key, value]) => [key, asText(value)]));
}
