import type { FindingPage } from '../page';

export const PV311: FindingPage = {
  code: 'PV311',
  severity: 'warning',
  title: 'multi-architecture switch in the wrong place',
  page: () => ({
    meaning:
      'The switch for importing images per architecture is set where this release does not read it, or in two places.',
    impact:
      'It has no effect, or the webhook rejects the resource because gate and field disagree, or the webhook ' +
      'changes the value from Git and Argo CD changes it back.',
    diagnosis:
      'v1beta1 has the boolean gate `spec.featureGates.enableMultiArchBootImageImport` from 1.16. v1 of 1.18 has ' +
      'a list entry, which it prints without a state. v1 of 1.19 has the field ' +
      '`spec.workloadSources.enableMultiArchBootImageImport`, and copies the gate into it.',
    mitigation:
      'Set it once, where the release reads it; `HyperConverged` of polyvirt does. After a gate has been copied ' +
      'into the field, removing the gate does not turn it off: set the field.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --hco 1.19
      apiVersion: hco.kubevirt.io/v1
      kind: HyperConverged
      metadata: { name: kubevirt-hyperconverged, namespace: kubevirt-hyperconverged }
      spec:
        featureGates: [{ name: enableMultiArchBootImageImport, state: Enabled }]
    `,
    output: `
      warning PV311 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged at example.yaml:6:18, spec.featureGates[enableMultiArchBootImageImport]: the gate enableMultiArchBootImageImport is deprecated in 1.19: there is a field for it.
        The webhook copies it into the field and may remove it from the list, so Argo CD and the webhook undo each other; taking it out later does not switch it off. Fix: remove it from spec.featureGates and write spec.workloadSources.enableMultiArchBootImageImport: true.
    `,
  }),
};
