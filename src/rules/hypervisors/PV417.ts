import type { FindingPage } from '../page';

export const PV417: FindingPage = {
  code: 'PV417',
  severity: 'warning',
  title: 'device that needs a device plugin',
  page: () => ({
    meaning:
      'A hypervisor needs a device that neither KubeVirt offers nor any node at hand shows. virt-handler offers its own devices, ' +
      '`devices.kubevirt.io/…`, and those of `permittedHostDevices`.',
    impact:
      'Pods of its VMs ask for the device. Until something offers it they stay Pending; `place` says unknown for such ' +
      'nodes.',
    diagnosis:
      '`kubectl get nodes -o yaml` shows what nodes offer, under `status.allocatable`. A node pool has what its `devices` ' +
      'name.',
    mitigation:
      'Install the device plugin of the vendor, and name the device under `devices` of the pools that have it, or give an ' +
      'export of the nodes. What is a PCI or a mediated device KubeVirt offers itself: `hostDevice` of the hypervisor says how ' +
      'to find it, and polyvirt writes `permittedHostDevices` of KubeVirt.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: "1.9", kubernetes: "1.36" }
        nodes: [{ pool: intel, architecture: amd64 }]
        kubevirt: {}
        hypervisors:
        - name: acme
          extends: cloud-hypervisor
          realisation: pod-policy
          image: "registry.example/acme@sha256:0000000000000000000000000000000000000000000000000000000000000000"
          properties: { device: acme.example/vmm, daemonOverhead: 30Mi, vmmOverhead: 64Mi }
        virtualMachines:
        - { name: web, architecture: amd64, memory: 2Gi, hypervisor: acme }
    `,
    output: `
      warning PV417 at polyvirt.yaml:14:27, spec.hypervisors[acme].properties.device: no node at hand shows acme.example/vmm, which acme needs, and KubeVirt does not offer it.
        virt-handler offers its own devices and those of permittedHostDevices; until a device plugin offers this one, pods that ask for it stay Pending, and place says unknown. Fix: install the device plugin that offers acme.example/vmm (a DaemonSet of its vendor), and name it under devices of the node pools or give an export of nodes that show it; a PCI device KubeVirt offers itself: hostDevice: { pci: VENDOR:PRODUCT }.
    `,
  }),
};
