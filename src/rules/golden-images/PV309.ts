import type { FindingPage } from '../page';

export const PV309: FindingPage = {
  code: 'PV309',
  severity: 'warning',
  title: 'data source that leads nowhere',
  page: () => ({
    meaning:
      'With images imported by architecture, the data source without a suffix is a pointer to that of one ' +
      'architecture, and here nothing fills that one.',
    impact: 'VMs and templates that name the data source without an architecture never get a disk.',
    diagnosis:
      'SSP makes the pointer in `kubevirt-os-images` only, so an image in another namespace is not found. For names ' +
      'that it has templates for, as fedora and centos-stream9, it follows the first architecture of control plane ' +
      'and workloads that the templates have, whether or not the image is imported for it: an amd64 control plane ' +
      'with arm64 workers leaves both without content.',
    mitigation:
      'Name the data source of the architecture, as `fedora-arm64`; `BootSource.goldenImage()` does. Or leave images ' +
      'in the namespace of SSP, or give an image of fewer architectures a data source with a name of its own.',
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
      warning PV309 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged at polyvirt.yaml:10:19, spec.dataImportCronTemplates: the data source centos-stream9 points to centos-stream9-amd64, which nothing fills.
        SSP follows its templates and the control plane there, not the image: amd64, arm64 is its order. Fix: name centos-stream9-<architecture> in VMs, or give the image a data source of another name.
      warning PV309 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged at polyvirt.yaml:10:19, spec.dataImportCronTemplates: the data source fedora points to fedora-amd64, which nothing fills.
        SSP follows its templates and the control plane there, not the image: amd64, arm64 is its order. Fix: name fedora-<architecture> in VMs, or give the image a data source of another name.
    `,
  }),
};
