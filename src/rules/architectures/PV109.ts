import type { FindingPage } from '../page';

export const PV109: FindingPage = {
  code: 'PV109',
  severity: 'warning',
  title: 'accepted on this architecture, but does not work',
  page: () => ({
    meaning:
      'KubeVirt accepts this on the architecture although it does not work: a SATA disk or a TPM on s390x, ' +
      'Hyper-V features on arm64, a selector for nodes of another architecture.',
    impact: 'The guest does not start, or starts without the feature. Nothing on the cluster explains why.',
    diagnosis:
      'It is a warning, because KubeVirt accepts it and your build may differ; it is an error where no ' +
      'configuration of the release can run it. The finding names its source.',
    mitigation: 'Apply the fix in the finding. If it works for you, allow the finding with a reason.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: web }
      spec:
        runStrategy: Always
        template:
          spec:
            architecture: s390x
            domain:
              devices: { tpm: {} }
    `,
    output: `
      warning PV109 VirtualMachine web at example.yaml:11:25, spec.template.spec.domain.devices.tpm: s390x has no TPM.
        KubeVirt accepts it, but the guest does not start. Fix: leave it out.
    `,
  }),
};
