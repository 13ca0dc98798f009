import { at } from '../architectures/instance-view';
import { isMap } from '../kube/object';
import type { LauncherContext } from './context';
import type { PodDraft, PodKey } from './pod-draft';
import { launcherHas } from './releases';
import { textOf } from './traits';

const SOURCE = 'kubevirt pkg/virt-controller/services/template.go';
const CONTAINER = 'kubevirt pkg/virt-controller/services/rendercontainer.go';

/** The user `qemu`. */
const USER = 107;

/** How the containers beside the guest's run, whatever the guest's does. */
export const NON_ROOT = {
  runAsUser: USER,
  runAsNonRoot: true,
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
} as const;

/** The user that the pod runs as: not root, unless the gate Root is on. */
export function putPodSecurity(draft: PodDraft, context: LauncherContext): void {
  const { configuration, isOn, kubevirt } = context;
  const isRoot = isOn('Root');
  const put = (key: string, value: unknown, reason: string) =>
    draft.put(['spec', 'securityContext', key], value, { reason, source: SOURCE });
  const who = isRoot ? 'the gate Root is on' : 'launchers run as the user qemu, as the gate Root is off';
  put('runAsUser', isRoot ? 0 : USER, who);
  if (!isRoot) {
    put('runAsGroup', USER, who);
    put('runAsNonRoot', true, who);
  }
  if (!isRoot || launcherHas('fsGroupAlways', kubevirt)) {
    put('fsGroup', USER, 'the containers beside the guest’s run as qemu');
  }
  put('seccompProfile', seccompProfile(context), 'seccompConfiguration of the KubeVirt resource');
  const type = textOf(configuration.selinuxLauncherType);
  put('seLinuxOptions', type === undefined ? undefined : { type }, 'selinuxLauncherType of the KubeVirt resource');
}

function seccompProfile({ configuration }: LauncherContext): Readonly<Record<string, unknown>> | undefined {
  const profile = at(configuration, 'seccompConfiguration.virtualMachineInstanceProfile.customProfile');
  if (!isMap(profile)) {
    return undefined;
  }
  const { localhostProfile, runtimeDefaultProfile } = profile;
  return typeof localhostProfile === 'string'
    ? { type: 'Localhost', localhostProfile }
    : runtimeDefaultProfile === true
      ? { type: 'RuntimeDefault' }
      : undefined;
}

/** What the launcher itself may do: it is never privileged. */
export function putComputeSecurity(draft: PodDraft, container: readonly PodKey[], { isOn }: LauncherContext): void {
  const isRoot = isOn('Root');
  const reason = isRoot ? 'the gate Root is on' : 'launchers run as the user qemu, as the gate Root is off';
  draft.put(
    [...container, 'securityContext'],
    isRoot
      ? { runAsUser: 0, runAsNonRoot: false, capabilities: { add: ['NET_BIND_SERVICE', 'SYS_NICE'] } }
      : {
          runAsUser: USER,
          runAsGroup: USER,
          runAsNonRoot: true,
          allowPrivilegeEscalation: false,
          capabilities: { add: ['NET_BIND_SERVICE'], drop: ['ALL'] },
        },
    { reason, source: CONTAINER },
  );
}
