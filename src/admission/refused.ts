import type { Architecture } from '../architectures/facts';
import type { InstanceSpec } from '../architectures/instance-view';
import { isMap } from '../kube/object';
import type { Release } from '../kube/release';

/** Something that virt-api refuses in the spec of an instance. */
export interface Refused {
  readonly code: 'PV001' | 'PV002' | 'PV003' | 'PV004' | 'PV802';
  /** Below the instance's spec. */
  readonly path: string;
  readonly what: string;
  readonly fix: string;
  readonly source: string;
  /** What happens on the cluster, where virt-api is not the one who refuses. */
  readonly why?: string;
  /** True where virt-api accepts the VirtualMachine and refuses only its instance. */
  readonly isLate?: true;
  /** What would make it right and an instance type or a preference may add. */
  readonly wants?: string;
  /** True where the path is below the spec of the VirtualMachine, not of its instance. */
  readonly isOfMachine?: true;
  /** Set where it depends on something that is not known; an error otherwise. */
  readonly severity?: 'warning';
}

/** What else decides whether virt-api refuses an instance. */
export interface RefusalContext {
  readonly kubevirt: Release;
  /** As KubeVirt would default it; absent where that is not known. */
  readonly architecture?: Architecture | undefined;
  /** Whether the instance is the template of a VirtualMachine. */
  readonly isMachine: boolean;
  /** `spec.configuration` of the KubeVirt resource; absent where that resource is not at hand. */
  readonly configuration?: Readonly<Record<string, unknown>> | undefined;
  /** The spec of the VirtualMachine that makes the instance; absent for an instance of its own. */
  readonly machine?: Readonly<Record<string, unknown>> | undefined;
  /** Namespace of the object, where it says one. */
  readonly namespace?: string | undefined;
  /** Whether it names an instance type that is not at hand, which brings CPUs and memory along. */
  readonly hasUnknownInstancetype?: boolean;
}

/** One of virt-api's admitters: everything that it refuses in an instance. Total, whatever the spec holds. */
export type Admitter = (spec: InstanceSpec, context: RefusalContext) => Iterable<Refused>;

/** The same of a VirtualMachine around its template: paths are below the spec of the VirtualMachine. */
export type MachineAdmitter = (machine: Readonly<Record<string, unknown>>) => Iterable<Refused>;

/** An item of a list, and where it is. */
export interface Part {
  readonly item: Readonly<Record<string, unknown>>;
  /** Its name; empty where it has none, as Go reads it. */
  readonly name: string;
  /** Below the instance's spec, by its name where that is clear: `volumes[os]`. */
  readonly path: string;
}

const NO_PARTS: readonly Part[] = [];

/** The maps of a list with their names and paths. */
export function partsOf(list: unknown, path: string): readonly Part[] {
  if (!Array.isArray(list) || list.length === 0) {
    return NO_PARTS;
  }
  const known = latest.get(path);
  if (known?.list === list) {
    return known.parts;
  }
  const parts: Part[] = [];
  for (let i = 0; i < list.length; i++) {
    const item: unknown = list[i];
    if (isMap(item)) {
      parts.push(new ListedPart(item, textOf(item.name), list, i, path));
    }
  }
  latest.set(path, { list, parts });
  return parts;
}

/** Admitters ask for the same few lists of an instance one after the other: the last one of each path. */
const latest = new Map<string, { readonly list: readonly unknown[]; readonly parts: readonly Part[] }>();

/** Makes its path when it is asked for one: hardly any item has anything wrong with it. */
class ListedPart implements Part {
  constructor(
    public readonly item: Part['item'],
    public readonly name: string,
    private readonly list: readonly unknown[],
    private readonly position: number,
    private readonly above: string,
  ) {}

  public get path(): string {
    const { list, name, position } = this;
    const isClear =
      CLEAR.test(name) && list.every((other, i) => i === position || !isMap(other) || other.name !== name);
    return `${this.above}[${isClear ? name : position}]`;
  }
}

/** A name that cannot be taken for a position. */
const CLEAR = /^(?!\d+$)[\w-]+$/;

/** The devices of an instance; admitters ask for those of one after the other. */
export function devicesOf(spec: InstanceSpec): Part['item'] {
  if (spec !== latestSpec) {
    const { domain } = spec;
    const devices = isMap(domain) ? domain.devices : undefined;
    latestSpec = spec;
    latestDevices = isMap(devices) ? devices : NO_DEVICES;
  }
  return latestDevices;
}

const NO_DEVICES: Part['item'] = {};
let latestSpec: InstanceSpec | undefined;
let latestDevices = NO_DEVICES;

/** Text as Go has it: what is absent is empty. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Whether a pointer to a structure is set: `{}` is, and null is not. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
