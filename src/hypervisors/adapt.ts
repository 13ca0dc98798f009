import type { Feature } from './features';
import type { HypervisorProfile } from './profile';

/** What KubeVirt adds to every guest unless it is told not to, as the API spells it. */
export interface Autoattach {
  readonly autoattachGraphicsDevice?: false;
  readonly autoattachMemBalloon?: false;
  readonly autoattachSerialConsole?: false;
}

const SWITCHES: readonly (readonly [Feature, keyof Autoattach, string])[] = [
  ['graphics', 'autoattachGraphicsDevice', 'no graphical console is attached'],
  ['ballooning', 'autoattachMemBalloon', 'no memory balloon is attached'],
  ['serialConsole', 'autoattachSerialConsole', 'no serial console is attached'],
];

/** Devices that KubeVirt would add and the hypervisor refuses. */
export function withoutRefused({ features }: HypervisorProfile): Autoattach {
  return Object.fromEntries(
    SWITCHES.filter(([feature]) => features[feature].value === false).map(([, field]) => [field, false]),
  );
}

/** Whether what the launcher makes for the guest has to be a raw disk. */
export function needsRawDisk({ properties }: HypervisorProfile): boolean {
  return properties.iso.value === false;
}

/** What is done differently for a VM on this hypervisor, in words. */
export function adaptationsOf(profile: HypervisorProfile, hasCloudInit: boolean): string[] {
  return [
    ...(hasCloudInit && needsRawDisk(profile) ? ['cloud-init comes as a raw virtio disk instead of an ISO image'] : []),
    ...SWITCHES.filter(([feature]) => profile.features[feature].value === false).map(([, , words]) => words),
  ];
}
