import type { Architecture } from '../architectures/facts';
import type { InstanceSpec } from '../architectures/instance-view';
import type { Finding } from '../findings/finding';
import { askedOf } from './asked';
import { FEATURES } from './features';
import type { HypervisorProfile } from './profile';

/** What an instance asks for and its hypervisor lacks; and what nobody knows, in one line. */
export function checkFeatures(
  spec: InstanceSpec,
  profile: HypervisorProfile,
  architecture: Architecture | undefined,
): Finding[] {
  const asked = askedOf(spec, architecture);
  const open = asked.filter(({ feature }) => profile.features[feature].value === undefined);
  return [
    ...asked
      .filter(({ feature }) => profile.features[feature].value === false)
      .map(({ feature, path, fix }) => ({
        code: 'PV404',
        severity: 'error' as const,
        path,
        what: `${profile.name} has no support for ${FEATURES[feature]}`,
        why: 'libvirt refuses the guest when its pod starts, long after KubeVirt accepted the machine',
        fix: `${fix}, or choose a hypervisor that has it`,
        source: profile.features[feature].source,
      })),
    ...(open.length === 0
      ? []
      : [
          {
            code: 'PV405',
            severity: 'info' as const,
            path: open[0]!.path,
            what: `nobody knows whether ${profile.name} has ${[...new Set(open.map(({ feature }) => FEATURES[feature]))].join(', ')}`,
            why: 'Where it has not, the guest does not start',
            fix: 'try it, and say so under features of the hypervisor',
          },
        ]),
  ];
}
