import type { FindingPage } from '../page';

export const PV409: FindingPage = {
  code: 'PV409',
  severity: 'error',
  title: 'launcher image of one architecture',
  page: () => ({
    meaning:
      'A launcher image exists for only some architectures of the cluster: a digest of a single image, one image ' +
      'per architecture with one missing, or several images for a realisation that takes one.',
    impact: 'On nodes of another architecture the launcher fails with `exec format error`.',
    diagnosis: '`docker buildx imagetools inspect IMAGE` shows whether a digest is that of a manifest list.',
    mitigation: 'Set `image: { all: … }` to the digest of a manifest list, or set a digest per architecture.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: "1.9", kubernetes: "1.36" }
        nodes: [{ pool: intel, architecture: amd64 }, { pool: ampere, architecture: arm64 }]
        hypervisors:
        - name: acme
          extends: cloud-hypervisor
          image: { amd64: "registry.example/acme@sha256:0000000000000000000000000000000000000000000000000000000000000000" }
        virtualMachines:
        - { name: web, architecture: amd64, memory: 2Gi }
    `,
    output: `
      error PV409 at polyvirt.yaml:11:12, spec.hypervisors[acme].image: there is no image for arm64, which its launchers run on.
        A launcher of another architecture than its node’s does not start: exec format error. Fix: add arm64, or one manifest list with all.
    `,
  }),
};
