import type { FindingPage } from '../page';

export const PV514: FindingPage = {
  code: 'PV514',
  severity: 'error',
  title: 'fewer topology domains than machines',
  page: () => ({
    meaning:
      'The machines of a pool must be in different topology domains, and the eligible nodes have fewer domains ' +
      'than the pool has machines, including the extra machines of a rolling update.',
    impact:
      'The surplus machines wait, or the next rolling update waits forever because old and new machines count ' +
      'alike. A hard spread constraint, unlike a hard preset, lets machines share a domain once each domain has ' +
      'one: there it is a warning.',
    diagnosis:
      'The finding has both numbers. It counts workload nodes of the default architecture that the hard preset allows.',
    mitigation:
      'Add nodes, reduce the replicas, set `maxUnavailable` to 1 so that old machines make room, or make the ' +
      'rule soft.',
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
      error PV514 MachineDeployment kube-system/workers at polyvirt.yaml:16:25, spec.machines[workers].placement.apart: 3 machines (4 during a rolling update) must be in different topology domains of kubernetes.io/hostname, but there are only 2.
        Some of the machines stay Pending forever. Fix: have at least 4 places, fewer replicas, or maxUnavailable: 1 so that old machines make room; or let it be soft.
    `,
  }),
};
