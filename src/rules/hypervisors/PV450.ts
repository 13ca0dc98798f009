import type { FindingPage } from '../page';

export const PV450: FindingPage = {
  code: 'PV450',
  severity: 'error',
  title: 'device that no node has',
  page: () => ({
    meaning:
      'The pod of a VM asks for a device resource (KVM, a GPU, a network function), or for more of it at once ' +
      'than any one node has; and no node of its architecture that it may go to offers that.',
    impact:
      'kube-scheduler finds no node for its pod, which stays Pending for ever. It is a warning where KubeVirt is to ' +
      'offer the device by a `permittedHostDevices` that is not on the cluster yet.',
    diagnosis:
      '`polyvirt explain VirtualMachine/NAME` shows the devices of its pod and what asks for each; `kubectl get ' +
      'nodes -o yaml` what nodes offer, under `status.allocatable`. Exported nodes have what they show. Nodes of a ' +
      'declared pool have what KubeVirt brings, and the `devices` of the pool; a pool that names none may have any. ' +
      '`devices.kubevirt.io/mshv` is not among what it brings: a pool that names devices names that one too. A ' +
      'VM whose hypervisor comes by a policy asks for what the policy puts there.',
    mitigation:
      'Add a node with such a device, correct the name, or leave out what asks for it. Where ' +
      '`devices.kubevirt.io/kvm` is missing, look at virt-handler and at the BIOS of the node.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --cluster example.yaml
      apiVersion: v1
      kind: Node
      metadata: { name: intel-1, labels: { kubernetes.io/arch: amd64, kubevirt.io/schedulable: "true" } }
      status:
        nodeInfo: { architecture: amd64 }
        allocatable:
          devices.kubevirt.io/kvm: "1000"
          devices.kubevirt.io/tun: "1000"
          devices.kubevirt.io/vhost-net: "1000"
          nvidia.com/A2: "1"
      ---
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: train }
      spec:
        runStrategy: Always
        template:
          spec:
            architecture: amd64
            domain:
              memory: { guest: 8Gi }
              devices: { gpus: [{ name: gpu, deviceName: nvidia.com/A100 }] }
    `,
    output: `
      error PV450 VirtualMachine train at example.yaml:23:52, spec.template.spec.domain.devices.gpus[gpu].deviceName: no amd64 node that the VM may go to has nvidia.com/A100 (gpus of the VM).
        Its pod asks for the device, so kube-scheduler finds no node for it and it stays Pending for ever. Fix: add a node with nvidia.com/A100, or ask for a device that the nodes have: nvidia.com/A2.
    `,
  }),
};
