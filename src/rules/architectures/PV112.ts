import type { FindingPage } from '../page';

export const PV112: FindingPage = {
  code: 'PV112',
  severity: 'info',
  title: 'instance type or preference not at hand',
  page: () => ({
    meaning:
      'A machine names an instance type or a preference that is neither among the objects nor in the snapshot of the ' +
      'cluster, or one that the cluster infers from a volume.',
    impact: 'None by itself. What it would set is not judged, so that a finding may be missing.',
    diagnosis: 'Those that KubeVirt brings along are on the cluster: `kubectl get virtualmachineclusterinstancetypes`.',
    mitigation:
      'Give their file to the same run, or a snapshot: `kubectl get ' +
      'nodes,kubevirt,virtualmachineclusterinstancetypes,virtualmachineclusterpreferences -A -o yaml > cluster.yaml` ' +
      'and `--cluster cluster.yaml`.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --kubevirt 1.9
      apiVersion: kubevirt.io/v1
      kind: VirtualMachine
      metadata: { name: web, namespace: shop }
      spec:
        runStrategy: Always
        instancetype: { name: u1.medium }
        template:
          spec:
            domain:
              devices: {}
    `,
    output: `
      info PV112 VirtualMachine shop/web at example.yaml:7:17, spec.instancetype: VirtualMachineClusterInstancetype u1.medium is not at hand.
        What it sets is not judged: CPUs, memory, devices, node selectors. Fix: name the file that it is in too, or a snapshot of the cluster with --cluster.
    `,
  }),
};
