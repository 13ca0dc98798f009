import { isOn } from '../gates/enablement';
import { atLeast } from '../kube/release';
import { PLUGIN_SINCE } from './declaration';
import { domainHooks } from './domain-hooks';
import { blocked, type Obstacle, type RealisationContext, type UsedHypervisor, unsaid } from './obstacle';
import type { HypervisorProfile, Property } from './profile';

/** Everything that keeps a Plugin from changing the domains of VMs, beside what is in the way of the policy for their pods. */
export function pluginObstacles({ profile }: UsedHypervisor, context: RealisationContext): Obstacle[] {
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
            'virt-api refuses a Plugin while the gate is off',
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
          'virt-api refuses a Plugin while the gate is off',
        ),
      ]
    : [];
}
