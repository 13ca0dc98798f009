import type { FindingPage } from '../page';

export const PV606: FindingPage = {
  code: 'PV606',
  severity: 'error',
  title: 'pool placed on another architecture than its machines',
  page: () => ({
    meaning: 'The placement of a pool requires nodes of one architecture, but its machines get another one.',
    impact:
      'The machine-controller cannot set the architecture of a machine, so KubeVirt uses its default. The pod ' +
      'then requires a node with both architecturesand stays Pending forever.',
    diagnosis: 'Compare the values of the preset with `defaultArchitecture` of the KubeVirt resource.',
    mitigation:
      'Use a preference with `preferredArchitecture`, change the default of KubeVirt, or use `dialect: capk`, ' +
      'which sets the architecture.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: plant }
      spec:
        target: { machineController: "1.66.2" }
        kubevirt: { defaultArchitecture: amd64 }
        machines:
        - name: workers
          infraNamespace: cluster-a
          kubelet: "1.34.1"
          cpus: "2"
          memory: 4Gi
          primaryDisk: { size: 25Gi, storageClassName: fast, osImage: images/ubuntu }
          placement: { hard: [{ architectures: [arm64] }] }
    `,
    output: `
      error PV606 MachineDeployment kube-system/workers at polyvirt.yaml:15:16, spec.machines[workers].placement: machines must run on arm64 nodes, but KubeVirt creates them as amd64.
        The controller cannot set the architecture of a machine, so it gets KubeVirt’s default and also requires a node with kubernetes.io/arch=amd64: it stays Pending forever. Fix: add a preference with preferredArchitecture: arm64, or let arm64 be the default architecture of KubeVirt.
    `,
  }),
};
