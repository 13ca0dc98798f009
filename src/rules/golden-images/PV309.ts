import type { FindingPage } from '../page';

export const PV309: FindingPage = {
  code: 'PV309',
  severity: 'warning',
  title: 'data source without content',
  page: () => ({
    meaning:
      'When images are imported per architecture, the data source without a suffix points to the one of a single ' +
      'architecture, and nothing fills that one.',
    impact: 'VMs and templates that use the data source without an architecture never get a disk.',
    diagnosis:
      'SSP creates the pointer only in `kubevirt-os-images`, so an image in another namespace is not found. For ' +
      'names that it has templates for, such as fedora and centos-stream9, it uses the first architecture of ' +
      'control plane and workloads that the templates support, whether or not the image is imported for it: with ' +
      'an amd64 control plane and arm64 workers, both have no content.',
    mitigation:
      'Use the data source of the architecture, such as `fedora-arm64`; `BootSource.goldenImage()` does. Or keep ' +
      'images in the namespace of SSP, or give an image with fewer architectures a data source name of its own.',
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
        nodes:
        - { pool: masters, architecture: amd64, role: control-plane, count: 3 }
        - { pool: ampere, architecture: arm64, count: 4 }
        hyperConverged: { enableMultiArchBootImageImport: true }
    `,
    output: `
      warning PV309 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged at polyvirt.yaml:10:19, spec.dataImportCronTemplates: the data source centos-stream9 points to centos-stream9-amd64, which has no content.
        SSP follows its templates and the control plane there, not the image: amd64, arm64 is its order. Fix: name centos-stream9-<architecture> in VMs, or give the image a data source of another name.
      warning PV309 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged at polyvirt.yaml:10:19, spec.dataImportCronTemplates: the data source fedora points to fedora-amd64, which has no content.
        SSP follows its templates and the control plane there, not the image: amd64, arm64 is its order. Fix: name fedora-<architecture> in VMs, or give the image a data source of another name.
    `,
  }),
};
