import type { FindingPage } from '../page';

export const PV317: FindingPage = {
  code: 'PV317',
  severity: 'warning',
  title: 'data source that nothing fills',
  page: () => ({
    meaning:
      'A disk of a VM is created from an operator-managed data source, directly or through one pointer, into ' +
      'which no golden image is imported.',
    impact: 'The data source never becomes ready, so the disk is never created and the VM does not start.',
    diagnosis:
      '`polyvirt images` shows which data sources are filled. For names that SSP has templates for, it creates ' +
      'data sources for every architecture of the cluster, with or without an image.',
    mitigation:
      'Use a data source that is filled, or import an image for it. If an existing volume of that name fills it, ' +
      'allow the finding.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --hco 1.18
      apiVersion: hco.kubevirt.io/v1beta1
      kind: HyperConverged
      metadata: { name: kubevirt-hyperconverged, namespace: kubevirt-hyperconverged }
      spec:
        featureGates: { enableMultiArchBootImageImport: true }
        dataImportCronTemplates:
        - metadata: { name: rhel9-image-cron, annotations: { ssp.kubevirt.io/dict.architectures: amd64 } }
          spec:
            managedDataSource: rhel9
            schedule: "0 */12 * * *"
            template:
              spec:
                source: { registry: { url: "docker://registry.example.com/rhel:9" } }
                storage: { resources: { requests: { storage: 10Gi } } }
      status: { nodeInfo: { workloadsArchitectures: [amd64, arm64], controlPlaneArchitectures: [amd64] } }
      ---
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: web, namespace: shop }
      spec:
        runStrategy: Always
        dataVolumeTemplates:
        - metadata: { name: web-os }
          spec: { sourceRef: { kind: DataSource, name: rhel9-arm64, namespace: kubevirt-os-images }, storage: {} }
        template:
          spec:
            architecture: arm64
            domain: { memory: { guest: 1Gi }, devices: { disks: [{ name: os, disk: { bus: virtio } }] } }
            volumes: [{ name: os, dataVolume: { name: web-os } }]
    `,
    output: `
      warning PV317 VirtualMachine shop/web at example.yaml:25:24, spec.dataVolumeTemplates[web-os].spec.sourceRef: nothing fills the data source rhel9-arm64.
        No golden image is imported into it, so it never becomes ready, the disk is never created, and the VM does not start. Fix: name a data source that polyvirt images shows as filled, or import an image for it; one that a volume of its name filled before is well.
    `,
  }),
};
