import type { FindingPage } from '../page';

export const PV608: FindingPage = {
  code: 'PV608',
  severity: 'error',
  title: 'secret in a manifest',
  page: () => ({
    meaning: 'A MachineDeployment contains a kubeconfig.',
    impact: 'Everyone who can read the manifest or its Git history controls the infra cluster.',
    diagnosis: 'Look at `auth.kubeconfig` of the provider spec.',
    mitigation:
      'Refer to a key of a Secret, or leave it out if the controller gets it from its environment, and revoke ' +
      'the exposed one.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --machine-controller 1.66.2
      apiVersion: cluster.k8s.io/v1alpha1
      kind: MachineDeployment
      metadata: { name: workers, namespace: kube-system }
      spec:
        replicas: 3
        selector: { matchLabels: { machine: workers } }
        template:
          metadata: { labels: { machine: workers } }
          spec:
            metadata: { annotations: { cluster.x-k8s.io/cluster-namespace: cluster-a } }
            providerSpec:
              value:
                cloudProvider: kubevirt
                cloudProviderSpec:
                  auth: { kubeconfig: YXBpVmVyc2lvbjogdjE= }
                  virtualMachine:
                    template:
                      cpus: "2"
                      memory: 4Gi
                      primaryDisk: { size: 25Gi, storageClassName: fast, osImage: images/ubuntu }
                operatingSystem: ubuntu
            versions: { kubelet: 1.34.1 }
    `,
    output: `
      error PV608 MachineDeployment kube-system/workers at example.yaml:16:33, spec.template.spec.providerSpec.value.cloudProviderSpec.auth.kubeconfig: the manifest contains the kubeconfig.
        Everyone who can read the manifest, its Git history or the MachineDeployment can control the infra cluster. Fix: put it into a Secret and write secretKeyRef: { namespace, name, key }, or leave it out where the controller gets it from its environment; then make a new one.
    `,
  }),
};
