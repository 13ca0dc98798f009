import { at, type InstanceSpec, listAt } from '../architectures/instance-view';
import { asText, isMap } from '../kube/object';
import { holdsIn, type ReleaseRange } from '../kube/release';
import { amountsIn, wholeUnits } from './amount';
import type { ClusterContext, LauncherContext } from './launched-instance';
import type { Why } from './pod-draft';
import { hasSev, textOf } from './traits';

/** What KubeVirt's own device plugins offer on a node. */
export const KUBEVIRT_DEVICES = 'devices.kubevirt.io/';

const RESOURCES = 'kubevirt pkg/virt-controller/services/renderresources.go';

/** A device that a launcher pod asks for. */
export interface DeviceRequest extends Why {
  /** As nodes list it, for example `devices.kubevirt.io/kvm`. */
  readonly resource: string;
  readonly count: number;
  /** Below the spec of the instance: what asks for it. */
  readonly path: string;
  /** Whether KubeVirt puts it on the limits alone, one at a time; Kubernetes makes that a request too. */
  readonly isOfKubeVirt: boolean;
}

interface DeviceRow {
  readonly device: string | ((context: ClusterContext) => string);
  readonly kubevirt?: ReleaseRange;
  /** What asks for it, below the spec of the instance; nothing where nothing does. */
  readonly asked: (spec: InstanceSpec, context: ClusterContext) => string | undefined;
  readonly reason: string;
  readonly onLimitsAlone?: true;
}

/** In KubeVirt's own order; a new device is a row here. */
const ROWS: readonly DeviceRow[] = [
  { device: 'tun', asked: cards, reason: 'there is a network card', onLimitsAlone: true },
  {
    device: 'vhost-net',
    asked: (spec, context) => (isEmulated(context) ? undefined : virtioCards(spec)),
    reason: 'a network card is virtio',
    onLimitsAlone: true,
  },
  {
    device: ({ hypervisor }) => hypervisor.device,
    asked: (_, context) => (isEmulated(context) ? undefined : 'domain'),
    reason: 'the hypervisor runs the guest on the CPUs of the node, as useEmulation of the KubeVirt resource is off',
    onLimitsAlone: true,
  },
  {
    device: 'vhost-vsock',
    asked: (spec) => pathIf('domain.devices.autoattachVSOCK', at(spec, 'domain.devices.autoattachVSOCK') === true),
    reason: 'autoattachVSOCK of the VM',
    onLimitsAlone: true,
  },
  {
    device: 'sev',
    asked: (spec, { kubevirt }) => pathIf('domain.launchSecurity', hasSev(spec, kubevirt)),
    reason: 'launchSecurity of the VM is AMD’s',
  },
  {
    device: 'tdx',
    kubevirt: { since: '1.9' },
    asked: (spec) => pathIf('domain.launchSecurity.tdx', isMap(at(spec, 'domain.launchSecurity.tdx'))),
    reason: 'launchSecurity of the VM is Intel’s',
  },
  { device: 'pr-helper', asked: reservation, reason: 'a disk is reserved for this machine over SCSI' },
  {
    device: 'iommufd',
    asked: (_, { isOn }) => pathIf('domain', isOn('IOMMUFD')),
    reason: 'the gate IOMMUFD is on, and then every launcher asks for it',
  },
];

/** Every device that the pod of an instance asks for, whether or not the webhooks have seen the instance. */
export function deviceRequests(spec: InstanceSpec, context: ClusterContext | LauncherContext): DeviceRequest[] {
  const requests: DeviceRequest[] = [];
  for (const { device, kubevirt, asked, reason, onLimitsAlone } of ROWS) {
    const path = kubevirt === undefined || holdsIn(kubevirt, context.kubevirt) ? asked(spec, context) : undefined;
    if (path !== undefined) {
      const resource = `${KUBEVIRT_DEVICES}${typeof device === 'string' ? device : device(context)}`;
      requests.push({ resource, count: 1, path, reason, source: RESOURCES, isOfKubeVirt: onLimitsAlone === true });
    }
  }
  return [...requests, ...networkDevices(spec, context), ...hostDevices(spec)];
}

/** Devices of the VM's own resources, which its pod asks for as they are. */
export function saidDevices(spec: InstanceSpec): DeviceRequest[] {
  const limits = at(spec, 'domain.resources.limits');
  return amountsIn(isMap(limits) ? limits : {})
    .filter(([resource, { nano }]) => resource.includes('/') && nano > 0n)
    .map(([resource, amount]) => ({
      resource,
      count: Number(wholeUnits(amount)),
      path: `domain.resources.limits["${resource}"]`,
      reason: 'the VM’s own resources',
      source: RESOURCES,
      isOfKubeVirt: false,
    }));
}

/** Devices that a resource claim of the VM brings, by the gates that let them. */
export function claimedDevices(spec: InstanceSpec, { isOn }: ClusterContext): Readonly<Record<string, string>>[] {
  const devices = [
    ...(isOn('GPUsWithDRA') ? listAt(spec, 'domain.devices.gpus') : []),
    ...(isOn('HostDevicesWithDRA') ? listAt(spec, 'domain.devices.hostDevices') : []),
  ].filter(({ deviceName }) => textOf(deviceName) === undefined);
  const networks = isOn('NetworkDevicesWithDRA') ? listAt(spec, 'networks') : [];
  return [...devices, ...networks.map(({ resourceClaim }) => resourceClaim).filter(isMap)]
    .filter(isClaim)
    .map(({ claimName, requestName }) => ({
      name: textOf(claimName) ?? '',
      ...(textOf(requestName) === undefined ? {} : { request: asText(requestName) }),
    }));
}

function isClaim({ claimName, requestName }: Readonly<Record<string, unknown>>): boolean {
  return textOf(claimName) !== undefined || textOf(requestName) !== undefined;
}

function isEmulated({ configuration }: ClusterContext): boolean {
  return at(configuration, 'developerConfiguration.useEmulation') === true;
}

function pathIf(path: string, holds: boolean): string | undefined {
  return holds ? path : undefined;
}

function cards(spec: InstanceSpec): string | undefined {
  const isOff = at(spec, 'domain.devices.autoattachPodInterface') === false;
  return pathIf('domain.devices.interfaces', listAt(spec, 'domain.devices.interfaces').length > 0 || !isOff);
}

/** A card that says no model is virtio, and so is the one that a machine without any gets. */
function virtioCards(spec: InstanceSpec): string | undefined {
  const said = listAt(spec, 'domain.devices.interfaces');
  const isVirtio = ({ model }: Readonly<Record<string, unknown>>) =>
    model === undefined || model === null || model === '' || model === 'virtio';
  const isGiven =
    said.length === 0 &&
    listAt(spec, 'networks').length === 0 &&
    at(spec, 'domain.devices.autoattachPodInterface') !== false;
  return pathIf('domain.devices.interfaces', isGiven || said.some(isVirtio));
}

function reservation(spec: InstanceSpec): string | undefined {
  const disks = listAt(spec, 'domain.devices.disks');
  const i = disks.findIndex(({ lun }) => isMap(lun) && lun.reservation === true);
  return i < 0 ? undefined : `domain.devices.disks[${textOf(disks[i]!.name) ?? i}].lun.reservation`;
}

/** What a network attachment names, unless something else puts it onto the pod. */
function networkDevices(spec: InstanceSpec, context: ClusterContext | LauncherContext): DeviceRequest[] {
  if (!('networkResource' in context) || context.networkResource === undefined || isInjected(context)) {
    return [];
  }
  return listAt(spec, 'networks').flatMap((network, i) => {
    const name = textOf(at(network, 'multus.networkName'));
    const resource = name === undefined ? undefined : context.networkResource?.(name);
    return textOf(resource) === undefined
      ? []
      : [
          {
            resource: resource!,
            count: 1,
            path: `networks[${textOf(network.name) ?? i}].multus.networkName`,
            reason: `the NetworkAttachmentDefinition ${name} names it`,
            source: 'kubevirt pkg/network/multus',
            isOfKubeVirt: false,
          },
        ];
  });
}

/** Since 1.8 a gate leaves device resources of networks to an injector of the network operator's. */
export function isInjected({ isOn }: ClusterContext): boolean {
  return isOn('ExternalNetResourceInjection');
}

/** GPUs and other devices of the host, by the name of their resource; several of one name together. */
function hostDevices(spec: InstanceSpec): DeviceRequest[] {
  const found = new Map<string, DeviceRequest>();
  for (const kind of ['gpus', 'hostDevices']) {
    listAt(spec, `domain.devices.${kind}`).forEach((device, i) => {
      const resource = textOf(device.deviceName);
      if (resource === undefined || isClaim(device)) {
        return;
      }
      const before = found.get(resource);
      found.set(resource, {
        resource,
        count: (before?.count ?? 0) + 1,
        path: before?.path ?? `domain.devices.${kind}[${textOf(device.name) ?? i}].deviceName`,
        reason: `${kind} of the VM`,
        source: RESOURCES,
        isOfKubeVirt: false,
      });
    });
  }
  return [...found.values()];
}
