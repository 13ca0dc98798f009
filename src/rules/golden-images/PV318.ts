import type { FindingPage } from '../page';

export const PV318: FindingPage = {
  code: 'PV318',
  severity: 'error',
  title: 'placement that the webhook rejects',
  page: () => ({
    meaning:
      'The required node affinity of workloads or infrastructure in a HyperConverged resource has an invalid ' +
      'requirement: an unknown operator, values where none are allowed or none where they are required, or a ' +
      'field other than a single `metadata.name`.',
    impact: 'From 1.16 the webhook of HyperConverged rejects the whole resource.',
    diagnosis: 'The finding names the requirement and what is wrong with it.',
    mitigation: 'Correct it. To select several nodes by name, use several terms with one name each.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --hco 1.18
      apiVersion: hco.kubevirt.io/v1beta1
      kind: HyperConverged
      metadata: { name: kubevirt-hyperconverged, namespace: kubevirt-hyperconverged }
      spec:
        workloads:
          nodePlacement:
            affinity:
              nodeAffinity:
                requiredDuringSchedulingIgnoredDuringExecution:
                  nodeSelectorTerms:
                  - matchFields: [{ key: metadata.name, operator: In, values: [a, b] }]
    `,
    output: `
      error PV318 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged at example.yaml:12:29, spec.workloads.nodePlacement.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0]: a field takes exactly one value, not 2.
        The webhook of HyperConverged cannot read the affinity and denies the whole resource. Fix: correct the requirement, or leave it out.
    `,
  }),
};
