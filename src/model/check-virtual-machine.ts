import { checkArchitecture, isArchitecture } from '../architectures/architecture';
import { ARCHITECTURE_FACTS } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { isCrossArchitecture } from '../gates/cross-architecture';
import { isEnabled } from '../gates/enablement';
import { atLeast } from '../kube/release';
import { checkDisks } from './check-disks';
import { checkLabels } from './check-metadata';
import { checkPlacement } from './check-placement';
import { architectureOf, defaultArchitecture, type PlatformContext, workloadArchitectures } from './context';
import { checkMachineHypervisor } from './hypervisors';
import type { InstanceDeclaration, VirtualMachineDeclaration } from './virtual-machine';

/** What is wrong with a virtual machine as declared. */
export function checkVirtualMachine(machine: VirtualMachineDeclaration, platform: PlatformContext): readonly Finding[] {
  return [
    ...checkLabels(machine.nodeSelector, 'nodeSelector', true),
    ...checkArchitecture(machine.architecture, 'architecture'),
    ...checkMachineHypervisor(machine, platform),
    ...checkRunsSomewhere(machine, platform),
    ...checkConflict(machine),
    ...checkWatchdog(machine, platform),
    ...checkGracePeriod(machine),
    ...checkPlacement(machine),
    ...checkDisks(machine, platform),
  ];
}

/** What is wrong with an instance of its own as declared. */
export function checkVirtualMachineInstance(instance: InstanceDeclaration, platform: PlatformContext): Finding[] {
  const own = (instance.disks ?? []).filter((disk) => 'dataVolumeTemplate' in disk);
  return [
    ...checkVirtualMachine(instance, platform),
    ...own.map(({ name }) => ({
      code: 'PV003',
      severity: 'error' as const,
      path: `disks[${name}]`,
      what: 'an instance has no volumes of its own',
      why: 'Only a VirtualMachine makes DataVolumes; the field does not exist on a VirtualMachineInstance',
      fix: 'declare a DataVolume beside it, or make it a VirtualMachine',
    })),
  ];
}

function checkRunsSomewhere(machine: InstanceDeclaration, platform: PlatformContext): Finding[] {
  const architecture = machine.architecture ?? defaultArchitecture(platform);
  if (architecture === undefined) {
    return [
      {
        code: 'PV102',
        severity: 'warning',
        path: 'architecture',
        what: 'the architecture is left to the cluster',
        why: 'KubeVirt writes its own default and a machine type into the object, which Argo CD shows as drift for ever',
        fix: 'write architecture, or defaultArchitecture of the platform’s KubeVirt',
        source: 'kubevirt pkg/defaults/defaults.go',
      },
    ];
  }
  const available = workloadArchitectures(platform);
  if (available === undefined || available.includes(architecture) || !isArchitecture(architecture)) {
    return [];
  }
  const { kubevirt: release } = platform.target;
  if (isCrossArchitecture((gate) => isEnabled(gate, platform.kubevirt ?? {}, release), release)) {
    return [];
  }
  return [
    {
      code: 'PV107',
      severity: 'error',
      path: 'architecture',
      what: `no worker of ${platform.name} is ${architecture}, they are ${available.join(', ') || 'none'}`,
      why: `Its pod asks for a node with the label kubernetes.io/arch=${architecture} and stays Pending for ever`,
      fix: `add a pool of ${architecture} nodes, or build the guest for ${available.join(' or ') || 'another architecture'}`,
      source: 'kubevirt pkg/virt-controller/services/nodeselectorrenderer.go',
    },
  ];
}

function checkConflict(machine: VirtualMachineDeclaration): Finding[] {
  const { cpu, memory, instancetype } = machine;
  const findings: Finding[] = [];
  for (const [path, value] of [
    ['cpu', cpu],
    ['memory', memory],
  ] as const) {
    if (instancetype !== undefined && value !== undefined) {
      findings.push({
        code: 'PV003',
        severity: 'error',
        path,
        what: `${path} is written although the instancetype ${instancetype.name} decides it`,
        why: 'KubeVirt refuses a virtual machine whose own values conflict with its instancetype',
        fix: `leave ${path} out, or the instancetype`,
        source: 'kubevirt pkg/instancetype/conflict',
      });
    }
  }
  return findings;
}

function checkGracePeriod({ terminationGracePeriodSeconds: seconds }: InstanceDeclaration): Finding[] {
  return seconds === undefined || (Number.isInteger(seconds) && seconds >= 0)
    ? []
    : [
        {
          code: 'PV003',
          severity: 'error',
          path: 'terminationGracePeriodSeconds',
          what: `${seconds} is not a number of seconds`,
          why: 'Kubernetes refuses the launcher pod with it',
          fix: 'write a whole number, 0 or more',
        },
      ];
}

function checkWatchdog(machine: InstanceDeclaration, platform: PlatformContext): Finding[] {
  if (machine.watchdog === undefined || (machine.architecture !== undefined && !isArchitecture(machine.architecture))) {
    return [];
  }
  const architecture = architectureOf(machine, platform);
  const { kubevirt } = platform.target;
  const { watchdog, source } = architecture === undefined ? {} : ARCHITECTURE_FACTS[architecture];
  if (watchdog !== undefined && atLeast(kubevirt, watchdog.since)) {
    return [];
  }
  return [
    {
      code: architecture === undefined ? 'PV004' : 'PV105',
      severity: 'error',
      path: architecture === undefined ? 'architecture' : 'watchdog',
      what:
        architecture === undefined
          ? 'a watchdog is asked for, and the architecture is left to the cluster'
          : watchdog === undefined
            ? `${architecture} guests have no watchdog`
            : `${architecture} guests have a watchdog from KubeVirt ${watchdog.since}, the target is ${kubevirt}`,
      why: 'Each architecture has its own device; KubeVirt refuses the instance with another one',
      fix: architecture === undefined ? 'write the architecture, or leave watchdog out' : 'leave watchdog out',
      ...(source === undefined ? {} : { source }),
    },
  ];
}
