import type { FindingPage } from '../page';

export const PV001: FindingPage = {
  code: 'PV001',
  severity: 'error',
  title: 'invalid quantity',
  page: () => ({
    meaning:
      'A size or an amount of memory is not a valid Kubernetes quantity, is not greater than zero, or is an ' +
      'amount that virt-api does not accept: a request above its limit, memory that is not a multiple of the ' +
      'huge page size, half a dedicated CPU.',
    impact:
      'The API server rejects the object, or the volume is created without a size. Less than one mebibyte of ' +
      'memory is a warning: KubeVirt accepts it, but no guest can start with it.',
    diagnosis:
      'Look at the value that the finding quotes. A number without a suffix counts bytes; `4GB`, `4 Gi` and ' +
      '`4gi` are not quantities.',
    mitigation:
      'Use digits and a suffix: `Ki`, `Mi`, `Gi`, `Ti` are powers of 1024, `k`, `M`, `G`, `T` powers of 1000. In ' +
      'TypeScript, use `Size.gibibytes(4)`.',
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
      error PV001 VirtualMachine web at polyvirt.yaml:7:47, spec.virtualMachines[web].memory: "2Gi" of memory is not a multiple of the page size "3Mi".
        virt-api rejects the object. Fix: write a multiple of the size of a page.
    `,
  }),
};
