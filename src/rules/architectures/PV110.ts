import type { FindingPage } from '../page';

export const PV110: FindingPage = {
  code: 'PV110',
  severity: 'warning',
  title: 'cluster-wide setting wrong for one architecture',
  page: () => ({
    meaning:
      'A cluster-wide setting is right for only one of the architectures of the cluster, or refers to something ' +
      'that the release no longer has.',
    impact: 'VMs of the other architectures are rejected, stay Pending, or do not start.',
    diagnosis:
      '`machineType`, `emulatedMachines` and `ovmfPath` directly under `spec.configuration` override the ' +
      'settings per architecture; a single `cpuModel` is also written into s390x guests; the UEFI firmware of ' +
      'amd64 moved in KubeVirt 1.9.',
    mitigation: 'Set it per architecture, or leave it to KubeVirt.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: KubeVirt
      metadata: { name: kubevirt, namespace: kubevirt }
      spec:
        configuration:
          machineType: q35
      ---
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: web }
      spec:
        runStrategy: Always
        template:
          spec:
            architecture: arm64
            domain: { devices: {} }
      ---
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: db }
      spec:
        runStrategy: Always
        template:
          spec:
            architecture: amd64
            domain: { devices: {} }
    `,
    output: `
      warning PV110 KubeVirt kubevirt/kubevirt at example.yaml:7:18, spec.configuration.machineType: machineType of the whole cluster overrides the setting for amd64, arm64.
        A value that is right for one architecture is rejected, or does not start, on the others. Fix: write it under architectureConfiguration.<architecture>.machineType.
    `,
  }),
};
