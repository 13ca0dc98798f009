import { at } from '../architectures/instance-view';
import { isMap } from '../kube/object';
import type { LauncherContext } from './launched-instance';
import type { PodDraft, PodKey } from './pod-draft';
import { launcherHas } from './releases';
import { textOf } from './traits';

const SOURCE = 'kubevirt pkg/virt-controller/services/template.go';
const CONTAINER = 'kubevirt pkg/virt-controller/services/rendercontainer.go';

/** The user `qemu`. */
const USER = 107;

/** How some containers beside the guest's run, whatever the guest's does. */
const NON_ROOT = { runAsUser: USER, runAsNonRoot: true, allowPrivilegeEscalation: false } as const;

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

/** What a container may do, by the way KubeVirt describes it. */
type Security = Readonly<Record<string, unknown>>;

/** What the launcher itself may do: it is never privileged. */
export function putComputeSecurity(draft: PodDraft, container: readonly PodKey[], { isOn }: LauncherContext): void {
  const isRoot = isOn('Root');
  const reason = isRoot ? 'the gate Root is on' : 'launchers run as the user qemu, as the gate Root is off';
  const security: Security = isRoot
    ? { ...asLauncher(true), capabilities: { add: ['NET_BIND_SERVICE', 'SYS_NICE'] } }
    : { ...asLauncher(false), capabilities: { add: ['NET_BIND_SERVICE'], drop: ['ALL'] } };
  draft.put([...container, 'securityContext'], security, { reason, source: CONTAINER });
}

function asLauncher(isRoot: boolean): Security {
  return isRoot
    ? { runAsUser: 0, runAsNonRoot: false }
    : { runAsUser: USER, runAsGroup: USER, runAsNonRoot: true, allowPrivilegeEscalation: false };
}

/** How a container beside the guest's runs: always as qemu, or as the launcher does, without what that may do. */
export type SideSecurity =
  | 'as qemu'
  | 'as qemu and its group'
  | 'as the launcher'
  | 'as the launcher, with no capabilities';

/** What a container beside the guest's may do. Up to 1.9 a gate takes the categories of SELinux from those that stay. */
export function sideSecurity(kind: SideSecurity, stays: boolean, { configuration, isOn }: LauncherContext): Security {
  const isRoot = isOn('Root');
  const drop = { capabilities: { drop: ['ALL'] } };
  const own: Readonly<Record<SideSecurity, () => Security>> = {
    'as qemu': () => ({ ...NON_ROOT, ...drop }),
    'as qemu and its group': () => ({ ...asLauncher(false), ...drop }),
    'as the launcher': () => ({ ...asLauncher(isRoot), ...(isRoot ? {} : drop) }),
    'as the launcher, with no capabilities': () => ({ ...asLauncher(isRoot), ...drop }),
  };
  const type = textOf(configuration.selinuxLauncherType);
  return stays && isOn('DockerSELinuxMCSWorkaround')
    ? { ...own[kind](), seLinuxOptions: { ...(type === undefined ? {} : { type }), level: 's0' } }
    : own[kind]();
}
