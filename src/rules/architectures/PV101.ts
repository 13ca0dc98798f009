import type { FindingPage } from '../page';

export const PV101: FindingPage = {
  code: 'PV101',
  severity: 'error',
  title: 'unknown architecture',
  page: () => ({
    meaning:
      'An architecture is not one that KubeVirt runs on. Use the names of Kubernetes: `amd64`, `arm64`, `s390x`.',
    impact: 'KubeVirt 1.6 and later rejects the instance; earlier releases accept it and it stays Pending forever.',
    diagnosis:
      'It can be the architecture of a VM, the default of the KubeVirt resource, that of the nodes for its ' +
      'components, or that of an image to import. `x86_64` and `aarch64` are other names for `amd64` and ' +
      '`arm64`; `ppc64le` is no longer supported.',
    mitigation: 'Use the name that the finding suggests.',
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
            architecture: x86_64
            domain: { devices: {} }
    `,
    output: `
      error PV101 VirtualMachine web at example.yaml:9:21, spec.template.spec.architecture: "x86_64" is not an architecture that KubeVirt runs on.
        No node has such a label: KubeVirt rejects the instance (1.7 and later; 1.6 except ppc64le), or it stays Pending forever. Fix: write amd64, as Kubernetes calls x86_64.
    `,
  }),
};
