import type { Architecture } from '../architectures/facts';
import { atLeast, type Release } from '../kube/release';
import type { HypervisorDeclaration, Realisation } from './declaration';
import { imagesOf, withoutImage } from './image';
import { overheadsOf } from './overheads';
import { policyApi } from './policy-api';
import type { HypervisorProfile } from './profile';

/** What a platform is, as far as it decides how a hypervisor can reach it. */
export interface RealisationContext {
  readonly kubevirt: Release;
  /** Absent where it is not known. */
  readonly kubernetes?: Release;
  /** Whether the platform declares its KubeVirt, in which something can be written. */
  readonly installs: boolean;
  /** Release of the HyperConverged that makes the KubeVirt resource instead, where one does. */
  readonly hco?: Release;
  readonly workloadUpdateMethods: readonly string[];
  /** Architectures of the cluster, as far as they are known. */
  readonly architectures: readonly Architecture[];
}

/** Why a hypervisor cannot reach a cluster one way. */
export interface Obstacle {
  readonly code: 'PV402' | 'PV407' | 'PV409' | 'PV411';
  /** Below the declaration of the hypervisor. */
  readonly path: string;
  readonly what: string;
  readonly why: string;
  /** What removes it. */
  readonly fix: string;
  readonly source?: string;
}

/** A hypervisor with how a platform uses it. */
export interface Candidate {
  readonly profile: HypervisorProfile;
  readonly declaration: HypervisorDeclaration;
}

/** First release of KubeVirt that can be told which hypervisor it runs. */
export const NATIVE_SINCE = '1.8';

/** First release of HyperConverged that hands the list of hypervisors on. */
const HCO_NATIVE_SINCE = '1.18';

const KVM = 'devices.kubevirt.io/kvm';
const MSHV = 'devices.kubevirt.io/mshv';

/** Everything that is in the way of one realisation; nothing where it can work. */
export function obstaclesTo(realisation: Realisation, candidate: Candidate, context: RealisationContext): Obstacle[] {
  const { name, runsInLauncher, because } = candidate.profile;
  if (!runsInLauncher) {
    return [
      {
        code: 'PV407',
        path: '',
        what: `${name} cannot be realised: ${because}`,
        why: 'KubeVirt runs each guest inside of a launcher pod on the node',
        fix: 'choose one that runs in a launcher: qemu-kvm, qemu-mshv, cloud-hypervisor, xen, lxc',
      },
    ];
  }
  return OBSTACLES[realisation](candidate, context);
}

type Rule = (candidate: Candidate, context: RealisationContext) => Obstacle[];

const OBSTACLES: Readonly<Record<Realisation, Rule>> = {
  native: ({ profile, declaration }, context) => [
    ...(profile.native === undefined
      ? [way('realisation', `KubeVirt does not have ${profile.name} itself`, 'choose another realisation')]
      : []),
    ...(profile.native === 'hyperv-direct' ? nativeField(context) : []),
    ...(declaration.image === undefined
      ? []
      : [way('image', 'a hypervisor of KubeVirt’s own runs in KubeVirt’s own launcher', 'leave image out')]),
    ...noEnvironment(declaration),
  ],
  'cluster-image': ({ profile, declaration }, context) => [
    ...image(declaration),
    ...(context.hco === undefined ? [] : [madeByHco()]),
    ...(context.installs ? [] : [noInstallation()]),
    ...clusterDevice(profile, context),
    ...unprivileged(profile),
    ...noEnvironment(declaration),
    ...oneImage(declaration, context),
  ],
  'pod-policy': ({ profile, declaration }, context) => [
    ...policyServed(context),
    ...image(declaration),
    ...unknownOverheads(profile, context),
    ...(profile.properties.device.value === undefined ? [unsaid(profile, ['device'])] : []),
    ...unprivileged(profile),
    ...steadyImages(context),
  ],
  proposal: () => [],
};

/** Which device resource KubeVirt asks for is for KubeVirt to decide; a policy can change it in the pod. */
function clusterDevice(profile: HypervisorProfile, context: RealisationContext): Obstacle[] {
  const device = profile.properties.device.value;
  if (device === undefined) {
    return [unsaid(profile, ['device'])];
  }
  if (device === MSHV) {
    return nativeField(context);
  }
  return device === KVM
    ? []
    : [
        way(
          'properties.device',
          device === 'none' ? `${profile.name} needs no device` : `${profile.name} needs ${device}`,
          'choose pod-policy, which changes the device of the pod',
          `KubeVirt asks for ${KVM} or ${MSHV} for every launcher pod, whatever is in the image`,
        ),
      ];
}

/** Whether a launcher's device needs KubeVirt to be told that it runs on Microsoft's hypervisor. */
export function needsNativeField({ native, properties }: HypervisorProfile): boolean {
  return native === 'hyperv-direct' || properties.device.value === MSHV;
}

function nativeField({ kubevirt, installs, hco }: RealisationContext): Obstacle[] {
  return [
    ...(hco === undefined || atLeast(hco, HCO_NATIVE_SINCE)
      ? []
      : [
          way(
            'realisation',
            `HyperConverged ${hco} cannot be told which hypervisor KubeVirt runs`,
            `target HyperConverged ${HCO_NATIVE_SINCE} or later`,
          ),
        ]),
    ...(installs ? [] : [noInstallation()]),
    ...(atLeast(kubevirt, NATIVE_SINCE)
      ? []
      : [
          way(
            'realisation',
            `KubeVirt ${kubevirt} cannot be told which hypervisor it runs`,
            `target KubeVirt ${NATIVE_SINCE} or later`,
            'spec.configuration.hypervisors does not exist before: the API server prunes or refuses it',
          ),
        ]),
  ];
}

function policyServed({ kubernetes }: RealisationContext): Obstacle[] {
  if (kubernetes === undefined) {
    return [
      way(
        'realisation',
        'nobody says which Kubernetes the cluster runs',
        'write target.kubernetes, as "1.36"',
        'The API version of a MutatingAdmissionPolicy depends on it',
      ),
    ];
  }
  return policyApi(kubernetes) === undefined
    ? [
        way(
          'realisation',
          `Kubernetes ${kubernetes} has no MutatingAdmissionPolicy`,
          'update to Kubernetes 1.36, where it is on by itself; 1.32 is the first that has it',
        ),
      ]
    : [];
}

/** The workload updater compares images: a pod that a policy changed looks outdated for ever. */
function steadyImages({ workloadUpdateMethods, hco }: RealisationContext): Obstacle[] {
  return workloadUpdateMethods.length === 0
    ? []
    : [
        {
          code: 'PV411',
          path: 'realisation',
          what: `launchers of this cluster are kept up to date by ${workloadUpdateMethods.join(' and ')}`,
          why: 'KubeVirt compares a launcher’s image with its own, takes the changed one for outdated, and moves the machine again and again',
          fix:
            hco === undefined
              ? 'leave workloadUpdateMethods of KubeVirt out'
              : 'write workloadUpdateMethods: [] of hyperConverged, whose default is LiveMigrate',
          source: 'kubevirt pkg/virt-controller/watch/workload-updater',
        },
      ];
}

function image(declaration: HypervisorDeclaration): Obstacle[] {
  return imagesOf(declaration) === undefined
    ? [
        way(
          'image',
          `no launcher image for ${declaration.name} is named`,
          'write image: the launcher that its vendor made to fit this KubeVirt',
          'KubeVirt’s own launcher holds QEMU only',
        ),
      ]
    : [];
}

/** The whole cluster has one launcher image, so that a mixed one needs a manifest list. */
function oneImage(declaration: HypervisorDeclaration, { architectures }: RealisationContext): Obstacle[] {
  const images = imagesOf(declaration);
  if (images === undefined || images.all !== undefined) {
    return [];
  }
  const isOne = architectures.length === 1 && withoutImage(images, architectures).length === 0;
  return isOne
    ? []
    : [
        {
          code: 'PV409',
          path: 'image',
          what: `there is an image per architecture, and the cluster has ${architectures.join(' and ') || 'nodes that nobody knows'}`,
          why: 'virt-controller takes one launcher image for all machines',
          fix: 'write one manifest list: image: { all: … }',
          source: 'kubevirt virt-controller --launcher-image',
        },
      ];
}

function unknownOverheads(profile: HypervisorProfile, { kubevirt }: RealisationContext): Obstacle[] {
  const missing = Object.entries(overheadsOf(profile, kubevirt))
    .filter(([, mebibytes]) => mebibytes === undefined)
    .map(([part]) => `${part}Overhead`);
  return missing.length === 0 ? [] : [unsaid(profile, missing)];
}

function unprivileged({ name, properties }: HypervisorProfile): Obstacle[] {
  return properties.privileged.value === true
    ? [
        way(
          'properties.privileged',
          `${name} needs a privileged launcher`,
          'run it with the rights that a launcher has, or choose proposal',
          'KubeVirt never makes one, and a policy that does would open the node to whoever may create a machine',
        ),
      ]
    : [];
}

function noEnvironment({ environment }: HypervisorDeclaration): Obstacle[] {
  return environment === undefined
    ? []
    : [
        way(
          'environment',
          'an environment can be given to launcher pods by a policy only',
          'leave environment out, or put it into the image',
        ),
      ];
}

function madeByHco(): Obstacle {
  return way(
    'realisation',
    'HyperConverged makes the KubeVirt resource and has no field for patches of its components',
    'install KubeVirt by kubevirt instead of hyperConverged',
    'HyperConverged takes back what somebody else writes there',
  );
}

function noInstallation(): Obstacle {
  return way(
    'realisation',
    'the platform declares no KubeVirt in which it could be written',
    'declare kubevirt',
    'What a whole cluster runs is said in the KubeVirt resource',
  );
}

function unsaid({ name }: HypervisorProfile, properties: readonly string[]): Obstacle {
  return {
    code: 'PV402',
    path: 'properties',
    what: `nobody knows ${properties.join(' and ')} of ${name}`,
    why: 'What a launcher pod asks for is computed from it; polyvirt does not guess',
    fix: `write ${properties.map((property) => `properties.${property}`).join(' and ')}`,
  };
}

function way(
  path: string,
  what: string,
  fix: string,
  why = 'It would change nothing, or no machine would start',
): Obstacle {
  return { code: 'PV407', path, what, why, fix };
}
