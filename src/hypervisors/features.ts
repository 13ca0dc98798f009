/** What a virtual machine can ask of its hypervisor, in words that a person searches for. */
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
