import type { FindingPage } from '../page';

export const PV805: FindingPage = {
  code: 'PV805',
  severity: 'info',
  title: 'reference that leads nowhere',
  page: () => ({
    meaning:
      'An object refers to a DataVolume, claim, Secret, ConfigMap, DataSource or snapshot that is neither among the ' +
      'objects nor in the snapshot of the cluster.',
    impact:
      'None, if another tool, an operator or a person brings it. Otherwise a guest does not start, or an import ' +
      'waits.',
    diagnosis: 'Compare name and namespace; a golden image is in another namespace, which the reference has to name.',
    mitigation:
      'Add it, correct the name, or leave it. `--cluster` with a snapshot that holds such objects makes it sure.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: VirtualMachineInstance
      metadata: { name: web }
      spec:
        domain: { devices: { disks: [{ name: os, disk: { bus: virtio } }] }, memory: { guest: 1Gi } }
        volumes: [{ name: os, dataVolume: { name: web-os } }]
    `,
    output: `
      info PV805 VirtualMachineInstance web at example.yaml:7:45, spec.volumes[os].dataVolume.name: there is no PersistentVolumeClaim or DataVolume web-os among these objects.
        Unless something else brings it, the guest does not start. Fix: add it, correct the name, or leave it if another tool makes it.
    `,
  }),
};
