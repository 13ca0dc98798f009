import type { FindingPage } from '../page';

export const PV105: FindingPage = {
  code: 'PV105',
  severity: 'error',
  title: 'refused on this architecture',
  page: () => ({
    meaning:
      'KubeVirt refuses such an instance on this architecture: a BIOS or a SATA disk on arm64, a CD-ROM on virtio, a ' +
      'machine type of another architecture.',
    impact:
      'Some are refused with the VirtualMachine. Most are accepted, and Argo CD shows the VM as Synced; only ' +
      'when KubeVirt creates the instance is it refused, so it never starts.',
    diagnosis:
      'The finding names the path in the object, after all patches. On a cluster: `kubectl describe vm`, condition ' +
      '`Failure`.',
    mitigation: 'Write what the finding asks for, or leave the field to polyvirt, which picks what is legal there.',
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
      error PV105 VirtualMachine web at example.yaml:11:50, spec.template.spec.domain.devices.disks[tools].cdrom.bus: a CD-ROM without a bus gets virtio on arm64, which is then refused.
        KubeVirt refuses the instance; a VirtualMachine is accepted and shown as synced, and then never starts. Fix: write scsi.
    `,
  }),
};
