import type { FindingPage } from '../page';

export const PV110: FindingPage = {
  code: 'PV110',
  severity: 'warning',
  title: 'trap of a mixed cluster',
  page: () => ({
    meaning:
      'A setting of the whole cluster is right for one of its architectures only, or points to where a release no ' +
      'longer has something.',
    impact: 'Guests of the other architectures are refused, stay Pending, or do not start.',
    diagnosis:
      '`machineType`, `emulatedMachines` and `ovmfPath` directly under `spec.configuration` override what is said ' +
      'per architecture; one `cpuModel` is written into guests of s390x too; the UEFI firmware of amd64 moved in ' +
      'KubeVirt 1.9.',
    mitigation: 'Write it per architecture, or leave it to KubeVirt.',
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
      warning PV110 KubeVirt kubevirt/kubevirt at example.yaml:7:18, spec.configuration.machineType: machineType of the whole cluster overrides that of amd64, arm64.
        A trap: what is right for one architecture is refused, or does not start, on the others. Fix: write it under architectureConfiguration.<architecture>.machineType.
    `,
  }),
};
