import type { FindingPage } from '../page';

export const PV410: FindingPage = {
  code: 'PV410',
  severity: 'info',
  title: 'launcher image that is not pinned',
  page: () => ({
    meaning: 'A launcher image is referenced by tag.',
    impact: 'VMs that start or migrate later get whatever the tag points to by then.',
    diagnosis: 'A reference without `@sha256:` can point to another image tomorrow.',
    mitigation: 'Pin it by digest. For the digest of a manifest list, use `image: { all: … }`.',
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
        kubevirt: {}
        hypervisors:
        - { name: cloud-hypervisor, image: "registry.example/ch-launcher:v1.9" }
        virtualMachines:
        - { name: web, architecture: amd64, memory: 2Gi, hypervisor: cloud-hypervisor }
    `,
    output: `
      info PV410 at polyvirt.yaml:9:38, spec.hypervisors[cloud-hypervisor].image: registry.example/ch-launcher:v1.9 can become another image.
        VMs that start or migrate later get whatever the tag points to by then. Fix: pin it by digest: docker buildx imagetools inspect prints that of the manifest list.
    `,
  }),
};
