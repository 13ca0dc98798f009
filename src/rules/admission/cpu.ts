import { at, type InstanceSpec } from '../../architectures/instance-view';
import type { ClusterView } from '../../cluster/cluster-view';
import { partsOf, textOf } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { isMap } from '../../kube/object';
import { type Found, NOTHING_WRONG, type Rule } from '../rule';
import { topologyOf } from './amounts';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';
const POLICIES = ['force', 'require', 'optional', 'disable', 'forbid'];

/** What virt-api rejects in the CPU of an instance, beside what follows from dedicated CPUs. */
export const cpus: Rule = ({ configuration }) => ({
  instance: ({ spec }) => {
    const cpu = at(spec, 'domain.cpu');
    return isMap(cpu) ? checkCpu(cpu, spec, configuration) : NOTHING_WRONG;
  },
});

function* checkCpu(
  cpu: Readonly<Record<string, unknown>>,
  spec: InstanceSpec,
  configuration: ClusterView['configuration'],
): Found {
  yield* checkCounts(cpu);
  if (cpu.isolateEmulatorThread === true && cpu.dedicatedCpuPlacement !== true) {
    yield {
      code: 'PV004',
      path: 'domain.cpu.isolateEmulatorThread',
      what: 'isolateEmulatorThread needs dedicated CPUs',
      fix: 'write dedicatedCpuPlacement: true, or leave isolateEmulatorThread out',
      wants: 'domain.cpu.dedicatedCpuPlacement',
      source: SOURCE,
    };
  }
  for (const { item, name, path } of partsOf(cpu.features, 'domain.cpu.features')) {
    const policy = textOf(item.policy);
    if (policy !== '' && !POLICIES.includes(policy)) {
      yield {
        code: 'PV003',
        path: `${path}.policy`,
        what: `the CPU feature ${shownValue(name)} has the policy ${shownValue(policy)}`,
        fix: `write one of ${POLICIES.join(', ')}`,
        source: SOURCE,
      };
    }
  }
  const { maxSockets } = cpu;
  if (typeof maxSockets === 'number' && maxSockets !== 0) {
    const { sockets } = topologyOf(spec, configuration?.cpuRequest);
    if (sockets > maxSockets) {
      yield {
        code: 'PV001',
        path: 'domain.cpu.maxSockets',
        what: `${sockets} sockets exceed maxSockets, ${maxSockets}`,
        fix: 'raise maxSockets, or leave it out',
        source: SOURCE,
      };
    }
  }
  yield* checkRealtime(cpu);
}

/** Go has no negative number of them: the object is not even read. */
function* checkCounts(cpu: Readonly<Record<string, unknown>>): Found {
  for (const part of ['cores', 'sockets', 'threads', 'maxSockets']) {
    const count = cpu[part];
    if (typeof count === 'number' && count < 0) {
      yield {
        code: 'PV001',
        path: `domain.cpu.${part}`,
        what: `${count} is not a number of ${part === 'maxSockets' ? 'sockets' : part}`,
        fix: 'write a whole number, 1 or more',
        source: 'kubevirt staging/src/kubevirt.io/api/core/v1/schema.go',
      };
    }
  }
}

function* checkRealtime(cpu: Readonly<Record<string, unknown>>): Found {
  if (!isMap(cpu.realtime)) {
    return;
  }
  const missing = [
    cpu.dedicatedCpuPlacement === true ? undefined : 'dedicatedCpuPlacement: true',
    isMap(cpu.numa) && isMap(cpu.numa.guestMappingPassthrough) ? undefined : 'numa.guestMappingPassthrough',
  ].filter((each) => each !== undefined);
  if (missing.length > 0) {
    yield {
      code: 'PV004',
      path: 'domain.cpu.realtime',
      what: `a realtime guest needs ${missing.join(' and ')}`,
      fix: `add ${missing.join(' and ')}, or leave realtime out`,
      wants: 'domain.cpu.dedicatedCpuPlacement',
      source: SOURCE,
    };
  }
}
