import type { FindingPage } from '../page';

export const PV002: FindingPage = {
  code: 'PV002',
  severity: 'error',
  title: 'invalid name',
  page: () => ({
    meaning: 'A name or namespace is not a valid DNS name or not a string, or an object has no name.',
    impact: 'The API server rejects the object.',
    diagnosis:
      'Look for capital letters, underscores, a leading or trailing dash, or more than 63 characters ' +
      '(namespaces, disks, networks, pools) or 253 characters (everything else).',
    mitigation:
      'Use lower-case letters, digits and `-` (object names also `.`), and begin and end with a letter or digit.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        virtualMachines:
        - { name: Web_1, architecture: amd64, memory: 2Gi }
    `,
    output: `
      error PV002 VirtualMachine Web_1 at polyvirt.yaml:7:13, spec.virtualMachines[Web_1].name: "Web_1" is not a Kubernetes name.
        The API server rejects the object. Fix: use lower-case letters, digits, - and ., starting and ending with a letter or digit, at most 253 characters.
    `,
  }),
};
