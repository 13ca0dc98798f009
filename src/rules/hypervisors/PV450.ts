import type { FindingPage } from '../page';

export const PV450: FindingPage = {
  code: 'PV450',
  severity: 'error',
  title: 'device that no node has',
  page: () => ({
    meaning:
      'The pod of a VM requests a device (KVM, a GPU, a network function), or more of it than any single node ' +
      'has, and no eligible node of its architecture offers it.',
    impact:
      'kube-scheduler finds no node for the pod, which stays Pending forever. It is a warning if KubeVirt will ' +
      'offer the device through a `permittedHostDevices` that is not on the cluster yet.',
    diagnosis:
      '`polyvirt explain VirtualMachine/NAME` shows the devices of the pod and what requests each; `kubectl get ' +
      'nodes -o yaml` shows what nodes offer, under `status.allocatable`. Nodes of a declared pool offer ' +
      'KubeVirt’s devices and the `devices` of the pool; a pool without `devices` may have any. A pool that ' +
      'lists devices must also list `devices.kubevirt.io/mshv` if it has it. If the hypervisor of a VM comes ' +
      'from a policy, the device of the policy counts.',
    mitigation:
      'Add a node with the device, correct the name, or remove what requests it. If `devices.kubevirt.io/kvm` is ' +
      'missing, check virt-handler and the BIOS settings of the node.',
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
        Its pod asks for the device, so kube-scheduler finds no node for it and it stays Pending forever. Fix: add a node with nvidia.com/A100, or ask for a device that the nodes have: nvidia.com/A2.
    `,
  }),
};
