import type { Refusal } from '../architectures/instance-row';
import { at, type InstanceSpec } from '../architectures/instance-view';
import { asNumber, asText, isEmpty, isMap, own } from '../kube/object';
import { parseQuantity } from '../kube/quantity';
import { guestTopology, preferredTopology, spreadDivisor, spreadOptions, type Topology } from './instancetype';
import type { PreferenceSpec } from './preference';

const SPREAD_PARTS: Readonly<Record<string, readonly (keyof Topology)[]>> = {
  CoresThreads: ['cores', 'threads'],
  SocketsCoresThreads: ['sockets', 'cores', 'threads'],
};

/** Which counts are held against the CPUs that a preference requires, by the topology that it prefers. */
function countedParts(preference: PreferenceSpec): readonly (keyof Topology)[] {
  switch (preferredTopology(preference)) {
    case 'threads':
      return ['threads'];
    case 'cores':
      return ['cores'];
    case 'spread':
      return own(SPREAD_PARTS, spreadOptions(preference).across) ?? ['sockets', 'cores'];
    case 'any':
      return ['cores', 'sockets', 'threads'];
    default:
      return ['sockets'];
  }
}

/** What a preference requires and the VM does not have; judged with the instance type applied. */
export function unmetRequirements(
  preference: PreferenceSpec,
  vm: InstanceSpec,
  guestCpus: number | undefined,
): Refusal[] {
  const required = isMap(preference.requirements) ? preference.requirements : {};
  return [
    ...unmetCpus(at(required, 'cpu.guest'), preference, vm, guestCpus),
    ...unmetMemory(at(required, 'memory.guest'), vm),
    ...unmetArchitecture(required.architecture, vm),
    ...undivided(preference, guestCpus),
  ];
}

function unmetCpus(
  required: unknown,
  preference: PreferenceSpec,
  vm: InstanceSpec,
  guestCpus: number | undefined,
): Refusal[] {
  if (typeof required !== 'number') {
    return [];
  }
  const parts = countedParts(preference);
  const own = parts.map((part) => at(vm, `domain.cpu.${part}`)).map((count) => asNumber(count ?? 0));
  const offered = guestCpus ?? own.reduce((product, count) => product * count, 1);
  return offered >= required
    ? []
    : [
        {
          path: guestCpus === undefined ? `domain.cpu.${parts[0]}` : 'domain.cpu',
          what: `the preference requires ${required} CPUs${guestCpus === undefined ? `, counted in ${parts.join(' × ')}` : ''}, there are ${offered}`,
          fix: guestCpus === undefined ? 'give it more of them' : 'take a larger instance type',
        },
      ];
}

function unmetMemory(required: unknown, vm: InstanceSpec): Refusal[] {
  const wanted = parseQuantity(asText(required));
  const offered = parseQuantity(asText(at(vm, 'domain.memory.guest')));
  return required === undefined || wanted === undefined || (offered !== undefined && offered.nano >= wanted.nano)
    ? []
    : [
        {
          path: 'domain.memory.guest',
          what: `the preference requires ${asText(required)} of memory`,
          fix: `write ${asText(required)} or more, or take a larger instance type`,
        },
      ];
}

function unmetArchitecture(required: unknown, { architecture }: InstanceSpec): Refusal[] {
  return typeof required !== 'string' || isEmpty(architecture) || architecture === required
    ? []
    : [
        {
          path: 'architecture',
          what: `the preference requires ${required}, the guest is ${asText(architecture)}`,
          fix: `write ${required}, or take a preference for ${asText(architecture)}`,
        },
      ];
}

/** CPUs that cannot be spread evenly are refused. */
function undivided(preference: PreferenceSpec, guestCpus: number | undefined): Refusal[] {
  const divisor = spreadDivisor(preference);
  return guestCpus === undefined || guestCpus % divisor === 0
    ? []
    : [
        {
          path: 'domain.cpu',
          what: `${guestCpus} CPUs cannot be spread evenly: ${JSON.stringify(guestTopology(guestCpus, preference))}`,
          fix: `take an instance type whose CPUs are a multiple of ${divisor}`,
        },
      ];
}
