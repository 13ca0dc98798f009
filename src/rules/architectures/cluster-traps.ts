import { isArchitecture, matchesGlob } from '../../architectures/architecture';
import { ARCHITECTURE_FACTS, type Architecture } from '../../architectures/facts';
import type { Finding } from '../../findings/finding';
import { asText, isMap } from '../../kube/object';
import { valueAt } from '../../kube/path';
import { atLeast, type Release } from '../../kube/release';

/** Knowledge of the cluster that a KubeVirt resource is for. */
interface ArchitecturesView {
  readonly kubevirt: Release;
  /** Architectures of the cluster; empty where they are not known. */
  readonly architectures: readonly Architecture[];
}

/** What KubeVirt accepts in its own resource and what does not work all the same. Paths are those of the object. */
export function checkClusterTraps(kubevirt: Readonly<Record<string, unknown>>, cluster: ArchitecturesView): Finding[] {
  const found = valueAt(kubevirt, 'spec.configuration');
  const configuration = isMap(found) ? found : {};
  return [
    ...checkMoved(configuration, cluster),
    ...checkOwnMachineTypes(configuration),
    ...checkOverriding(configuration, cluster),
    ...checkCpuModel(configuration, cluster),
  ];
}

const BASE = 'spec.configuration';

/** 1.9 moved the firmware of amd64; a path from before finds nothing. */
function checkMoved(configuration: Readonly<Record<string, unknown>>, { kubevirt }: ArchitecturesView): Finding[] {
  const [before, since] = ARCHITECTURE_FACTS.amd64.ovmfPath;
  if (since?.since === undefined || !atLeast(kubevirt, since.since)) {
    return [];
  }
  return ['architectureConfiguration.amd64.ovmfPath', 'ovmfPath']
    .filter((key) => asText(valueAt(configuration, key)).replace(/\/+$/, '') === before?.path)
    .map((key) => ({
      code: 'PV110',
      severity: 'warning' as const,
      path: `${BASE}.${key}`,
      what: `UEFI firmware was at ${before?.path} before KubeVirt ${since.since}, and is at ${since.path} now`,
      why: 'KubeVirt accepts it, but the launcher finds no firmware there, and no amd64 guest with UEFI starts',
      fix: 'leave it out: KubeVirt knows where its launcher has it',
      source: 'kubevirt commit 9f182f18',
    }));
}

/** The example of proposal 000 does it: `machineType: q35` with `emulatedMachines: ["pc-*"]`. */
function checkOwnMachineTypes(configuration: Readonly<Record<string, unknown>>): Finding[] {
  const byArchitecture = configuration.architectureConfiguration;
  return Object.entries(isMap(byArchitecture) ? byArchitecture : {}).flatMap(([key, configured]) => {
    if (!isArchitecture(key) || !isMap(configured)) {
      return [];
    }
    const facts = ARCHITECTURE_FACTS[key];
    const own = configured.machineType;
    const type = typeof own === 'string' && own !== '' ? own : facts.machineType;
    const globs = Array.isArray(configured.emulatedMachines)
      ? configured.emulatedMachines.map(asText)
      : facts.emulatedMachines;
    return globs.some((glob) => matchesGlob(glob, type))
      ? []
      : [
          {
            code: 'PV108',
            severity: 'error' as const,
            path: `${BASE}.architectureConfiguration.${key}`,
            what: `the default machine type ${type} matches none of ${globs.join(', ')}`,
            why: `KubeVirt writes it into every ${key} guest without one, and then rejects them all`,
            fix: `add "${facts.emulatedMachines[0]}" to emulatedMachines, or write another machineType`,
            source: 'kubevirt pkg/virt-config/virt-config.go, vmi-create-admitter.go',
          },
        ];
  });
}

/** Deprecated, still honoured, and stronger than what is said per architecture. */
function checkOverriding(
  configuration: Readonly<Record<string, unknown>>,
  { architectures }: ArchitecturesView,
): Finding[] {
  if (architectures.length < 2) {
    return [];
  }
  return ['machineType', 'emulatedMachines', 'ovmfPath']
    .filter((key) => asText(configuration[key] ?? '') !== '')
    .map((key) => ({
      code: 'PV110',
      severity: 'warning' as const,
      path: `${BASE}.${key}`,
      what: `${key} of the whole cluster overrides the setting for ${architectures.join(', ')}`,
      why: 'A value that is right for one architecture is rejected, or does not start, on the others',
      fix: `write it under architectureConfiguration.<architecture>.${key}`,
      source: 'kubevirt pkg/virt-config/virt-config.go',
    }));
}

function checkCpuModel(
  { cpuModel }: Readonly<Record<string, unknown>>,
  { architectures }: ArchitecturesView,
): Finding[] {
  const named = typeof cpuModel === 'string' && !['', 'host-model', 'host-passthrough'].includes(cpuModel);
  const others = architectures.filter((architecture) => architecture === 's390x');
  if (!named || architectures.length < 2 || others.length === 0) {
    return [];
  }
  return [
    {
      code: 'PV110',
      severity: 'warning',
      path: `${BASE}.cpuModel`,
      what: `the CPU model ${cpuModel} is also written into ${others.join(', ')} guests`,
      why: 'KubeVirt accepts it, but no node there has it, so they stay Pending forever',
      fix: 'leave it out and write cpu.model per VM',
      source: 'kubevirt pkg/defaults/defaults.go',
    },
  ];
}
