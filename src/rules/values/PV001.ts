import type { FindingPage } from '../page';

export const PV001: FindingPage = {
  code: 'PV001',
  severity: 'error',
  title: 'malformed quantity',
  page: () => ({
    meaning:
      'A size or an amount of memory is not a Kubernetes quantity, or is not more than zero; or it is an amount that ' +
      'virt-api does not take: a request above its limit, memory that is not made of whole huge pages, half a ' +
      'dedicated CPU.',
    impact:
      'The API server refuses the object, or a volume of no size is made. Memory of less than a mebibyte is a warning: ' +
      'KubeVirt takes it, and no guest starts with it.',
    diagnosis:
      'Look at the value that the finding quotes: a number without a suffix counts bytes; `4GB`, `4 Gi` and `4gi` ' +
      'are not quantities.',
    mitigation:
      'Write digits and a suffix: `Ki`, `Mi`, `Gi`, `Ti` count by 1024, `k`, `M`, `G`, `T` by 1000. In TypeScript, ' +
      '`Size.gibibytes(4)` cannot go wrong.',
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
        - { name: web, architecture: amd64, memory: 2Gi, hugepages: 3Mi }
    `,
    output: `
      error PV001 VirtualMachine web at polyvirt.yaml:7:47, spec.virtualMachines[web].memory: "2Gi" of memory cannot be made of pages of "3Mi".
        virt-api refuses the object. Fix: write a multiple of the size of a page.
    `,
  }),
};
