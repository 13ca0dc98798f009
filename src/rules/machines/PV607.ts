import type { FindingPage } from '../page';

export const PV607: FindingPage = {
  code: 'PV607',
  severity: 'info',
  title: 'spelling that replaces machines',
  page: () => ({
    meaning:
      'A value is written in one of several equivalent spellings, or a default that the webhook fills in is not ' +
      'written out.',
    impact:
      'The controller compares bytes. If an editor or another tool changes the spelling (`""` or `{}` for ' +
      'nothing, a number for a string, `Hard` for `hard`), every machine of the pool is replaced although ' +
      'nothing really changed.',
    diagnosis: 'The finding lists the keys and their spelling.',
    mitigation:
      'Leave it as long as the machines exist, and clean up with the next change that replaces them anyway. ' +
      'polyvirt always uses one spelling.',
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
                  affinity: {}
                  virtualMachine:
                    template:
                      cpus: "2"
                      memory: 4Gi
                      primaryDisk: { size: 25Gi, storageClassName: fast, osImage: images/ubuntu }
                operatingSystem: ubuntu
            versions: { kubelet: 1.34.1 }
    `,
    output: `
      info PV607 MachineDeployment kube-system/workers at example.yaml:14:11, spec.template.spec.providerSpec.value: the webhook adds spec.minReadySeconds, spec.revisionHistoryLimit, spec.progressDeadlineSeconds, spec.strategy, caPublicKey, sshPublicKeys, operatingSystemSpec.
        The object in the cluster then permanently differs from the manifest; additions to the template after an upgrade replace every machine. Fix: write it out.
      info PV607 MachineDeployment kube-system/workers at example.yaml:16:23, spec.template.spec.providerSpec.value.cloudProviderSpec.affinity: affinity (empty, which is as good as absent) means the same as another spelling.
        The controller compares the bytes of the template, so that the other spelling replaces every machine of the pool. Fix: leave it as long as the machines are there; with the next change that replaces them anyway, leave out what is empty and write text in quotes.
    `,
  }),
};
