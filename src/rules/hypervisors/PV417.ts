import type { FindingPage } from '../page';

export const PV417: FindingPage = {
  code: 'PV417',
  severity: 'warning',
  title: 'device that needs a device plugin',
  page: () => ({
    meaning:
      'A hypervisor needs a device that neither KubeVirt nor any node in the input offers. virt-handler offers ' +
      'its own devices, `devices.kubevirt.io/…`, and those in `permittedHostDevices`.',
    impact:
      'The pods of its VMs request the device and stay Pending until something offers it; `place` shows ' +
      '"unknown" for such nodes.',
    diagnosis:
      '`kubectl get nodes -o yaml` shows what nodes offer, under `status.allocatable`. A node pool offers what ' +
      'its `devices` list.',
    mitigation:
      'Install the vendor’s device plugin, and list the device under `devices` of the pools that have it, or ' +
      'pass an export of the nodes. KubeVirt itself offers PCI and mediated devices: `hostDevice` of the ' +
      'hypervisor describes them, and polyvirt writes `permittedHostDevices` of KubeVirt.',
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
      warning PV417 at polyvirt.yaml:14:27, spec.hypervisors[acme].properties.device: no known node offers acme.example/vmm, which acme needs, and neither does KubeVirt.
        virt-handler offers its own devices and those of permittedHostDevices; until a device plugin offers this one, pods that request it stay Pending, and place says unknown. Fix: install the device plugin that offers acme.example/vmm (a DaemonSet of its vendor), and name it under devices of the node pools or give an export of nodes that show it; a PCI device KubeVirt offers itself: hostDevice: { pci: VENDOR:PRODUCT }.
    `,
  }),
};
