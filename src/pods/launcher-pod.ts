import { ARCHITECTURE_FACTS } from '../architectures/facts';
import { at, type InstanceSpec, listAt } from '../architectures/instance-view';
import type { FeatureGate } from '../gates/stages';
import { asText, deepCopy, isMap } from '../kube/object';
import { holdsIn } from '../kube/release';
import { amountOf, whole, wholeUnits } from './amount';
import { computeResources } from './compute-resources';
import { hookSidecars, putContainers, putInitContainers } from './containers';
import { claimedDevices, isInjected } from './devices';
import type { LaunchedInstance, LauncherContext } from './launched-instance';
import { hostnameOf, ISTIO_INJECT, putMetadata } from './metadata';
import { putAffinity, putNodeSelector } from './node-selector';
import { memoryOverhead } from './overhead';
import { PodDraft, type Why } from './pod-draft';
import { launcherHas } from './releases';
import { putComputeSecurity, putPodSecurity } from './security';
import { textOf } from './traits';

const SOURCE = 'kubevirt pkg/virt-controller/services/template.go';
const COMPUTE = ['spec', 'containers', 0] as const;

/**
 * The pod that virt-controller makes for an instance, with the reason for each line.
 *
 * Without volumes, mounts, environment and probes, on which neither its place nor its price depends.
 */
export function launcherPodOf(instance: LaunchedInstance, context: LauncherContext): PodDraft {
  const draft = new PodDraft();
  const overhead = memoryOverhead(instance, context);
  const hooks = hookSidecars(instance, context, draft);
  putMetadata(draft, instance, context, overhead);
  draft.put([...COMPUTE, 'name'], 'compute', { reason: 'the container of the guest', source: SOURCE });
  putImage(draft, context);
  draft.put([...COMPUTE, 'command'], commandOf(instance, context, hooks.length), {
    reason: 'what the launcher is told, without its timeout and folders',
    source: SOURCE,
  });
  computeResources(instance, context, overhead, draft).putInto(draft, COMPUTE);
  putClaims(draft, instance.spec, context);
  putComputeSecurity(draft, COMPUTE, context);
  putPorts(draft, instance.spec);
  putContainers(draft, instance, context, hooks);
  putInitContainers(draft, instance, context);
  putNodeSelector(draft, instance, context);
  putAffinity(draft, instance, context);
  putPodSpec(draft, instance, context);
  putPodSecurity(draft, context);
  judge(draft, instance.spec, context);
  return draft;
}

function putImage(draft: PodDraft, { image }: LauncherContext): void {
  const why = { reason: 'the launcher image of the cluster', source: SOURCE };
  draft.put([...COMPUTE, 'image'], image, why);
  if (image === undefined) {
    draft.unknown.push(
      'KubeVirt’s own launcher image: nothing at hand says it, neither a KubeVirt resource nor a virt-controller',
    );
  }
}

function putClaims(draft: PodDraft, spec: InstanceSpec, context: LauncherContext): void {
  const claims = claimedDevices(spec, context);
  if (claims.length > 0) {
    const why = { reason: 'devices that the VM claims', source: SOURCE };
    draft.put([...COMPUTE, 'resources', 'claims'], claims, why);
  }
  if (launcherHas('resourceClaims', context.kubevirt) && listAt(spec, 'resourceClaims').length > 0) {
    const why = { reason: 'resourceClaims of the VM', source: SOURCE };
    draft.put(['spec', 'resourceClaims'], deepCopy(spec.resourceClaims), why);
  }
}

function putPorts(draft: PodDraft, spec: InstanceSpec): void {
  const ports = listAt(spec, 'domain.devices.interfaces').flatMap((card) =>
    listAt(card, 'ports').map(({ name, port, protocol }) => ({
      ...(textOf(name) === undefined ? {} : { name }),
      containerPort: port,
      protocol: textOf(protocol) ?? 'TCP',
    })),
  );
  if (ports.length > 0) {
    const why = { reason: 'ports of the VM’s network cards', source: SOURCE };
    draft.put([...COMPUTE, 'ports'], ports, why);
  }
}

/** Fields that a pod takes from its instance as they are; a list or a map, if it is to be one. */
const COPIED: readonly { readonly key: string; readonly isRight: (value: unknown) => boolean }[] = [
  { key: 'subdomain', isRight: isText },
  { key: 'tolerations', isRight: Array.isArray },
  { key: 'topologySpreadConstraints', isRight: Array.isArray },
  { key: 'schedulerName', isRight: isText },
  { key: 'priorityClassName', isRight: isText },
  { key: 'dnsPolicy', isRight: isText },
  { key: 'dnsConfig', isRight: isMap },
];

function isText(value: unknown): boolean {
  return textOf(value) !== undefined;
}

function putPodSpec(draft: PodDraft, instance: LaunchedInstance, { configuration, kubevirt }: LauncherContext): void {
  const { spec } = instance;
  const put = (key: string, value: unknown, why: Why | string) =>
    draft.put(['spec', key], value, typeof why === 'string' ? { reason: why, source: SOURCE } : why);
  put(
    'hostname',
    hostnameOf(instance.name, instance.spec.hostname),
    textOf(spec.hostname) === undefined ? 'the name of the VM' : 'hostname of the VM',
  );
  for (const { key, isRight } of COPIED) {
    put(key, isRight(spec[key]) ? deepCopy(spec[key]) : undefined, `${key} of the VM`);
  }
  put('runtimeClassName', textOf(configuration.defaultRuntimeClass), 'defaultRuntimeClass of the KubeVirt resource');
  const grace = gracePeriodOf(instance);
  const own = saysGracePeriod(spec.terminationGracePeriodSeconds) ? 'the VM’s' : 'KubeVirt’s own';
  const reason = `${own} ${grace} seconds, and twice ${GRACE_PADDING} for those who wait for the guest`;
  put('terminationGracePeriodSeconds', grace + 2 * GRACE_PADDING, reason);
  put('restartPolicy', 'Never', 'KubeVirt makes a new pod instead');
  put('enableServiceLinks', false, 'the guest does not see the environment of its pod');
  put('readinessGates', [{ conditionType: 'kubevirt.io/virtual-machine-unpaused' }], 'a paused guest is not ready');
  const secrets = pullSecrets(spec);
  put('imagePullSecrets', secrets.length === 0 ? undefined : secrets, 'pull secrets of the VM’s images');
  putServiceAccount(draft, instance, launcherHas('serviceAccountOfVm', kubevirt));
}

function pullSecrets(spec: InstanceSpec): { readonly name: string }[] {
  const names = [
    ...listAt(spec, 'volumes').map((volume) => textOf(at(volume, 'containerDisk.imagePullSecret'))),
    textOf(at(spec, 'domain.firmware.kernelBoot.container.imagePullSecret')),
  ];
  return [...new Set(names.filter((name) => name !== undefined))].map((name) => ({ name }));
}

/** A volume names the account; since 1.9 the instance can do so itself. */
function putServiceAccount(draft: PodDraft, { spec, annotations }: LaunchedInstance, isNew: boolean): void {
  const volume = listAt(spec, 'volumes')
    .map((each) => textOf(at(each, 'serviceAccount.serviceAccountName')))
    .find((name) => name !== undefined);
  const own = isNew ? textOf(spec.serviceAccountName) : undefined;
  draft.put(['spec', 'serviceAccountName'], own ?? volume, {
    reason: own === undefined ? 'a serviceAccount volume of the VM' : 'serviceAccountName of the VM',
    source: SOURCE,
  });
  const isIstio = annotations[ISTIO_INJECT]?.toLowerCase() === 'true';
  draft.put(['spec', 'automountServiceAccountToken'], volume !== undefined || isIstio, {
    reason:
      volume === undefined
        ? isIstio
          ? 'the proxy of Istio needs it'
          : 'nothing in the pod needs a token'
        : 'a serviceAccount volume of the VM',
    source: SOURCE,
  });
}

/** What keeps KubeVirt from making the pod, and what would change it and was not found. */
function judge(draft: PodDraft, spec: InstanceSpec, context: LauncherContext): void {
  const permitted = context.configuration.permittedHostDevices;
  if (isMap(permitted)) {
    const names = new Set(
      ['pciHostDevices', 'mediatedDevices', 'usb'].flatMap((kind) =>
        listAt(permitted, kind).map(({ resourceName }) => resourceName),
      ),
    );
    for (const kind of ['gpus', 'hostDevices']) {
      for (const { deviceName } of listAt(spec, `domain.devices.${kind}`)) {
        if (textOf(deviceName) !== undefined && !names.has(deviceName)) {
          draft.failures.push(`${asText(deviceName)} is not in permittedHostDevices of the KubeVirt resource`);
        }
      }
    }
  }
  judgeBridges(draft, spec, context);
  for (const network of isInjected(context) ? [] : listAt(spec, 'networks')) {
    const name = textOf(at(network, 'multus.networkName'));
    if (name !== undefined && context.networkResource?.(name) === undefined) {
      draft.unknown.push(`whether the network ${name} needs a device: its NetworkAttachmentDefinition was not found`);
    }
  }
  if (
    launcherHas('reservationAntiAffinity', context.kubevirt) &&
    listAt(spec, 'domain.devices.disks').some((disk) => at(disk, 'lun.reservation') === true)
  ) {
    draft.unknown.push('pod anti-affinity with others on the same reserved disk, which depends on the claim behind it');
  }
}

/** virt-api rejects a card that the VM writes so, and no pod is made where KubeVirt would have to add one. */
function judgeBridges(draft: PodDraft, spec: InstanceSpec, { configuration }: LauncherContext): void {
  const pod = new Set(listAt(spec, 'networks').flatMap(({ name, pod }) => (isMap(pod) ? [name] : [])));
  const isBridged = listAt(spec, 'domain.devices.interfaces').some(
    ({ name, bridge }) => isMap(bridge) && pod.has(name),
  );
  if (isBridged && at(configuration, 'network.permitBridgeInterfaceOnPodNetwork') === false) {
    draft.failures.push(
      'permitBridgeInterfaceOnPodNetwork of the KubeVirt resource is false, and the guest is bridged to the pod ' +
        'network',
    );
  }
}

/** Seconds that a guest has to shut down, unless it says otherwise. */
const GRACE_PERIOD = 30;

/** Seconds that the launcher gives on top, and the pod once more. */
const GRACE_PADDING = 15;

/** Bytes that the check of a disk may take. */
const DISK_MEMORY = 2000 * 1024 * 1024;

/** How long a guest has to shut down, in seconds: as the VM says it, even below 0, else KubeVirt's own. */
function gracePeriodOf({ spec: { terminationGracePeriodSeconds: own } }: LaunchedInstance): number {
  return saysGracePeriod(own) ? own : GRACE_PERIOD;
}

function saysGracePeriod(seconds: unknown): seconds is number {
  return Number.isSafeInteger(seconds);
}

/** A word that a gate adds to the command. */
const GATE_WORDS: readonly { readonly gate: FeatureGate; readonly word: string }[] = [
  { gate: 'ImageVolume', word: '--image-volume' },
  { gate: 'LibvirtHooksServerAndClient', word: '--libvirt-hook-server-and-client' },
  { gate: 'PodSecondaryInterfaceNamingUpgrade', word: '--upgrade-ordinal-ifaces' },
  { gate: 'VGPULiveMigration', word: '--vgpu-dedicated-hook' },
  { gate: 'VMStatsCollector', word: '--vm-stats-collector' },
  { gate: 'FirmwareAutoSelection', word: '--firmware-auto-selection' },
];

/**
 * What virt-launcher is told.
 *
 * Without the timeout of its start, which KubeVirt draws by lot, and without its folders, which are always the same.
 */
function commandOf(instance: LaunchedInstance, context: LauncherContext, sidecars: number): string[] {
  const { name, namespace, uid, annotations } = instance;
  const { kubevirt, configuration, isOn, hypervisor } = context;
  const since = (release: string) => holdsIn({ since: release }, kubevirt);
  const limit =
    amountOf(at(configuration, 'developerConfiguration.diskVerification.memoryLimit')) ?? whole(DISK_MEMORY);
  const filters = annotations['kubevirt.io/libvirt-log-filters'];
  const isKept = Object.entries(annotations).some(
    ([key, value]) =>
      key.startsWith('kubevirt.io/keep-launcher-alive-after-failure') && (value === '' || value.startsWith('true')),
  );
  return [
    '/usr/bin/virt-launcher-monitor',
    '--name',
    name,
    ...(uid === undefined ? [] : ['--uid', uid]),
    ...(namespace === undefined ? [] : ['--namespace', namespace]),
    '--grace-period-seconds',
    String(gracePeriodOf(instance) + GRACE_PADDING),
    '--hook-sidecars',
    String(sidecars),
    '--ovmf-path',
    ovmfPath(instance, context),
    ...(since('1.6') ? ['--disk-memory-limit', String(wholeUnits(limit))] : []),
    ...(since('1.8') ? ['--hypervisor', hypervisor.name] : []),
    ...(isOn('Root') ? [] : ['--run-as-nonroot']),
    ...GATE_WORDS.filter(({ gate }) => isOn(gate)).map(({ word }) => word),
    ...(filters === undefined ? [] : ['--libvirt-log-filters', filters]),
    ...(at(configuration, 'developerConfiguration.useEmulation') === true ? ['--allow-emulation'] : []),
    ...(isOn('CrossArchitectureVirtualization') ? ['--allow-cross-arch-emulation'] : []),
    ...(isKept ? ['--keep-after-failure'] : []),
  ];
}

/** Where UEFI is: the path for every architecture, else that of this one, else KubeVirt's own. */
function ovmfPath({ architecture }: LaunchedInstance, { kubevirt, configuration }: LauncherContext): string {
  const own = ARCHITECTURE_FACTS[architecture].ovmfPath.find((range) => holdsIn(range, kubevirt))?.path;
  return (
    textOf(configuration.ovmfPath) ??
    textOf(at(configuration, `architectureConfiguration.${architecture}.ovmfPath`)) ??
    own ??
    ''
  );
}
