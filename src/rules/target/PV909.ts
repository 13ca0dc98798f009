import type { FindingPage } from '../page';

export const PV909: FindingPage = {
  code: 'PV909',
  severity: 'warning',
  title: 'gate on a Kubernetes that is too old for it',
  page: () => ({
    meaning:
      'A feature gate is on, listed or by itself, and builds on something that the cluster’s Kubernetes does not ' +
      'have. From KubeVirt 1.9 on a Beta gate is on by itself, so an upgrade alone can bring this about.',
    impact:
      'What the gate changes does not work. With ImageVolume, container disks are image volumes of the launcher pod, ' +
      'so guests that have one do not start.',
    diagnosis:
      'The finding names the release that the gate needs. `polyvirt gates --enabled` shows what is on, `kubectl ' +
      'version` what the cluster runs.',
    mitigation:
      'Add the gate to `disabledFeatureGates`, best before KubeVirt is upgraded: the list is there from 1.8 on. ' +
      '`polyvirt upgrade --write` does so in a platform file.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: '1.9', kubernetes: '1.33' }
        kubevirt: { defaultArchitecture: amd64 }
    `,
    output: `
      warning PV909 KubeVirt kubevirt/kubevirt at polyvirt.yaml:7:13, spec.kubevirt.disabledFeatureGates: ImageVolume is on by itself, and needs Kubernetes 1.35; the cluster runs 1.33.
        With it, container disks are image volumes of the launcher pod instead of sidecar containers, so guests that have one do not start where pods have no such volumes. Fix: add ImageVolume to disabledFeatureGates.
    `,
  }),
};
