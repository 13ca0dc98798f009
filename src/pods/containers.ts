import { at, type InstanceSpec, listAt } from '../architectures/instance-view';
import { asText, isMap } from '../kube/object';
import { amountText, positiveAmount } from './amount';
import { EPHEMERAL_STORAGE } from './compute-resources';
import type { ClusterContext, LaunchedInstance, LauncherContext } from './launched-instance';
import type { PodDraft, PodKey } from './pod-draft';
import { launcherHas } from './releases';
import { type SideSecurity, sideSecurity } from './security';
import { textOf, wantsEqualLimits } from './traits';

const DISKS = 'kubevirt pkg/container-disk/container-disk.go';
const TEMPLATE = 'kubevirt pkg/virt-controller/services/template.go';
const CONSOLE = 'kubevirt pkg/virt-controller/services/serialconsolelog.go';
const VIRTIOFS = 'kubevirt pkg/virtiofs/resources.go';

/** What a container beside the guest's is made of. */
interface SideContainer {
  readonly name: string;
  readonly row: keyof typeof SUPPORT_ROWS;
  readonly reason: string;
  readonly source: string;
  /** That of the launcher, where absent. */
  readonly image?: string | undefined;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly security: SideSecurity;
  /** Whether it may take some room for what it writes. */
  readonly writes?: boolean;
}

/** An image with a disk in it. */
interface DiskImage {
  readonly name: string;
  readonly image: string | undefined;
}

/** The containers that run beside the guest's, in KubeVirt's order. */
export function putContainers(
  draft: PodDraft,
  instance: LaunchedInstance,
  context: LauncherContext,
  hooks: readonly HookSidecar[],
): void {
  const { spec } = instance;
  const supports = [
    ...(usesImageVolumes(context) ? [] : diskContainers(spec)),
    ...(hasConsoleLog(spec, context) && !isNativeSidecar(context) ? [consoleLog()] : []),
    ...virtiofs(spec),
    ...hooks.map(sidecar),
  ];
  supports.forEach((support, i) => {
    putSupport(draft, ['spec', 'containers', i + 1], support, spec, context);
  });
}

/** The containers that come before; one of them stays. */
export function putInitContainers(draft: PodDraft, { spec }: LaunchedInstance, context: LauncherContext): void {
  const supports = [
    ...(hasConsoleLog(spec, context) && isNativeSidecar(context) ? [consoleLog({ restartPolicy: 'Always' })] : []),
    ...(usesImageVolumes(context) ? pullContainers(spec, context) : diskInitContainers(spec)),
  ];
  supports.forEach((support, i) => {
    putSupport(draft, ['spec', 'initContainers', i], support, spec, context);
  });
}

function putSupport(
  draft: PodDraft,
  keys: readonly PodKey[],
  { name, row, reason, source, image, fields = {}, security, writes }: SideContainer,
  spec: InstanceSpec,
  context: LauncherContext,
): void {
  draft.put([...keys, 'name'], name, { reason, source });
  draft.put([...keys, 'image'], image ?? context.image, {
    reason: image === undefined ? 'the launcher’s own image' : reason,
    source,
  });
  for (const [key, value] of Object.entries(fields)) {
    draft.put([...keys, key], value, { reason, source });
  }
  draft.put([...keys, 'securityContext'], sideSecurity(security, keys[1] === 'containers', context), {
    reason,
    source,
  });
  const { requests, limits, reason: by } = supportResources(row, spec, context);
  const all = writes === true ? { ...requests, 'ephemeral-storage': EPHEMERAL_STORAGE } : requests;
  draft.put([...keys, 'resources'], { requests: all, limits }, { reason: by, source });
}

/** Since 1.6 a gate makes an image with a disk in it a volume; before, a container has to hold it. */
function usesImageVolumes({ isOn }: LauncherContext): boolean {
  return isOn('ImageVolume');
}

/** Images that the guest's disks are in, and the one with its kernel. */
function diskImages(spec: InstanceSpec): DiskImage[] {
  const volumes = listAt(spec, 'volumes').flatMap(({ name, containerDisk }) =>
    isMap(containerDisk) ? [{ name: `volume${asText(name)}`, image: textOf(containerDisk.image) }] : [],
  );
  const kernel = textOf(at(spec, 'domain.firmware.kernelBoot.container.image'));
  return kernel === undefined ? volumes : [...volumes, { name: 'volumekernel-boot-volume', image: kernel }];
}

function diskContainers(spec: InstanceSpec): SideContainer[] {
  return diskImages(spec).map(({ name, image }) => ({
    name,
    image: image ?? '',
    row: 'container disk' as const,
    reason: 'a containerDisk of the VM: a container holds the image while the guest runs',
    source: DISKS,
    security: 'as qemu' as const,
    writes: true,
  }));
}

function diskInitContainers(spec: InstanceSpec): SideContainer[] {
  const images = diskImages(spec);
  if (images.length === 0) {
    return [];
  }
  return [
    {
      name: 'container-disk-binary',
      row: 'container-disk-binary',
      reason: 'what holds the images of containerDisks comes from the launcher’s',
      source: TEMPLATE,
      security: 'as the launcher, with no capabilities',
    },
    ...images.map(({ name, image }) => ({
      name: `${name}-init`,
      image: image ?? '',
      row: 'container disk' as const,
      reason: 'a containerDisk of the VM: its image is pulled before the launcher starts',
      source: DISKS,
      security: 'as qemu' as const,
      writes: true,
    })),
  ];
}

/** Since 1.7 a container that does nothing tells the digest of an image that is a volume. */
function pullContainers(spec: InstanceSpec, { kubevirt }: LauncherContext): SideContainer[] {
  return launcherHas('imageVolumePull', kubevirt)
    ? diskImages(spec).map(({ name, image }) => ({
        name,
        image: image ?? '',
        row: 'container disk' as const,
        reason: 'a containerDisk of the VM is a volume (gate ImageVolume); this tells the digest of its image',
        source: DISKS,
        security: 'as qemu' as const,
        writes: true,
      }))
    : [];
}

function hasConsoleLog(spec: InstanceSpec, { configuration }: LauncherContext): boolean {
  const asked = at(spec, 'domain.devices.logSerialConsole');
  if (at(spec, 'domain.devices.autoattachSerialConsole') === false) {
    return false;
  }
  const disabled = at(configuration, 'virtualMachineOptions.disableSerialConsoleLog');
  return typeof asked === 'boolean' ? asked : disabled === undefined || disabled === null;
}

/** A container beside the others up to 1.5; since then one that starts first and stays. */
function isNativeSidecar({ kubevirt }: LauncherContext): boolean {
  return launcherHas('nativeSidecar', kubevirt);
}

function consoleLog(fields: Readonly<Record<string, unknown>> = {}): SideContainer {
  return {
    name: 'guest-console-log',
    row: 'guest-console-log',
    reason: 'what the guest says on its serial console is logged, unless that is turned off',
    source: CONSOLE,
    fields,
    security: 'as qemu',
  };
}

/** One for each volume that is a file system of the guest's; a containerPath gets its own from a webhook. */
function virtiofs(spec: InstanceSpec): SideContainer[] {
  const shared = new Set(listAt(spec, 'domain.devices.filesystems').map(({ name }) => name));
  return listAt(spec, 'volumes')
    .filter(({ name, containerPath }) => shared.has(name) && !isMap(containerPath))
    .map(({ name }) => ({
      name: `virtiofs-${textOf(name) ?? ''}`,
      row: 'virtiofs' as const,
      reason: `the file system ${textOf(name) ?? 'without a name'} of the VM`,
      source: VIRTIOFS,
      security: 'as qemu and its group' as const,
    }));
}

function sidecar({ image, command, args, reason }: HookSidecar, i: number): SideContainer {
  return {
    name: `hook-sidecar-${i}`,
    row: 'hook sidecar',
    reason,
    source: TEMPLATE,
    image: image ?? '',
    security: 'as the launcher',
    fields: { ...(command === undefined ? {} : { command }), ...(args === undefined ? {} : { args }) },
  };
}

/** Containers beside the guest's, by what the KubeVirt resource calls them. */
type SupportContainer = 'container-disk' | 'guest-console-log' | 'virtiofs' | 'sidecar';

/** Amounts by resource. */
type Amounts = Readonly<Record<string, string>>;

/** Requests of a container, and whether they are KubeVirt's own or the cluster's choice. */
interface SupportResources {
  readonly requests: Amounts;
  readonly limits: Amounts;
  readonly reason: string;
}

interface SupportRow {
  readonly type: SupportContainer;
  readonly requests: Amounts;
  readonly limits: Amounts;
  /** Instead, where requests and limits must be the same; the limits where absent. */
  readonly equal?: Amounts;
}

/** KubeVirt's own amounts. Ephemeral storage is never changed and never limited. */
const SUPPORT_ROWS = {
  'container disk': {
    type: 'container-disk',
    requests: { cpu: '1m', memory: '1M' },
    limits: { cpu: '10m', memory: '40M' },
  },
  'container-disk-binary': {
    type: 'container-disk',
    requests: { cpu: '10m', memory: '1M' },
    limits: { cpu: '100m', memory: '40M' },
    equal: { cpu: '10m', memory: '40M' },
  },
  'guest-console-log': {
    type: 'guest-console-log',
    requests: { cpu: '5m', memory: '35M' },
    limits: { cpu: '15m', memory: '60M' },
  },
  virtiofs: {
    type: 'virtiofs',
    requests: { cpu: '10m', memory: '1M' },
    limits: { cpu: '100m', memory: '80M' },
  },
  'hook sidecar': { type: 'sidecar', requests: {}, limits: {}, equal: { cpu: '200m', memory: '64M' } },
} as const satisfies Record<string, SupportRow>;

/** What a container beside the guest's asks for: requests and limits are the same where the guest's must be. */
function supportResources(
  name: keyof typeof SUPPORT_ROWS,
  spec: InstanceSpec,
  context: ClusterContext,
): SupportResources {
  const row: SupportRow = SUPPORT_ROWS[name];
  const told = { requests: toldBy(context, row.type, 'requests'), limits: toldBy(context, row.type, 'limits') };
  const own = Object.keys({ ...told.requests, ...told.limits }).length === 0;
  const by = own ? 'KubeVirt’s own' : 'supportContainerResources of the KubeVirt resource';
  if (wantsEqualLimits(spec)) {
    const both = { ...(row.equal ?? row.limits), ...told.limits };
    return { requests: both, limits: both, reason: `${by}; as much as its limits, as the pod is to be Guaranteed` };
  }
  return { requests: { ...row.requests, ...told.requests }, limits: { ...row.limits, ...told.limits }, reason: by };
}

/** The first entry of this type that says an amount counts. */
function toldBy({ configuration }: ClusterContext, type: SupportContainer, side: 'requests' | 'limits'): Amounts {
  const found: Record<string, string> = {};
  for (const entry of listAt(configuration, 'supportContainerResources')) {
    const amounts = entry.type === type && isMap(entry.resources) ? entry.resources[side] : undefined;
    for (const resource of ['cpu', 'memory']) {
      const amount = isMap(amounts) ? positiveAmount(amounts[resource]) : undefined;
      if (amount !== undefined) {
        found[resource] ??= amountText(amount);
      }
    }
  }
  return found;
}

/** Sidecars that change the domain of a guest before it starts, as a list in JSON. */
const HOOKS = 'hooks.kubevirt.io/hookSidecars';

/** A container that takes part in the start of a guest. */
interface HookSidecar {
  /** Of the sidecar shim, where absent. */
  readonly image?: string;
  readonly command?: readonly unknown[];
  readonly args?: readonly unknown[];
  readonly reason: string;
}

/** Those of the annotation, then those that network bindings bring. */
export function hookSidecars(instance: LaunchedInstance, context: LauncherContext, draft: PodDraft): HookSidecar[] {
  return [...annotated(instance, draft), ...ofBindings(instance, context, draft)];
}

function annotated({ annotations }: LaunchedInstance, draft: PodDraft): HookSidecar[] {
  const text = annotations[HOOKS];
  if (text === undefined) {
    return [];
  }
  const list = parsed(text);
  if (!Array.isArray(list)) {
    draft.failures.push(`the annotation ${HOOKS} is not a list in JSON`);
    return [];
  }
  return list.filter(isMap).map(({ image, command, args }) => ({
    ...(textOf(image) === undefined ? {} : { image: asText(image) }),
    ...(Array.isArray(command) ? { command } : {}),
    ...(Array.isArray(args) ? { args } : {}),
    reason: `the annotation ${HOOKS}`,
  }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function ofBindings({ spec }: LaunchedInstance, { configuration }: LauncherContext, draft: PodDraft): HookSidecar[] {
  const used = new Set(
    listAt(spec, 'domain.devices.interfaces').flatMap((card) => textOf(at(card, 'binding.name')) ?? []),
  );
  const known = at(configuration, 'network.binding');
  return [...used].flatMap((name) => {
    const plugin = isMap(known) && Object.hasOwn(known, name) ? known[name] : undefined;
    if (plugin === undefined) {
      draft.failures.push(`the KubeVirt resource has no network binding ${name}`);
    }
    const image = isMap(plugin) ? textOf(plugin.sidecarImage) : undefined;
    return image === undefined ? [] : [{ image, reason: `the network binding ${name}` }];
  });
}
