import { checkArchitecture, isArchitecture } from '../architectures/architecture';
import { ARCHITECTURE_FACTS } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { isDnsLabel } from '../kube/names';
import { atLeast } from '../kube/release';
import { canImportArchitecture, checkStorage, TEMPLATE_PLATFORM_SINCE } from './check-data-volume';
import { checkCount, checkLabels, checkMetadata, checkQuantity, malformedName } from './check-metadata';
import { CLOUD_INIT_DISK } from './cloud-init';
import { architectureOf, defaultArchitecture, type PlatformContext, workloadArchitectures } from './context';
import type { DiskDeclaration } from './disk';
import type { NetworkDeclaration } from './network';
import type { InstanceDeclaration, VirtualMachineDeclaration } from './virtual-machine';

/** How much of cloud-init may be in the manifest itself. */
const CLOUD_INIT_LIMIT = 2048;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** What KubeVirt's admission lets through. */
const SERIAL = /^[A-Za-z0-9_.+-]{1,256}$/;
const MAC = /^[0-9a-f]{2}([:-][0-9a-f]{2}){5}$/i;

/** What is wrong with a virtual machine as declared. */
export function checkVirtualMachine(machine: VirtualMachineDeclaration, platform: PlatformContext): Finding[] {
  return [
    ...checkMetadata(machine),
    ...checkArchitecture(machine.architecture, 'architecture'),
    ...checkRunsSomewhere(machine, platform),
    ...checkSize(machine),
    ...checkIdentity(machine),
    ...checkWatchdog(machine, platform),
    ...checkRuntime(machine),
    ...checkLabels(machine.template?.labels ?? {}, 'template.labels', true),
    ...checkLabels(machine.nodeSelector ?? {}, 'nodeSelector', true),
    ...checkDisks(machine, platform),
    ...checkNetworks(machine.networks ?? []),
    ...checkCloudInit(machine),
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
  if (emulates(platform)) {
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

/** Since 1.9 a gate lets a node run guests of another architecture, slowly. */
function emulates({ target, kubevirt }: PlatformContext): boolean {
  return atLeast(target.kubevirt, '1.9') && (kubevirt?.featureGates ?? []).includes('CrossArchitectureVirtualization');
}

function checkSize(machine: VirtualMachineDeclaration): Finding[] {
  const { cpu, memory, instancetype } = machine;
  const findings = [
    ...checkCount(cpu?.sockets, 'cpu.sockets'),
    ...checkCount(cpu?.cores, 'cpu.cores'),
    ...checkCount(cpu?.threads, 'cpu.threads'),
    ...checkCount(cpu?.maxSockets, 'cpu.maxSockets'),
    ...checkQuantity(memory, 'memory', '8Gi'),
    ...checkQuantity(machine.hugepages, 'hugepages', '2Mi'),
  ];
  if (cpu?.maxSockets !== undefined && cpu.maxSockets < (cpu.sockets ?? 1)) {
    findings.push({
      code: 'PV003',
      severity: 'error',
      path: 'cpu.maxSockets',
      what: `the guest cannot grow from ${cpu.sockets ?? 1} sockets to ${cpu.maxSockets}`,
      why: 'KubeVirt refuses the instance',
      fix: 'write at least the number of sockets, or leave it out',
    });
  }
  if (instancetype === undefined && memory === undefined) {
    findings.push({
      code: 'PV004',
      severity: 'error',
      path: 'memory',
      what: 'the guest has no memory',
      why: 'KubeVirt refuses a guest without memory',
      fix: "write memory, for example '4Gi', or an instancetype",
    });
  }
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

function checkIdentity({ firmware }: InstanceDeclaration): Finding[] {
  const parts = [
    ['uuid', UUID, 'a UUID'],
    ['serial', SERIAL, 'a serial number: letters, digits and _ . + - only, at most 256'],
  ] as const;
  return parts.flatMap(([part, pattern, expected]) => {
    const written = firmware?.[part];
    return written === undefined || pattern.test(written)
      ? []
      : [
          {
            code: 'PV003',
            severity: 'error' as const,
            path: `firmware.${part}`,
            what: `"${written}" is not ${expected}`,
            why: 'KubeVirt refuses the instance, or libvirt does not start it',
            fix: 'copy it from the machine that exists, or leave it out: polyvirt derives one that never changes',
          },
        ];
  });
}

function checkRuntime({ hostname, terminationGracePeriodSeconds: seconds }: InstanceDeclaration): Finding[] {
  return [
    ...(hostname === undefined || isDnsLabel(hostname)
      ? []
      : [malformedName('hostname', hostname, 63, 'lower-case letters, digits and -')]),
    ...(seconds === undefined || (Number.isInteger(seconds) && seconds >= 0)
      ? []
      : [
          {
            code: 'PV003',
            severity: 'error' as const,
            path: 'terminationGracePeriodSeconds',
            what: `${seconds} is not a number of seconds`,
            why: 'The API server refuses the object',
            fix: 'write a whole number, 0 or more',
          },
        ]),
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

function checkDisks(machine: VirtualMachineDeclaration, platform: PlatformContext): Finding[] {
  const disks = machine.disks ?? [];
  return [
    ...disks.flatMap((disk) => checkDisk(disk, platform)),
    ...checkUnique(
      [...disks.map(({ name }) => name), ...(machine.cloudInit === undefined ? [] : [CLOUD_INIT_DISK])],
      'disks',
      'disk',
    ),
    ...checkUnique(
      [...disks, ...(machine.networks ?? [])].flatMap(({ bootOrder }) =>
        bootOrder === undefined ? [] : [String(bootOrder)],
      ),
      'disks',
      'boot order',
    ),
  ];
}

function checkDisk(disk: DiskDeclaration, { target }: PlatformContext): Finding[] {
  const path = `disks[${disk.name}]`;
  const findings = [...checkPartName(disk.name, `${path}.name`), ...checkCount(disk.bootOrder, `${path}.bootOrder`)];
  if ('emptyDisk' in disk) {
    findings.push(...checkQuantity(disk.emptyDisk.capacity, `${path}.emptyDisk.capacity`, '10Gi'));
  }
  if ('hostDisk' in disk) {
    findings.push(...checkQuantity(disk.hostDisk.capacity, `${path}.hostDisk.capacity`, '10Gi'));
  }
  if ('dataVolumeTemplate' in disk) {
    const { source } = disk.dataVolumeTemplate;
    findings.push(...checkStorage(disk.dataVolumeTemplate, `${path}.dataVolumeTemplate.`, target));
    if ('registry' in source && source.registry.architecture !== undefined && !canImportArchitecture(target)) {
      findings.push({
        code: 'PV907',
        severity: 'error',
        path: `${path}.dataVolumeTemplate.source.registry.architecture`,
        what: `KubeVirt ${target.kubevirt} cannot say in a virtual machine which architecture of an image to import`,
        why: 'The API server prunes or refuses the field; the importer takes the architecture of the node it runs on',
        fix: `make it a DataVolume beside the machine, or target KubeVirt ${TEMPLATE_PLATFORM_SINCE} or later`,
        source: 'kubevirt v1.7.0, dataVolumeTemplates[].spec.source.registry.platform',
      });
    }
  }
  return findings;
}

function checkNetworks(networks: readonly NetworkDeclaration[]): Finding[] {
  const findings = networks.flatMap((network) => {
    const path = `networks[${network.name}]`;
    return [
      ...checkPartName(network.name, `${path}.name`),
      ...checkCount(network.bootOrder, `${path}.bootOrder`),
      ...checkMac(network.macAddress, `${path}.macAddress`),
      ...(network.ports ?? []).flatMap(({ port }, i) => checkPort(port, `${path}.ports[${i}].port`)),
    ];
  });
  if (networks.filter((network) => 'pod' in network).length > 1) {
    findings.push({
      code: 'PV802',
      severity: 'error',
      path: 'networks',
      what: 'more than one network is the pod network',
      why: 'A pod has one; KubeVirt refuses the instance',
      fix: 'keep one Network.pod() and put the others on Multus networks',
    });
  }
  return [
    ...findings,
    ...checkUnique(
      networks.map(({ name }) => name),
      'networks',
      'network',
    ),
  ];
}

function checkMac(macAddress: string | undefined, path: string): Finding[] {
  if (macAddress === undefined || MAC.test(macAddress)) {
    return [];
  }
  return [
    {
      code: 'PV003',
      severity: 'error',
      path,
      what: `"${macAddress}" is not a MAC address`,
      why: 'KubeVirt refuses the instance',
      fix: "write six pairs of hexadecimal digits, for example '02:00:00:00:00:01'",
    },
  ];
}

function checkPort(port: number, path: string): Finding[] {
  return Number.isInteger(port) && port >= 1 && port <= 65535
    ? []
    : [
        {
          code: 'PV003',
          severity: 'error',
          path,
          what: `${port} is not a port`,
          why: 'KubeVirt refuses the instance',
          fix: 'write a whole number from 1 to 65535',
        },
      ];
}

function checkCloudInit({ cloudInit }: InstanceDeclaration): Finding[] {
  if (cloudInit === undefined) {
    return [];
  }
  const { userData, userDataSecret, networkData, networkDataSecret } = cloudInit;
  const findings: Finding[] = [];
  if ([userData, userDataSecret, networkData, networkDataSecret].every((value) => value === undefined)) {
    findings.push(
      cloudInitFinding(
        'PV004',
        'cloudInit',
        'cloud-init has nothing to tell',
        'write userData or userDataSecret, or leave cloudInit out',
      ),
    );
  }
  for (const [path, written] of [
    ['cloudInit.userData', userData],
    ['cloudInit.networkData', networkData],
  ] as const) {
    const size = new TextEncoder().encode(written ?? '').length;
    if (size > CLOUD_INIT_LIMIT) {
      findings.push(
        cloudInitFinding(
          'PV003',
          path,
          `it has ${size} bytes, KubeVirt takes ${CLOUD_INIT_LIMIT}`,
          `put it into a Secret and name that in ${path.split('.')[1]}Secret`,
        ),
      );
    }
  }
  if (userData !== undefined && userDataSecret !== undefined) {
    findings.push(
      cloudInitFinding('PV003', 'cloudInit', 'user data are given twice', 'keep userData or userDataSecret'),
    );
  }
  if (networkData !== undefined && networkDataSecret !== undefined) {
    findings.push(
      cloudInitFinding('PV003', 'cloudInit', 'network data are given twice', 'keep networkData or networkDataSecret'),
    );
  }
  return findings;
}

function cloudInitFinding(code: 'PV003' | 'PV004', path: string, what: string, fix: string): Finding {
  return { code, severity: 'error', path, what, why: 'KubeVirt refuses the instance', fix };
}

function checkPartName(name: string, path: string): Finding[] {
  return isDnsLabel(name) ? [] : [malformedName(path, name, 63, 'lower-case letters, digits and -')];
}

function checkUnique(names: readonly string[], path: string, part: string): Finding[] {
  const twice = new Set(names.filter((name, i) => names.indexOf(name) !== i));
  return [...twice].map((name) => ({
    code: 'PV802',
    severity: 'error' as const,
    path,
    what: `the ${part} ${name} is there twice`,
    why: 'KubeVirt refuses the instance',
    fix: `give each ${part} its own`,
  }));
}
