import { at, listAt } from '../architectures/instance-view';
import { hash } from '../kube/hash';
import { isMap } from '../kube/object';
import { wholeUnits } from './amount';
import type { LaunchedInstance, LauncherContext } from './launched-instance';
import type { Overhead } from './overhead';
import type { PodDraft } from './pod-draft';
import { launcherHas } from './releases';
import { textOf } from './traits';

const SOURCE = 'kubevirt pkg/virt-controller/services/template.go';
const BACKUP = 'kubevirt pkg/storage/pod/annotations/generator.go';
const NETWORK = 'kubevirt pkg/network/pod/annotations/generator.go';

/** As long as a label or a host name can be. */
const LONGEST = 63;

/** Where Istio reads whether to put its proxy beside a container. */
export const ISTIO_INJECT = 'sidecar.istio.io/inject';

/** What does not go from an instance to its pod. */
const HELD_BACK = [
  'kubectl.kubernetes.io',
  'kubevirt.io/storage-observed-api-version',
  'kubevirt.io/latest-observed-api-version',
];

/** Label of a launcher pod that has the host name of its guest. */
export const HOSTNAME_LABEL = 'vm.kubevirt.io/name';

/** The name of the guest's host: the VM's own, else the first part of its name. */
export function hostnameOf(name: string, hostname: unknown): string {
  return textOf(hostname) ?? name.split('.')[0]!.slice(0, LONGEST);
}

/** Name, labels and annotations. */
export function putMetadata(
  draft: PodDraft,
  instance: LaunchedInstance,
  context: LauncherContext,
  overhead: Overhead,
): void {
  const { name, namespace } = instance;
  const why = { reason: 'the name of the VM; Kubernetes adds five letters', source: SOURCE };
  draft.put(['metadata', 'generateName'], `virt-launcher-${name}-`, why);
  draft.put(['metadata', 'namespace'], namespace, { reason: 'that of the VM', source: SOURCE });
  putLabels(draft, instance, context);
  putAnnotations(draft, instance, context, overhead);
}

function putLabels(draft: PodDraft, instance: LaunchedInstance, { kubevirt }: LauncherContext): void {
  const put = (label: string, value: string | undefined, reason: string) =>
    draft.put(['metadata', 'labels', label], value, { reason, source: SOURCE });
  for (const [label, value] of Object.entries(instance.labels)) {
    put(label, value, 'a label of the instance');
  }
  put('kubevirt.io', 'virt-launcher', 'what the pod is');
  put('kubevirt.io/created-by', instance.uid, 'the uid of the instance');
  if (instance.uid === undefined) {
    draft.unknown.push('the label kubevirt.io/created-by: the uid of the instance, which only one that exists has');
  }
  put(HOSTNAME_LABEL, hostnameOf(instance.name, instance.spec.hostname), 'the host name of the guest');
  if (launcherHas('instanceLabels', kubevirt)) {
    put('vmi.kubevirt.io/id', labelOf(instance.name), 'the name of the instance');
    put(ISTIO_INJECT, instance.annotations[ISTIO_INJECT], 'the annotation of the same name');
  }
}

/** A name that is too long for a label is cut, with a part of its hash. */
function labelOf(name: string): string {
  const digits = 8;
  return name.length <= LONGEST
    ? name
    : `${name.slice(0, LONGEST - digits - 1)}-${hash('sha1', name).slice(0, digits)}`;
}

function putAnnotations(
  draft: PodDraft,
  instance: LaunchedInstance,
  context: LauncherContext,
  overhead: Overhead,
): void {
  const { name, annotations, spec } = instance;
  const put = (annotation: string, value: string | undefined, reason: string, source = SOURCE) =>
    draft.put(['metadata', 'annotations', annotation], value, { reason, source });
  put('kubevirt.io/domain', name, 'the name of the instance');
  for (const [annotation, value] of Object.entries(annotations)) {
    if (!HELD_BACK.some((prefix) => annotation.startsWith(prefix))) {
      put(annotation, value, 'an annotation of the instance');
    }
  }
  put('kubectl.kubernetes.io/default-container', 'compute', 'the default container for kubectl');
  put('kubevirt.io/migrationTransportUnix', 'true', 'migrations go through a socket');
  put('descheduler.alpha.kubernetes.io/request-evict-only', '', 'a descheduler asks, and KubeVirt migrates');
  const primary = listAt(spec, 'networks').find((network) => at(network, 'multus.default') === true);
  const network = primary === undefined ? undefined : textOf(at(primary, 'multus.networkName'));
  put('v1.multus-cni.io/default-network', network, 'the default network of the VM', NETWORK);
  if (listAt(spec, 'domain.devices.interfaces').some(({ masquerade }) => isMap(masquerade))) {
    const reason = 'Istio sees the traffic of a guest behind masquerade';
    put('traffic.sidecar.istio.io/kubevirtInterfaces', 'k6t-eth0', reason, NETWORK);
    if (launcherHas('istioReroute', context.kubevirt)) {
      put('istio.io/reroute-virtual-interfaces', 'k6t-eth0', reason, NETWORK);
    }
  }
  putBackupHooks(draft, instance, context);
  if (context.isOn('VmiMemoryOverheadReport')) {
    const bytes = String(wholeUnits(overhead.amount));
    put('kubevirt.io/memory-overhead-bytes', bytes, 'the gate VmiMemoryOverheadReport is on');
  }
}

const SKIP_HOOKS = 'kubevirt.io/skip-backup-hooks';

/** Velero freezes the guest's file systems while it takes a backup; newer releases can do without. */
function putBackupHooks(
  draft: PodDraft,
  { name, namespace, annotations }: LaunchedInstance,
  context: LauncherContext,
): void {
  const skip = annotations[SKIP_HOOKS] ?? context.annotations?.[SKIP_HOOKS] ?? '';
  if (launcherHas('veleroSkipped', context.kubevirt) && /^(1|t|true)$/i.test(skip)) {
    return;
  }
  const put = (annotation: string, value: string) =>
    draft.put(['metadata', 'annotations', `${annotation}`], value, {
      reason: 'Velero freezes the guest around a backup',
      source: BACKUP,
    });
  const command = (flag: string) =>
    `["/usr/bin/virt-freezer", "${flag}", "--name", ${JSON.stringify(name)}, "--namespace", ` +
    `${JSON.stringify(namespace ?? '')}]`;
  put('pre.hook.backup.velero.io/container', 'compute');
  put('pre.hook.backup.velero.io/command', command('--freeze'));
  if (launcherHas('veleroTimeout', context.kubevirt)) {
    put('pre.hook.backup.velero.io/timeout', '60s');
  }
  put('post.hook.backup.velero.io/container', 'compute');
  put('post.hook.backup.velero.io/command', command('--unfreeze'));
}
