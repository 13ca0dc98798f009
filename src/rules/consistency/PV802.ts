import type { FindingPage } from '../page';

export const PV802: FindingPage = {
  code: 'PV802',
  severity: 'error',
  title: 'duplicate name inside a virtual machine',
  page: () => ({
    meaning:
      'Two disks, volumes, interfaces or networks of one VM have the same name or boot order, or more than one ' +
      'is the pod network. Or one of them sets two alternatives: two sources, two bindings, two kinds of user ' +
      'data.',
    impact: 'KubeVirt rejects the instance.',
    diagnosis: 'The cloud-init disk is called `cloudinit`, so no other disk can have that name.',
    mitigation: 'Give each its own name.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        virtualMachines:
        - name: web
          architecture: amd64
          memory: 2Gi
          disks:
          - { name: os, containerDisk: { image: quay.io/containerdisks/fedora:42 } }
          - { name: os, emptyDisk: { capacity: 4Gi } }
    `,
    output: `
      error PV802 VirtualMachine web at polyvirt.yaml:12:15, spec.virtualMachines[web].disks[1].name: the disk "os" appears twice.
        virt-api rejects the object. Fix: give each disk its own name.
      error PV802 VirtualMachine web at polyvirt.yaml:12:15, spec.virtualMachines[web].disks[1].name: the volume "os" appears twice.
        virt-api rejects the object. Fix: give each volume its own name.
    `,
  }),
};
