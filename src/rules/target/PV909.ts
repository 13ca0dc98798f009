import type { FindingPage } from '../page';

export const PV909: FindingPage = {
  code: 'PV909',
  severity: 'warning',
  title: 'gate that needs a newer Kubernetes',
  page: () => ({
    meaning:
      'A feature gate is on, explicitly or by default, and needs something that the cluster’s Kubernetes does ' +
      'not have. From KubeVirt 1.9 Beta gates are on by default, so an upgrade alone can cause this.',
    impact:
      'The feature does not work. With ImageVolume, container disks become image volumes of the launcher pod, so ' +
      'VMs with a container disk do not start.',
    diagnosis:
      'The finding names the release that the gate needs. `polyvirt gates --enabled` shows which gates are on, ' +
      '`kubectl version` the release of the cluster.',
    mitigation:
      'Add the gate to `disabledFeatureGates` (available from 1.8), best before KubeVirt is upgraded. `polyvirt ' +
      'upgrade --write` does so in a platform file.',
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
