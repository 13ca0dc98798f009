import type { FindingPage } from '../page';

export const PV113: FindingPage = {
  code: 'PV113',
  severity: 'warning',
  title: 'one image digest for several architectures',
  page: () => ({
    meaning: 'Guests of several architectures boot from one image that is pinned by its digest.',
    impact:
      'A trap. A digest is either that of an index, which holds an image per architecture, or that of a single ' +
      'image. A single one boots on its own architecture only.',
    diagnosis:
      'Only the registry knows: `docker buildx imagetools inspect IMAGE` or `skopeo inspect --raw docker://IMAGE` ' +
      'shows `manifests` for an index.',
    mitigation: 'Pin the digest of the index, or one digest per architecture.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: VirtualMachineInstance
      metadata: { name: web-amd64 }
      spec:
        architecture: amd64
        domain: { devices: { disks: [{ name: os, disk: { bus: virtio } }] }, memory: { guest: 1Gi } }
        volumes: [{ name: os, containerDisk: { image: "example.com/os@sha256:0123456789abcdef" } }]
      ---
      apiVersion: kubevirt.io/v1
      kind: VirtualMachineInstance
      metadata: { name: web-arm64 }
      spec:
        architecture: arm64
        domain: { devices: { disks: [{ name: os, disk: { bus: virtio } }] }, memory: { guest: 1Gi } }
        volumes: [{ name: os, containerDisk: { image: "example.com/os@sha256:0123456789abcdef" } }]
    `,
    output: `
      warning PV113 VirtualMachineInstance web-amd64 at example.yaml:8:49, spec.volumes[os].containerDisk.image: guests of amd64 and arm64 share example.com/os@sha256:0123456789abcdef.
        A trap: the digest of a single image boots on one architecture only; on the others the pod cannot be created, or the guest finds nothing to boot. Fix: make sure that it is the digest of an index (docker buildx imagetools inspect), or pin one digest per architecture.
    `,
  }),
};
