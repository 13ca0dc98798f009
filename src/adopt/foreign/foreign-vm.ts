import type { KubeObject } from '../../kube/object';

/** What makes a machine what it is for its guest. */
export interface MachineSummary {
  readonly cpus: number;
  /** In bytes. */
  readonly memory: number;
  readonly architecture: string;
  /** `q35`, `virt`, `s390-ccw-virtio`. */
  readonly machine: string;
  readonly firmware: 'bios' | 'efi' | 'efi-secure-boot';
  readonly uuid?: string;
  /** In the order in which the guest finds them. */
  readonly disks: readonly string[];
  readonly nics: readonly string[];
}

/** Something of another world that KubeVirt does not have, or has otherwise. */
export interface NoCounterpart {
  readonly element: string;
  readonly reason: string;
}

/** An image that has to be brought to the cluster. */
export interface ImageToImport {
  readonly claim: string;
  readonly from: string;
}

/** A machine of another world as a VM. */
export interface ForeignVm {
  readonly vm: KubeObject;
  readonly source: MachineSummary;
  readonly noCounterpart: readonly NoCounterpart[];
  readonly images: readonly ImageToImport[];
  /** A hypervisor of the catalogue, where the source runs on another than KubeVirt's own. */
  readonly hypervisor?: string;
}

/** A text as a name of an object. */
export function objectName(text: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '');
  return name === '' ? 'vm' : name;
}

const UNITS: Readonly<Record<string, number>> = {
  b: 1,
  bytes: 1,
  kb: 1e3,
  k: 1 << 10,
  kib: 1 << 10,
  mb: 1e6,
  m: 1 << 20,
  mib: 1 << 20,
  gb: 1e9,
  g: 1 << 30,
  gib: 1 << 30,
  tb: 1e12,
  t: 2 ** 40,
  tib: 2 ** 40,
};

/** An amount of libvirt in bytes. */
export function bytesOf(amount: string | undefined, unit = 'KiB'): number {
  return Math.round(Number(amount ?? 0) * (UNITS[unit.toLowerCase()] ?? 1024));
}

/** Bytes as a quantity, in the largest unit that says them exactly. */
export function quantityOf(bytes: number): string {
  for (const [unit, size] of [
    ['Gi', 2 ** 30],
    ['Mi', 2 ** 20],
    ['Ki', 2 ** 10],
  ] as const) {
    if (bytes % size === 0) {
      return `${bytes / size}${unit}`;
    }
  }
  return String(bytes);
}
