import type { FindingPage } from '../page';

export const PV105: FindingPage = {
  code: 'PV105',
  severity: 'error',
  title: 'rejected on this architecture',
  page: () => ({
    meaning:
      'KubeVirt rejects instances like this on this architecture: BIOS or a SATA disk on arm64, a CD-ROM on ' +
      'virtio, a machine type of another architecture.',
    impact:
      'Some are rejected together with the VirtualMachine. Most VirtualMachines are accepted, and Argo CD shows ' +
      'them as Synced; KubeVirt then rejects the instance, so the VM never starts.',
    diagnosis:
      'The finding names the path in the object, after all patches. On a cluster, look at the condition ' +
      '`Failure` in `kubectl describe vm`.',
    mitigation: 'Apply the fix in the finding, or leave the field out and let polyvirt choose a valid value.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: web }
      spec:
        runStrategy: Always
        template:
          spec:
            architecture: arm64
            domain:
              devices: { disks: [{ name: tools, cdrom: {} }] }
    `,
    output: `
      error PV105 VirtualMachine web at example.yaml:11:50, spec.template.spec.domain.devices.disks[tools].cdrom.bus: a CD-ROM without a bus gets virtio on arm64, which is then rejected.
        KubeVirt rejects the instance: the VirtualMachine is accepted and shown as Synced, but never starts. Fix: write scsi.
    `,
  }),
};
