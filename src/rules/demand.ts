import { mapsIn } from '../architectures/instance-view';
import { instanceOf } from '../cluster/instance-of';
import { hypervisorLabel } from '../cluster/machine-hypervisor';
import type { Machine } from '../cluster/machine-of';
import { byPart } from '../kube/common-part';
import { namespaceOf } from '../kube/identity';
import { isMap } from '../kube/object';

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
  return demand + inOrder(spec, ofInstance);
}

/** Between parts; no text in JSON has it, nor the other one. */
const SIGN = '\0';
const NUMBER_SIGN = '\x01';

/** Writes the value of a key. */
type WritePart = (key: string, value: unknown) => string;

function part(key: string, value: unknown): string {
  return `${SIGN}${key}${SIGN}${JSON.stringify(value)}`;
}

/** The spec of an instance, of which some parts hold more than what decides. */
const ofInstance = inNumbers((key, value) => {
  switch (key) {
    case 'hostname':
      return '';
    case 'volumes':
      return part(key, mapsIn(value).map(Object.keys));
    case 'affinity':
      return below(key, value, (kind, rules) => below(kind, rules, withoutWishes));
    case 'domain':
      return below(key, value, ofDomain);
    default:
      return part(key, value);
  }
});

/** A domain without its identity. */
const ofDomain = inNumbers((key, value) => {
  switch (key) {
    case 'firmware':
      return isMap(value) ? part(key, { ...value, uuid: undefined, serial: undefined }) : part(key, value);
    case 'devices':
      return below(key, value, ofDevices);
    default:
      return part(key, value);
  }
});

function ofDevices(key: string, value: unknown): string {
  const own = key === 'disks' ? 'serial' : key === 'interfaces' ? 'macAddress' : undefined;
  return own !== undefined && Array.isArray(value)
    ? part(
        key,
        value.map((item: unknown) => (isMap(item) && own in item ? { ...item, [own]: undefined } : item)),
      )
    : part(key, value);
}

/** What is preferred keeps no pod from any node. */
function withoutWishes(key: string, terms: unknown): string {
  return key === 'preferredDuringSchedulingIgnoredDuringExecution' ? '' : part(key, terms);
}

/** The parts of a map, between signs that tell them from parts of the map around it. */
function below(name: string, map: unknown, write: WritePart): string {
  if (!isMap(map)) {
    return part(name, map);
  }
  return `${SIGN}${name}{${inOrder(map, write)}${SIGN}}`;
}

/** The parts of a map, in whatever order it has them. */
function inOrder(map: Readonly<Record<string, unknown>>, write: WritePart): string {
  const texts: string[] = [];
  for (const key in map) {
    texts.push(write(key, map[key]));
  }
  return texts.sort().join('');
}

/** Writes parts as numbers, and common parts once: those that differ in nothing that decides have the same. */
function inNumbers(write: WritePart): WritePart {
  const byKey = new Map<string, (part: object) => string>();
  return (key, value) => {
    if (typeof value !== 'object' || value === null) {
      return write(key, value);
    }
    const known = byKey.get(key) ?? byPart((part: object) => `${NUMBER_SIGN}${numberOf(write(key, part))}`);
    byKey.set(key, known);
    return known(value);
  };
}

const NUMBERS = new Map<string, number>();

function numberOf(text: string): number {
  const number = NUMBERS.get(text) ?? NUMBERS.size;
  NUMBERS.set(text, number);
  return number;
}
