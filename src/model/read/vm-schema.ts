import { MOST_REPLICAS } from '../expand';
import { PLACEMENT } from './placement-schema';
import * as z from './schema';
import {
  architecture,
  count,
  evictionStrategy,
  exactlyOne,
  maybe,
  metadata,
  nothing,
  quantity,
  text,
  textMap,
  toleration,
} from './shapes';
import { DISK } from './volume-schema';

const NETWORKS = {
  pod: maybe(nothing, 'The pod network.'),
  multus: maybe(
    z.strictObject({ networkName: text, default: z.exactOptional(z.boolean()) }),
    'A network of Multus: the name of a NetworkAttachmentDefinition, or namespace/name.',
  ),
};

const NETWORK = exactlyOne(
  z.strictObject({
    name: text,
    binding: z.enum(['masquerade', 'bridge', 'sriov']),
    macAddress: maybe(z.string(), 'MAC address of the card.'),
    model: maybe(
      z.enum(['virtio', 'e1000', 'e1000e', 'rtl8139', 'ne2k_pci', 'pcnet', 'igb']),
      'Model of the card that the guest sees.',
    ),
    ports: maybe(
      z.array(
        z.strictObject({
          port: z.int(),
          protocol: z.exactOptional(z.enum(['TCP', 'UDP'])),
          name: z.exactOptional(text),
        }),
      ),
      'Ports that are reachable; all where absent.',
    ),
    bootOrder: maybe(count, 'Its place in the order of booting.'),
    ...NETWORKS,
  }),
  Object.keys(NETWORKS),
);

const instance = {
  name: text,
  ...metadata,
  architecture: maybe(architecture, 'CPU architecture of the guest; that of the platform where absent.'),
  hypervisor: maybe(text, 'Hypervisor that runs it: qemu-kvm, another of the catalogue, or one under hypervisors.'),
  cpu: maybe(
    z.strictObject({
      sockets: z.exactOptional(count),
      cores: z.exactOptional(count),
      threads: z.exactOptional(count),
      maxSockets: z.exactOptional(count),
      model: z.exactOptional(text),
      dedicatedCpuPlacement: z.exactOptional(z.boolean()),
    }),
    'Processors.',
  ),
  memory: maybe(quantity, 'Memory that the guest sees, as 8Gi.'),
  hugepages: maybe(quantity, 'Size of the huge pages that back the memory, as 2Mi.'),
  machineType: maybe(text, 'Machine type; that of the platform for the architecture where absent.'),
  firmware: maybe(
    z.strictObject({
      uuid: maybe(text, 'UUID of a VM that exists already; derived from its name where absent.'),
      serial: maybe(text, 'Serial number of a VM that exists already.'),
      bootloader: z.exactOptional(z.enum(['bios', 'efi', 'efi-secure-boot'])),
    }),
    'What the guest finds when it starts.',
  ),
  disks: maybe(z.array(DISK), 'Disks, in the order of booting.'),
  networks: maybe(z.array(NETWORK), 'Networks; the pod network where absent.'),
  cloudInit: maybe(
    z.strictObject({
      type: z.enum(['noCloud', 'configDrive']),
      userData: maybe(z.string(), 'For everyone to read in the manifest: no passwords.'),
      userDataSecret: z.exactOptional(text),
      networkData: z.exactOptional(z.string()),
      networkDataSecret: z.exactOptional(text),
    }),
    'What the guest is told at its first boot.',
  ),
  watchdog: maybe(z.enum(['reset', 'poweroff', 'shutdown']), 'What happens when the guest stops answering.'),
  tpm: maybe(z.enum(['transient', 'persistent']), 'A trusted platform module.'),
  hostname: maybe(text, 'Host name that the guest is told.'),
  nodeSelector: maybe(textMap, 'Only nodes with these labels.'),
  tolerations: maybe(z.array(toleration), 'Taints that it puts up with.'),
  placement: maybe(PLACEMENT, 'Which nodes it goes to, and how it gets along with other VMs.'),
  priorityClassName: maybe(text, 'Priority class of its pod.'),
  evictionStrategy: maybe(evictionStrategy, 'What happens to it when its node is drained.'),
  terminationGracePeriodSeconds: maybe(z.int(), 'How long it may take to shut down.'),
};

const matcher = z.strictObject({ name: text, kind: z.exactOptional(text) });

/** A guest that runs once. */
export const VIRTUAL_MACHINE_INSTANCE = z.strictObject(instance);

/** A virtual machine, or several of one definition. */
export const VIRTUAL_MACHINE = z.strictObject({
  ...instance,
  runStrategy: maybe(
    z.enum(['Always', 'RerunOnFailure', 'Manual', 'Once', 'Halted']),
    'When it runs; Always where absent.',
  ),
  instancetype: maybe(matcher, 'Instancetype that brings processors and memory.'),
  preference: maybe(matcher, 'Preference that fills in devices and machine type.'),
  template: maybe(
    z.strictObject({ labels: z.exactOptional(textMap), annotations: z.exactOptional(textMap) }),
    'Labels and annotations of the instance, and so of its launcher pod.',
  ),
  replicas: maybe(count.check(z.maximum(MOST_REPLICAS)), 'So many VMs, named <name>-1 and so on.'),
  perArchitecture: maybe(
    z.union([z.literal(true), z.array(architecture).check(z.minLength(1))]),
    'One VM per architecture, named <name>-<architecture>: of these, or with true of all that the workers have.',
  ),
});
