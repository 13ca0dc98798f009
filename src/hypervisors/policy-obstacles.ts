import { ARCHITECTURES } from '../architectures/facts';
import { isOn } from '../gates/enablement';
import { overheadsOf } from './catalogue';
import { imagesOf } from './image';
import { blocked, type Obstacle, type RealisationContext, type UsedHypervisor, unsaid } from './obstacle';
import { CLUSTER_DEVICES, clusterWithDevice, type HypervisorProfile } from './profile';
import { policyApi } from './property-effects';

/** Everything that keeps a policy from giving a hypervisor to launcher pods, beside what it shares with another image. */
export function policyObstacles(candidate: UsedHypervisor, context: RealisationContext): Obstacle[] {
  const { profile } = candidate;
  return [
    ...policyServed(context),
    ...unknownOverheads(profile, context),
    ...(profile.properties.device.value === undefined ? [unsaid(profile, ['device'])] : []),
    ...deviceElsewhere(profile, context),
    ...boundImages(candidate, context),
    ...steadyImages(context),
  ];
}

function policyServed({ kubernetes }: RealisationContext): Obstacle[] {
  if (kubernetes === undefined) {
    return [
      blocked(
        'realisation',
        'the target does not say which Kubernetes the cluster runs',
        'write target.kubernetes, as "1.36"',
        'The API version of a MutatingAdmissionPolicy depends on it',
      ),
    ];
  }
  return policyApi(kubernetes) === undefined
    ? [
        blocked(
          'realisation',
          `Kubernetes ${kubernetes} has no MutatingAdmissionPolicy`,
          'update to Kubernetes 1.36, where it is on by itself; 1.32 is the first that has it',
        ),
      ]
    : [];
}

/** The workload updater compares images: a pod that a policy changed looks outdated forever. */
function steadyImages({ workloadUpdateMethods = [], hco }: RealisationContext): Obstacle[] {
  return workloadUpdateMethods.length === 0
    ? []
    : [
        {
          code: 'PV411',
          path: 'realisation',
          what: `KubeVirt keeps launchers of this cluster up to date with ${workloadUpdateMethods.join(' and ')}`,
          why:
            'KubeVirt compares the launcher’s image with its own, considers it outdated, and migrates the VM again ' +
            'and again',
          fix:
            hco === undefined
              ? 'leave workloadUpdateMethods of KubeVirt out'
              : 'write workloadUpdateMethods: [] of hyperConverged, whose default is LiveMigrate',
          source: 'kubevirt pkg/virt-controller/watch/workload-updater',
        },
      ];
}

function unknownOverheads(profile: HypervisorProfile, { kubevirt }: RealisationContext): Obstacle[] {
  const missing = Object.entries(overheadsOf(profile, kubevirt))
    .filter(([, mebibytes]) => mebibytes === undefined)
    .map(([part]) => `${part}Overhead`);
  return missing.length === 0 ? [] : [unsaid(profile, missing)];
}

/**
 * A device of KubeVirt's own is offered by virt-handler on a cluster that runs it, and on no other.
 *
 * There is more to it: virt-controller tells every launcher which of the two it is, and a policy leaves that alone.
 */
function deviceElsewhere({ name, native, properties }: HypervisorProfile, { cluster }: RealisationContext): Obstacle[] {
  const needed = clusterWithDevice(properties.device.value);
  if (needed === undefined || cluster === undefined || needed === cluster) {
    return [];
  }
  return [
    {
      ...blocked(
        'realisation',
        `${name} needs ${CLUSTER_DEVICES[needed]}, and KubeVirt of this cluster runs ${cluster}`,
        native === undefined
          ? `write properties.device: ${CLUSTER_DEVICES[cluster]} if it runs with that too, or a device of its own`
          : 'choose native and name it for every VM of the cluster, or give its VMs a cluster of their own',
        `virt-handler offers ${CLUSTER_DEVICES[cluster]} on its nodes and not the other one, and virt-controller ` +
          `tells each launcher that it is on ${cluster}`,
      ),
      source: 'kubevirt pkg/virt-handler/device-manager, pkg/virt-controller/services/template.go',
    },
  ];
}

/** An image is chosen by the architecture that the pod is bound to; with this gate it is bound to none. */
function boundImages({ declaration }: UsedHypervisor, { kubevirt, gates }: RealisationContext): Obstacle[] {
  const images = imagesOf(declaration) ?? {};
  const isCross = isOn('CrossArchitectureVirtualization', gates ?? {}, kubevirt);
  return !isCross || images.all !== undefined || ARCHITECTURES.every((each) => images[each] === undefined)
    ? []
    : [
        {
          ...blocked(
            'image',
            'there is an image per architecture, and the gate CrossArchitectureVirtualization is on',
            'write one manifest list: image: { all: … }, or leave the gate out',
            'A launcher pod is then bound to no architecture: any node may run it, and the policy cannot choose, so ' +
              'that it rejects the pod',
          ),
          source: 'kubevirt pkg/virt-controller/services/nodeselectorrenderer.go',
        },
      ];
}
