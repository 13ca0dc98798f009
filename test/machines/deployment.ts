import type { KubeObject } from '../../src/kube/object';

const MACHINE = {
  template: {
    cpus: '2',
    memory: '4Gi',
    primaryDisk: { size: '25Gi', storageClassName: 'fast', osImage: 'http://images.example.com/ubuntu.img' },
  },
};

/** A MachineDeployment that nothing is wrong with but what these keys of its provider spec bring. */
export function deployment(
  cloudProviderSpec: object,
  rest: { spec?: object; metadata?: object; value?: object } = {},
): KubeObject {
  return {
    apiVersion: 'cluster.k8s.io/v1alpha1',
    kind: 'MachineDeployment',
    metadata: { name: 'pool-a', namespace: 'kube-system', ...rest.metadata },
    spec: {
      minReadySeconds: 0,
      progressDeadlineSeconds: 600,
      replicas: 3,
      revisionHistoryLimit: 1,
      selector: { matchLabels: { machine: 'md-pool-a' } },
      strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }, type: 'RollingUpdate' },
      template: {
        metadata: { labels: { machine: 'md-pool-a' } },
        spec: {
          metadata: { annotations: { 'cluster.x-k8s.io/cluster-namespace': 'cluster-a' } },
          providerSpec: {
            value: {
              caPublicKey: '',
              cloudProvider: 'kubevirt',
              cloudProviderSpec: { virtualMachine: MACHINE, ...cloudProviderSpec },
              operatingSystem: 'ubuntu',
              operatingSystemSpec: { distUpgradeOnBoot: false },
              sshPublicKeys: [],
              ...rest.value,
            },
          },
          versions: { kubelet: '1.34.1' },
        },
      },
      ...rest.spec,
    },
  };
}
