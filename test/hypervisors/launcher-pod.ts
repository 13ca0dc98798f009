import type { KubeObject } from '../../src/kube/object';

/** What of a VM decides its launcher pod, as far as a policy looks at it. */
export interface LauncherPodOptions {
  readonly architecture?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly limits?: Readonly<Record<string, string>>;
  readonly requests?: Readonly<Record<string, string>>;
  /** Containers that somebody put before the guest's. */
  readonly before?: readonly { readonly name: string; readonly image: string }[];
  readonly owner?: string;
}

const KUBEVIRT_IMAGE = 'quay.io/kubevirt/virt-launcher:v1.9.0';

/** A launcher pod as virt-controller makes it and the API server defaults it, before admission. */
export function launcherPod(options: LauncherPodOptions): KubeObject {
  const { architecture, labels = {}, before = [], owner = 'VirtualMachineInstance' } = options;
  const limits = options.limits ?? { 'devices.kubevirt.io/kvm': '1', 'devices.kubevirt.io/tun': '1' };
  const requests = options.requests ?? { cpu: '100m', 'ephemeral-storage': '50M', memory: '1294Mi', ...limits };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'virt-launcher-web-x7k2p',
      namespace: 'shop',
      labels: { 'kubevirt.io': 'virt-launcher', 'vm.kubevirt.io/name': 'web', ...labels },
      ownerReferences: [{ apiVersion: 'kubevirt.io/v1', kind: owner, name: 'web', uid: 'u' }],
    },
    spec: {
      nodeSelector: {
        'kubevirt.io/schedulable': 'true',
        ...(architecture === undefined ? {} : { 'kubernetes.io/arch': architecture }),
      },
      initContainers: [{ name: 'container-disk-binary', image: KUBEVIRT_IMAGE }],
      containers: [
        ...before,
        {
          name: 'compute',
          image: KUBEVIRT_IMAGE,
          env: [{ name: 'XDG_CACHE_HOME', value: '/var/run/kubevirt-private' }],
          resources: { limits, requests },
        },
        { name: 'volumeos', image: 'quay.io/containerdisks/fedora:42' },
      ],
    },
  };
}
