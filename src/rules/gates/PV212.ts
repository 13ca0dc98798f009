import type { FindingPage } from '../page';

export const PV212: FindingPage = {
  code: 'PV212',
  severity: 'error',
  title: 'gate that HyperConverged cannot set',
  alerts: ['UnsupportedHCOModification'],
  page: () => ({
    meaning: 'A KubeVirt gate is to be on or off that the HyperConverged resource of the target has no word for.',
    impact:
      'HyperConverged owns the KubeVirt resource and writes its gates anew: what is changed there by hand is gone ' +
      'after seconds.',
    diagnosis:
      '`polyvirt explain gate/NAME` tells, for each release of HyperConverged, whether the gate is on and by what ' +
      'word it can be changed.',
    mitigation:
      'Do without it; or patch through the annotation `kubevirt.kubevirt.io/jsonpatch` of the HyperConverged, whose ' +
      'price is the condition TaintedConfiguration: the installation then counts as changed, and its alert ' +
      'UnsupportedHCOModification fires as long as the annotation is there.',
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
        It owns the KubeVirt resource and writes its gates anew, so what is changed there by hand is gone at once. Fix: do without it, or add HostDisk to /spec/configuration/developerConfiguration/featureGates by the annotation kubevirt.kubevirt.io/jsonpatch; its price is the condition TaintedConfiguration and the alert UnsupportedHCOModification.
    `,
  }),
};
