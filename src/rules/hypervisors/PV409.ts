import type { FindingPage } from '../page';

export const PV409: FindingPage = {
  code: 'PV409',
  severity: 'error',
  title: 'launcher image of one architecture',
  page: () => ({
    meaning:
      'A launcher image exists for some architectures of the cluster only: a digest of a single image, or one image ' +
      'per architecture with one missing or for a way that takes a single image.',
    impact: 'On nodes of another architecture the launcher does not start: `exec format error`.',
    diagnosis: '`docker buildx imagetools inspect IMAGE` shows whether a digest is that of a manifest list.',
    mitigation: 'Write `image: { all: … }` for the digest of a manifest list, or a digest for each architecture.',
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
