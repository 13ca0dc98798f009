import type { FindingPage } from '../page';

export const PV212: FindingPage = {
  code: 'PV212',
  severity: 'error',
  title: 'gate that HyperConverged cannot set',
  alerts: ['UnsupportedHCOModification'],
  page: () => ({
    meaning:
      'The platform turns a KubeVirt gate on or off that the HyperConverged resource of the target has no setting for.',
    impact:
      'HyperConverged owns the KubeVirt resource and overwrites its gates: a manual change is gone within seconds.',
    diagnosis:
      '`polyvirt explain gate/NAME` shows, for each HyperConverged release, whether the gate is on and which ' +
      'setting controls it.',
    mitigation:
      'Do without it, or patch KubeVirt with the annotation `kubevirt.kubevirt.io/jsonpatch` of the ' +
      'HyperConverged resource. The annotation sets the condition TaintedConfiguration and fires the alert ' +
      'UnsupportedHCOModification as long as it is there.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --hco 1.18
      apiVersion: hco.kubevirt.io/v1beta1
      kind: HyperConverged
      metadata: { name: kubevirt-hyperconverged, namespace: kubevirt-hyperconverged }
      spec: {}
      ---
      apiVersion: kubevirt.io/v1
      kind: KubeVirt
      metadata: { name: kubevirt-kubevirt-hyperconverged, namespace: kubevirt-hyperconverged }
      spec:
        configuration:
          developerConfiguration:
            featureGates: [HostDisk]
    `,
    output: `
      error PV212 KubeVirt kubevirt-hyperconverged/kubevirt-kubevirt-hyperconverged at example.yaml:13:21, spec.configuration.developerConfiguration.featureGates: HyperConverged 1.18 cannot turn the KubeVirt gate HostDisk on.
        It owns the KubeVirt resource and overwrites its gates, so a manual change is gone at once. Fix: do without it, or add HostDisk to /spec/configuration/developerConfiguration/featureGates by the annotation kubevirt.kubevirt.io/jsonpatch; its price is the condition TaintedConfiguration and the alert UnsupportedHCOModification.
    `,
  }),
};
