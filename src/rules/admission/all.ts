import type { Rule } from '../rule';
import { accessCredentials } from './access-credentials';
import { bootOrder } from './boot-order';
import { claimedDevices } from './claimed-devices';
import { cloudInit } from './cloud-init';
import { cpus } from './cpu';
import { dataVolumeTemplates } from './data-volume-templates';
import { dedicatedCpus } from './dedicated-cpus';
import { devices } from './devices';
import { diskVolumes } from './disk-volumes';
import { disks } from './disks';
import { dns } from './dns';
import { firmware } from './firmware';
import { grace } from './grace';
import { guest } from './guest';
import { hyperv } from './hyperv';
import { interfaces } from './interfaces';
import { ioThreads } from './io-threads';
import { kernelBoot } from './kernel-boot';
import { otherKinds } from './kinds/all';
import { unreadable } from './kinds/unreadable';
import { maxGuest } from './live-update';
import { matchers } from './matchers';
import { guestNames } from './names';
import { networks } from './networks';
import { openapiEnums } from './openapi-enums';
import { presets } from './presets';
import { probes } from './probes';
import { reservedLabels } from './reserved-labels';
import { resourceClaims } from './resource-claims';
import { resources } from './resources';
import { runStrategies } from './run-strategy';
import { storageEnums } from './storage-enums';
import { strategies } from './strategies';
import { undefaulted } from './undefaulted';
import { volumes } from './volumes';

/** Refusals of virt-api at creation: one rule for each of its admitters, and one for all kinds that are no guests. */
export const ADMISSION: readonly Rule[] = [
  interfaces,
  networks,
  disks,
  diskVolumes,
  bootOrder,
  volumes,
  cloudInit,
  storageEnums,
  dataVolumeTemplates,
  accessCredentials,
  kernelBoot,
  ioThreads,
  devices,
  claimedDevices,
  resourceClaims,
  grace,
  guest,
  resources,
  dedicatedCpus,
  cpus,
  maxGuest,
  firmware,
  hyperv,
  probes,
  dns,
  guestNames,
  strategies,
  openapiEnums,
  runStrategies,
  matchers,
  reservedLabels,
  undefaulted,
  presets,
  otherKinds,
  unreadable,
];
