import type { FindingPage } from '../page';

export const PV514: FindingPage = {
  code: 'PV514',
  severity: 'error',
  title: 'fewer places than machines',
  page: () => ({
    meaning:
      'Machines of a pool must be in different places, and the nodes that the pool may use have fewer of these than ' +
      'the pool has machines, counting those that are there only while machines are replaced.',
    impact:
      'The machines that are left over wait; or the next change of the pool waits for ever, since old and new ' +
      'machines count alike. A hard spread, unlike a hard preset, lets machines share a place once each place has ' +
      'one: there it is a warning.',
    diagnosis:
      'The finding has both numbers. Nodes count that are for workloads, of the default architecture, and that the ' +
      'hard preset allows.',
    mitigation:
      'Add nodes, have fewer machines, let `maxUnavailable` be 1 so that old machines make room, or make the demand ' +
      'soft.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: plant }
      spec:
        target: { machineController: "1.54" }
        nodes: [{ pool: metal, architecture: amd64, count: 2 }]
        kubevirt: {}
        machines:
        - name: workers
          replicas: 3
          kubelet: "1.26.1"
          cpus: "2"
          memory: 4Gi
          primaryDisk: { size: 25Gi, storageClassName: fast, osImage: images/ubuntu }
          placement: { apart: [{ type: hard }] }
    `,
    output: `
      error PV514 MachineDeployment kube-system/workers at polyvirt.yaml:16:25, spec.machines[workers].placement.apart: 3 machines, 4 while they are replaced, must be in different places by kubernetes.io/hostname, of which there are 2.
        Some of the machines stay Pending for ever. Fix: have at least 4 places, fewer replicas, or maxUnavailable: 1 so that old machines make room; or let it be soft.
    `,
  }),
};
