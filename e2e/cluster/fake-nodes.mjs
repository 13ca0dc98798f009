// Nodes as an API server has them, made from what a platform declares.
const PLENTY = {
  cpu: '1000',
  memory: '4Ti',
  'ephemeral-storage': '4Ti',
  pods: '1000',
  'hugepages-2Mi': '1Ti',
  'hugepages-1Gi': '1Ti',
};
const DEVICES = ['kvm', 'tun', 'vhost-net', 'vhost-vsock', 'mshv', 'sev'].map((name) => `devices.kubevirt.io/${name}`);

/** What a pool does not say is there in plenty. */
export function nodesOf(declared) {
  return declared.map(({ name, architecture, labels, taints, unschedulable, allocatable }) => {
    const amounts = { ...PLENTY, ...Object.fromEntries(DEVICES.map((device) => [device, '1000'])), ...allocatable };
    return {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name, labels },
      spec: { ...(taints.length === 0 ? {} : { taints }), ...(unschedulable ? { unschedulable } : {}) },
      status: {
        allocatable: amounts,
        capacity: amounts,
        nodeInfo: { architecture },
        conditions: [{ type: 'Ready', status: 'True' }],
      },
    };
  });
}
