import type { FindingPage } from '../page';

export const PV313: FindingPage = {
  code: 'PV313',
  severity: 'error',
  title: 'boot source lacks the architecture',
  page: () => ({
    meaning: 'A VM boots from a golden image that does not exist for its architecture, or does not exist at all.',
    impact:
      'The data source does not exist or never becomes ready, so the disk stays pending and the VM does not ' +
      'start. With the data source of another architecture it would start but not boot.',
    diagnosis: '`polyvirt images` shows the architectures and data sources of each image.',
    mitigation:
      'Use an architecture that the image has, add the architecture to the image, or boot from another image.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { hco: "1.18" }
        nodes: [{ pool: intel, architecture: amd64 }, { pool: ampere, architecture: arm64 }]
        hyperConverged: { enableMultiArchBootImageImport: true }
        goldenImages:
        - { name: corp, registry: { url: "docker://registry.example.com/corp:1" }, architectures: [amd64], size: 20Gi }
        virtualMachines:
        - name: web
          architecture: arm64
          memory: 2Gi
          disks: [{ name: os, dataVolumeTemplate: { source: { goldenImage: { name: corp } }, size: 20Gi } }]
    `,
    output: `
      error PV313 VirtualMachine web at polyvirt.yaml:15:70, spec.virtualMachines[web].disks[os].dataVolumeTemplate.source.goldenImage: corp has no image for arm64, only for amd64.
        There is no data source for that architecture, so the disk stays pending and the VM does not start. Fix: add arm64 to the architectures of the image if it has it, or boot from another one.
    `,
  }),
};
