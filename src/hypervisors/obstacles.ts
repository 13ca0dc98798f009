import { isOn } from '../gates/enablement';
import { atLeast } from '../kube/release';
import { type HypervisorDeclaration, PLUGIN_SINCE, type Realisation } from './declaration';
import { domainHooks } from './domain-hooks';
import { imagesOf, withoutImage } from './image';
import {
  blocked,
  type Obstacle,
  type ObstacleRule,
  type RealisationContext,
  type UsedHypervisor,
  unsaid,
} from './obstacle';
import { policyObstacles } from './policy-obstacles';
import { CLUSTER_DEVICES, type HypervisorProfile, type Property } from './profile';

/** First release of KubeVirt that can be told which hypervisor it runs. */
export const NATIVE_SINCE = '1.8';

/** First release of HyperConverged that hands the list of hypervisors on. */
const HCO_NATIVE_SINCE = '1.18';

const KVM = CLUSTER_DEVICES.kvm;
const MSHV = CLUSTER_DEVICES['hyperv-direct'];

/** Everything that is in the way of one realisation; nothing where it can work. */
export function obstaclesTo(
  realisation: Realisation,
  candidate: UsedHypervisor,
  context: RealisationContext,
): Obstacle[] {
  const { name, runsInLauncher, because } = candidate.profile;
  if (!runsInLauncher) {
    return [
      {
        code: 'PV407',
        path: '',
        what: `${name} cannot be realised: ${because}`,
        why: 'KubeVirt runs each guest in a launcher pod on the node',
        fix: 'choose one that runs in a launcher: qemu-kvm, qemu-mshv, cloud-hypervisor, xen, lxc',
      },
    ];
  }
  return OBSTACLES[realisation](candidate, context);
}

const OBSTACLES: Readonly<Record<Realisation, ObstacleRule>> = {
  native: ({ profile, declaration }, context) => [
    ...(profile.native === undefined
      ? [blocked('realisation', `KubeVirt does not have ${profile.name} itself`, 'choose another realisation')]
      : []),
    ...(profile.native === 'hyperv-direct' ? nativeField(context) : []),
    ...(declaration.image === undefined
      ? []
      : [blocked('image', 'a hypervisor of KubeVirt’s own runs in KubeVirt’s own launcher', 'leave image out')]),
    ...noEnvironment(declaration),
  ],
  'cluster-image': ({ profile, declaration }, context) => [
    ...image(declaration),
    ...(context.hco === undefined ? [] : [madeByHco()]),
    ...(context.installs ? [] : [noInstallation()]),
    ...clusterDevice(profile, context),
    ...rights(profile, context),
    ...noEnvironment(declaration),
    ...oneImage(declaration, context),
  ],
  'pod-policy': (candidate, context) => [
    ...image(candidate.declaration),
    ...policyObstacles(candidate, context),
    ...rights(candidate.profile, context),
  ],
  plugin: (candidate, context) => [
    ...image(candidate.declaration),
    ...pluginObstacles(candidate, context),
    ...policyObstacles(candidate, context),
    ...rights(candidate.profile, context),
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
        blocked(
          'properties.device',
          device === 'none' ? `${profile.name} needs no device` : `${profile.name} needs ${device}`,
          'choose pod-policy, which changes the device of the pod',
          `KubeVirt asks for ${KVM} or ${MSHV} for every launcher pod, whatever is in the image`,
        ),
      ];
}

function nativeField({ kubevirt, installs, hco }: RealisationContext): Obstacle[] {
  return [
    ...(hco === undefined || atLeast(hco, HCO_NATIVE_SINCE)
      ? []
      : [
          blocked(
            'realisation',
            `HyperConverged ${hco} cannot be told which hypervisor KubeVirt runs`,
            `target HyperConverged ${HCO_NATIVE_SINCE} or later`,
          ),
        ]),
    ...(installs ? [] : [noInstallation()]),
    ...(atLeast(kubevirt, NATIVE_SINCE)
      ? []
      : [
          blocked(
            'realisation',
            `KubeVirt ${kubevirt} cannot be told which hypervisor it runs`,
            `target KubeVirt ${NATIVE_SINCE} or later`,
            'spec.configuration.hypervisors does not exist before: the API server prunes or rejects it',
          ),
        ]),
  ];
}

function image(declaration: HypervisorDeclaration): Obstacle[] {
  return imagesOf(declaration) === undefined
    ? [
        blocked(
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
          what:
            'there is an image per architecture, but the cluster has ' +
            `${architectures.join(' and ') || 'unknown nodes'}`,
          why: 'virt-controller uses one launcher image for all VMs',
          fix: 'write one manifest list: image: { all: … }',
          source: 'kubevirt virt-controller --launcher-image',
        },
      ];
}

/** What a launcher may do is for KubeVirt to decide, whatever is in the image; a policy leaves it alone. */
function rights(
  { name, properties }: HypervisorProfile,
  { gates, installs, hco, kubevirt }: RealisationContext,
): Obstacle[] {
  const privileged =
    properties.privileged.value === true
      ? [
          blocked(
            'properties.privileged',
            `${name} needs a privileged launcher`,
            'run it with the rights that a launcher has, or choose proposal',
            'KubeVirt never makes one, and a policy that does would open the node to every user who may create a VM',
          ),
        ]
      : [];
  const isNonRoot = installs && !isOn('Root', gates ?? {}, kubevirt);
  return properties.root.value === true && isNonRoot
    ? [...privileged, { ...needsRoot(name, hco !== undefined), source: properties.root.source }]
    : privileged;
}

function needsRoot(name: string, isManaged: boolean): Obstacle {
  const gate = isManaged
    ? 'install KubeVirt by kubevirt with featureGates: [Root], since HyperConverged has no word for it'
    : 'write Root under featureGates of kubevirt, which gives root to every launcher of the cluster';
  return blocked(
    'properties.root',
    `the libvirt daemon of ${name} runs as root, and launchers of KubeVirt run as user 107`,
    `${gate}; or write properties.root: false if the launcher image makes it run without`,
    'The daemon does not start in such a pod, so that no guest does',
  );
}

function noEnvironment({ environment }: HypervisorDeclaration): Obstacle[] {
  return environment === undefined
    ? []
    : [
        blocked(
          'environment',
          'an environment can be given to launcher pods by a policy only',
          'leave environment out, or put it into the image',
        ),
      ];
}

function madeByHco(): Obstacle {
  return blocked(
    'realisation',
    'HyperConverged makes the KubeVirt resource and has no field for patches of its components',
    'install KubeVirt by kubevirt instead of hyperConverged',
    'HyperConverged takes back what others write there',
  );
}

function noInstallation(): Obstacle {
  return blocked(
    'realisation',
    'the platform declares no KubeVirt in which it could be written',
    'declare kubevirt',
    'What a whole cluster runs is said in the KubeVirt resource',
  );
}

/** Everything that keeps a Plugin from changing the domains of VMs, beside what is in the way of the policy for their pods. */
function pluginObstacles({ profile }: UsedHypervisor, context: RealisationContext): Obstacle[] {
  const { kubevirt, hco } = context;
  if (!atLeast(kubevirt, PLUGIN_SINCE)) {
    return [
      blocked(
        'realisation',
        `KubeVirt ${kubevirt} has no Plugins`,
        `target KubeVirt ${PLUGIN_SINCE} or later, or choose pod-policy`,
      ),
    ];
  }
  return [
    ...unknownDomain(profile),
    ...withoutDisks(profile),
    ...(hco === undefined
      ? []
      : [
          blocked(
            'realisation',
            'HyperConverged makes the KubeVirt resource and has no word for the gate Plugins',
            'install KubeVirt by kubevirt instead of hyperConverged, or choose pod-policy',
            'virt-api rejects a Plugin while the gate is off',
          ),
        ]),
    ...gateOff(context),
  ];
}

/** A domain of another type needs its program; without one, libvirt would look for QEMU. */
function unknownDomain(profile: HypervisorProfile): Obstacle[] {
  const needed = ['virtType', 'emulator', 'machine'] as const satisfies readonly Property[];
  const missing = needed.filter((property) => profile.properties[property].value === undefined);
  if (missing.length > 0) {
    return [
      {
        ...unsaid(profile, missing),
        why: 'The Plugin writes it into the domain; polyvirt does not guess',
      },
    ];
  }
  return domainHooks(profile).length > 0
    ? []
    : [
        blocked(
          'realisation',
          `the domain of ${profile.name} is the one that KubeVirt writes: a Plugin would change nothing`,
          profile.native === 'kvm'
            ? 'leave realisation out'
            : 'choose pod-policy, or say under properties what differs',
        ),
      ];
}

function withoutDisks({ name, properties }: HypervisorProfile): Obstacle[] {
  return properties.diskBus.value !== 'none'
    ? []
    : [
        {
          ...blocked(
            'realisation',
            `guests of ${name} have no disks`,
            'write a Plugin of your own, which check judges, and choose pod-policy here',
            'The Plugin of polyvirt moves disks; which volume of a VM becomes which file system only its vendor knows',
          ),
          source: properties.diskBus.source,
        },
      ];
}

/** A gate that the platform turns off by name would be turned on against its word. */
function gateOff({ gates, kubevirt }: RealisationContext): Obstacle[] {
  const { disabledFeatureGates = [] } = gates ?? {};
  return disabledFeatureGates.includes('Plugins') && !isOn('Plugins', gates ?? {}, kubevirt)
    ? [
        blocked(
          'realisation',
          'the gate Plugins is under disabledFeatureGates of kubevirt',
          'leave it out there: polyvirt turns it on',
          'virt-api rejects a Plugin while the gate is off',
        ),
      ]
    : [];
}
