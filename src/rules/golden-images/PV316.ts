import type { FindingPage } from '../page';

export const PV316: FindingPage = {
  code: 'PV316',
  severity: 'error',
  title: 'data source of another architecture',
  page: () => ({
    meaning:
      'A disk of a VM is created from a data source, directly or through one pointer, that belongs to another ' +
      'architecture than the VM.',
    impact: 'Nothing rejects it. The VM starts on a node of its own architecture, with a disk that it cannot boot.',
    diagnosis:
      'The finding names the data source and both architectures. The architecture of a data source is its label ' +
      '`template.kubevirt.io/architecture`, or known from the golden image that SSP creates it for. A data ' +
      'source without an architecture in its name leads to the one that `polyvirt images` shows.',
    mitigation:
      'Use the data source for the architecture of the VM, or change the architecture of the VM. From KubeVirt ' +
      '1.7 a VM without an architecture gets that of its data source.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: cdi.kubevirt.io/v1beta1
      kind: DataSource
      metadata: { name: fedora-arm64, namespace: images, labels: { template.kubevirt.io/architecture: arm64 } }
      spec: { source: { pvc: { name: fedora-arm64, namespace: images } } }
      ---
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: web, namespace: shop }
      spec:
        runStrategy: Always
        dataVolumeTemplates:
        - metadata: { name: web-os }
          spec: { sourceRef: { kind: DataSource, name: fedora-arm64, namespace: images }, storage: {} }
        template:
          spec:
            architecture: amd64
            domain: { memory: { guest: 1Gi }, devices: { disks: [{ name: os, disk: { bus: virtio } }] } }
            volumes: [{ name: os, dataVolume: { name: web-os } }]
    `,
    output: `
      error PV316 VirtualMachine shop/web at example.yaml:14:24, spec.dataVolumeTemplates[web-os].spec.sourceRef: the data source fedora-arm64 is for arm64, but the VM is amd64.
        Nothing rejects it: the VM starts with a disk that it cannot boot. Fix: name the data source for amd64, or write architecture: arm64 into the VM.
    `,
  }),
};
