import type { FindingPage } from '../page';

export const PV109: FindingPage = {
  code: 'PV109',
  severity: 'warning',
  title: 'trap of this architecture',
  page: () => ({
    meaning:
      'KubeVirt accepts this on the architecture, and it does not work all the same: a SATA disk or a TPM on s390x, ' +
      'Hyper-V features on arm64, a selector for nodes of another architecture.',
    impact: 'The guest does not start, or starts without what was asked for. Nothing on the cluster says why.',
    diagnosis:
      'A trap is a warning, since KubeVirt accepts it and what cannot be seen from outside may have changed; it is ' +
      'an error where no configuration of the release can run it. The finding says where the fact was read.',
    mitigation: 'Write what the finding asks for. Where you know better, allow it with a reason.',
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
        A trap: KubeVirt accepts it, and the guest does not start. Fix: leave it out.
    `,
  }),
};
