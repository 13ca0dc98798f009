import { mapsIn } from '../architectures/instance-view';
import { namespaceOf } from '../kube/identity';
import { isMap } from '../kube/object';
import { instanceOf } from './instance-of';
import { hypervisorLabel } from './machine-hypervisor';
import type { Machine } from './machine-of';

/**
 * What the pod of a machine follows from, as far as it decides which nodes take it: the same text for machines that are alike in it.
 *
 * Without what machines are told apart by, and what nodes have nothing to do with. Written part by part, since a copy
 * without that costs more than all the rest.
 *
 * @param isByNamespace whether namespaces differ in what they add to a pod
 */
export function demandOf({ object, expanded, architecture }: Machine, isByNamespace: boolean): string {
  const { spec } = expanded;
  const instance = instanceOf(object);
  const metadata = isMap(instance?.template.metadata) ? instance.template.metadata : {};
  const isSocial = isMap(spec.affinity) && isMap(spec.affinity.podAffinity);
  let demand = `${architecture}${SIGN}${isByNamespace || isSocial ? namespaceOf(object) : ''}`;
  demand += part('annotations', metadata.annotations);
  demand += isSocial
    ? part('labels', metadata.labels)
    : part('hypervisor', instance === undefined ? undefined : hypervisorLabel(instance)?.value);
  for (const key in spec) {
    demand += PARTS.get(key)?.(spec[key]) ?? part(key, spec[key]);
  }
  return demand;
}

/** Between parts; no text in JSON has it. */
const SIGN = '\0';

function part(key: string, value: unknown): string {
  return `${SIGN}${key}${SIGN}${JSON.stringify(value)}`;
}

/** How parts of the spec are written that hold more than what decides. */
const PARTS: ReadonlyMap<string, (value: unknown) => string> = new Map<string, (value: unknown) => string>([
  ['hostname', () => ''],
  ['volumes', (volumes) => part('volumes', mapsIn(volumes).map(Object.keys))],
  ['affinity', (affinity) => below('affinity', affinity, (key, rules) => below(key, rules, withoutWishes))],
  ['domain', (domain) => below('domain', domain, ofDomain)],
]);

/** The parts of a map, between signs that tell them from parts of the map around it. */
function below(name: string, map: unknown, write: (key: string, value: unknown) => string): string {
  if (!isMap(map)) {
    return part(name, map);
  }
  let text = `${SIGN}${name}{`;
  for (const key in map) {
    text += write(key, map[key]);
  }
  return `${text}${SIGN}}`;
}

/** What is preferred keeps no pod from any node. */
function withoutWishes(key: string, terms: unknown): string {
  return key === 'preferredDuringSchedulingIgnoredDuringExecution' ? '' : part(key, terms);
}

/** A domain without its identity. */
function ofDomain(key: string, value: unknown): string {
  switch (key) {
    case 'firmware':
      return isMap(value) ? part(key, { ...value, uuid: undefined, serial: undefined }) : part(key, value);
    case 'devices':
      return below(key, value, ofDevices);
    default:
      return part(key, value);
  }
}

function ofDevices(key: string, value: unknown): string {
  const own = key === 'disks' ? 'serial' : key === 'interfaces' ? 'macAddress' : undefined;
  return own !== undefined && Array.isArray(value)
    ? part(
        key,
        value.map((item: unknown) => (isMap(item) && own in item ? { ...item, [own]: undefined } : item)),
      )
    : part(key, value);
}
