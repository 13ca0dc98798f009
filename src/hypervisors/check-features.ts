import type { InstanceSpec } from '../architectures/instance-view';
import type { Finding } from '../findings/finding';
import { type AskingContext, askedOf } from './asked';
import { FEATURES } from './features';
import type { HypervisorProfile } from './profile';

/** What an instance asks for and its hypervisor lacks; and what is unknown, in one line. */
export function checkFeatures(spec: InstanceSpec, profile: HypervisorProfile, context: AskingContext): Finding[] {
  const asked = askedOf(spec, context);
  const { architecture } = context;
  const open = asked.filter(({ feature }) => profile.features[feature].value === undefined);
  return [
    ...checkArchitecture(profile, architecture),
    ...asked
      .filter(({ feature }) => profile.features[feature].value === false)
      .map(({ feature, path, fix, why, byCluster }) => ({
        code: 'PV404',
        severity: byCluster === true ? ('warning' as const) : ('error' as const),
        path,
        what: `${profile.name} has no support for ${FEATURES[feature]}${byCluster === true ? ', which the cluster asks of every VM' : ''}`,
        why: why ?? 'libvirt refuses the guest when its pod starts, long after KubeVirt accepted the VM',
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
            what: `it is unknown whether ${profile.name} has ${[...new Set(open.map(({ feature }) => FEATURES[feature]))].join(', ')}`,
            why: 'Where it has not, the guest does not start',
            fix: 'try it, and say so under features of the hypervisor',
          },
        ]),
  ];
}

/** KubeVirt accepts the VM: none of its components knows which hypervisor runs which guests. */
function checkArchitecture(
  { name, architectures }: HypervisorProfile,
  architecture: AskingContext['architecture'],
): Finding[] {
  return architecture === undefined || architectures.value?.includes(architecture) !== false
    ? []
    : [
        {
          code: 'PV413',
          severity: 'error',
          path: 'architecture',
          what: `${name} is there for ${architectures.value.join(' and ')}, and the VM is ${architecture}`,
          why: 'No node of this architecture can run it, so that its pod stays Pending or its guest does not start',
          fix: `choose a hypervisor that runs ${architecture}, as qemu-kvm, or make the VM ${architectures.value.join(' or ')}`,
          source: architectures.source,
        },
      ];
}
