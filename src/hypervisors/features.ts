import type { FeatureCells, HypervisorProfile, OwnFeature, PropertyCells } from './profile';

/** Features that a VM can ask of its hypervisor, in words that a person searches for. */
export const FEATURES = {
  cdrom: 'CD-ROM drives',
  iso: 'cloud-init and other generated media as an ISO image',
  lun: 'LUNs',
  sataDisk: 'disks on SATA',
  scsiDisk: 'disks on SCSI',
  usbDisk: 'disks on USB',
  otherNic: 'network cards other than virtio',
  ballooning: 'memory ballooning',
  graphics: 'a graphical console',
  video: 'a choice of video device',
  input: 'tablets and other input devices',
  sound: 'sound cards',
  tpm: 'trusted platform modules',
  watchdog: 'watchdogs',
  filesystem: 'shared file systems',
  vsock: 'vsock',
  hostDevices: 'host devices',
  gpus: 'GPUs',
  sriov: 'SR-IOV network cards',
  panic: 'panic devices',
  rng: 'a random number generator',
  serialConsole: 'a serial console',
  usbRedirection: 'USB redirection',
  secureBoot: 'secure boot',
  persistentEfi: 'UEFI variables that persist',
  launchSecurity: 'encrypted guests',
  downwardMetrics: 'host metrics for the guest',
  kernelBoot: 'booting a kernel directly',
  hugepages: 'huge pages',
  numa: 'a NUMA topology',
  dedicatedCpus: 'dedicated CPUs',
  hotplugDisks: 'disks plugged in while it runs',
  hotplugMemory: 'memory added while it runs',
  liveMigration: 'live migration',
} as const;

/** A feature of the list. */
export type Feature = keyof typeof FEATURES;

/** Every feature. */
export const FEATURE_NAMES = Object.keys(FEATURES) as readonly Feature[];

/** How well something is known: read upstream, concluded from what was read, or not known at all. */
export type Confidence = 'documented' | 'inferred' | 'unknown';

/** One thing that is known of a hypervisor, and where from. */
export interface Cell<T> {
  /** Absent where it is unknown. */
  readonly value?: T;
  readonly confidence: Confidence;
  readonly source: string;
}

/** Read upstream. */
export function documented<T>(value: T, source: string): Cell<T> {
  return { value, confidence: 'documented', source };
}

/** Concluded from what was read. */
export function inferred<T>(value: T, source: string): Cell<T> {
  return { value, confidence: 'inferred', source };
}

/**
 * Not known.
 *
 * @param why what was looked for in vain
 */
export function unknown(why: string): Cell<never> {
  return { confidence: 'unknown', source: why };
}

/** Features that have the same answer for the same reason. */
export interface FeatureGroup {
  readonly cell: Cell<boolean>;
  readonly features: readonly OwnFeature[];
}

/** Features that a driver has, as upstream says. */
export function has(source: string, ...features: OwnFeature[]): FeatureGroup {
  return { cell: documented(true, source), features };
}

/** Features that a driver lacks, as upstream says. */
export function lacks(source: string, ...features: OwnFeature[]): FeatureGroup {
  return { cell: documented(false, source), features };
}

/** Features that a driver seems to have. */
export function likelyHas(source: string, ...features: OwnFeature[]): FeatureGroup {
  return { cell: inferred(true, source), features };
}

/** Features that a driver seems to lack. */
export function likelyLacks(source: string, ...features: OwnFeature[]): FeatureGroup {
  return { cell: inferred(false, source), features };
}

/** Features of which it is unknown whether a driver has them. */
export function unknownIn(why: string, ...features: OwnFeature[]): FeatureGroup {
  return { cell: unknown(why), features };
}

/** The answer for each feature. A test holds that every driver answers each of them once. */
export function featureCells(...groups: FeatureGroup[]): OwnFeatureCells {
  return Object.fromEntries(
    groups.flatMap(({ cell, features }) => features.map((feature) => [feature, cell])),
  ) as unknown as OwnFeatureCells;
}

type OwnFeatureCells = Pick<FeatureCells, OwnFeature>;

/** A hypervisor as the tables say it. */
export interface ProfileRow extends Omit<HypervisorProfile, 'features'> {
  readonly features: OwnFeatureCells;
}

/** A hypervisor with the features that its properties say. */
export function profile({ features, ...rest }: ProfileRow): HypervisorProfile {
  return { ...rest, features: { ...features, ...twinsOf(rest.properties) } };
}

/** The features that properties say. */
export function twinsOf({
  iso,
  ballooning,
}: PropertyCells): Pick<FeatureCells, Exclude<keyof FeatureCells, OwnFeature>> {
  return { iso, ballooning };
}
