import type { InstanceSpec } from '../architectures/instance-view';
import type { Finding } from '../findings/finding';
import { type AskingContext, askedOf } from './asked';
import { FEATURES } from './features';
import type { HypervisorProfile } from './profile';

/** What an instance asks for and its hypervisor lacks; and what nobody knows, in one line. */
export function checkFeatures(spec: InstanceSpec, profile: HypervisorProfile, context: AskingContext): Finding[] {
  const asked = askedOf(spec, context);
  const open = asked.filter(({ feature }) => profile.features[feature].value === undefined);
  return [
    ...asked
      .filter(({ feature }) => profile.features[feature].value === false)
      .map(({ feature, path, fix, why, byCluster }) => ({
        code: 'PV404',
        severity: byCluster === true ? ('warning' as const) : ('error' as const),
        path,
        what: `${profile.name} has no support for ${FEATURES[feature]}${byCluster === true ? ', which the cluster asks of every machine' : ''}`,
        why: why ?? 'libvirt refuses the guest when its pod starts, long after KubeVirt accepted the machine',
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
