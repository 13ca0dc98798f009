import type { FindingPage } from '../page';

export const PV613: FindingPage = {
  code: 'PV613',
  severity: 'info',
  title: 'lost spread over hosts',
  page: () => ({
    meaning: 'A pool has spread constraints, but none for hosts.',
    impact:
      'The controller spreads machines over hosts by default, but only if there are no constraints: the two are ' +
      'not merged. All machines of a zone may then run on one host and fail with it.',
    diagnosis: '`polyvirt explain MachineDeployment/NAME` shows the constraints of the machines.',
    mitigation:
      'Add a soft constraint for `kubernetes.io/hostname`, or keep it as it is on purpose. Either change ' +
      'replaces the machines once.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: plant }
      spec:
        target: { machineController: "1.66.2" }
        machines:
        - name: workers
          kubelet: "1.34.1"
          cpus: "2"
          memory: 4Gi
          infraNamespace: cluster-a
          primaryDisk: { size: 25Gi, storageClassName: fast, osImage: images/ubuntu }
          placement: { spread: [{ type: hard, topologyKey: topology.kubernetes.io/zone }] }
    `,
    output: `
      info PV613 MachineDeployment kube-system/workers at polyvirt.yaml:14:26, spec.machines[workers].placement.spread: machines are spread over topology.kubernetes.io/zone, but no longer over hosts.
        The controller spreads machines over hosts only if there are no constraints: all machines of one zone may share a host. Fix: add a constraint for kubernetes.io/hostname with ScheduleAnyway, or leave it so on purpose.
    `,
  }),
};
