import type { FindingPage } from '../page';

export const PV515: FindingPage = {
  code: 'PV515',
  severity: 'error',
  title: 'nodes without the topology key of a spread',
  page: () => ({
    meaning:
      'The machines of a pool must be spread over the values of a label, and some eligible nodes do not have it.',
    impact:
      'Nodes without the label are in no topology domain, so no machine runs there. If no node has it, all ' +
      'machines stay Pending.',
    diagnosis: 'The finding names the nodes. `kubectl get nodes -L LABEL` shows the column.',
    mitigation: 'Label the nodes, or make the spread soft.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      cat > nodes.yaml <<'EOF'
      apiVersion: v1
      kind: Node
      metadata: { name: n1, labels: { kubernetes.io/arch: amd64, kubernetes.io/hostname: n1 } }
      EOF
      cat > pool.yaml <<'EOF'
      apiVersion: cluster.k8s.io/v1alpha1
      kind: MachineDeployment
      metadata: { name: workers, namespace: kube-system }
      spec:
        replicas: 3
        selector: { matchLabels: { machine: workers } }
        template:
          metadata: { labels: { machine: workers } }
          spec:
            metadata: { annotations: { cluster.x-k8s.io/cluster-namespace: cluster-a } }
            providerSpec:
              value:
                cloudProvider: kubevirt
                cloudProviderSpec:
                  topologySpreadConstraints:
                  - { maxSkew: "1", topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: DoNotSchedule }
                  virtualMachine:
                    template:
                      cpus: "2"
                      memory: 4Gi
                      primaryDisk: { size: 25Gi, storageClassName: fast, osImage: images/ubuntu }
                operatingSystem: ubuntu
            versions: { kubelet: 1.34.1 }
      EOF
      polyvirt check --machine-controller 1.66.2 --nodes nodes.yaml pool.yaml
    `,
    output: `
      error PV515 MachineDeployment kube-system/workers at pool.yaml:16:15, spec.template.spec.providerSpec.value.cloudProviderSpec.topologySpreadConstraints[0]: machines must be spread over topology.kubernetes.io/zone, which no node has.
        A node without the label is in no place: kube-scheduler finds no node for the machines, which stay Pending forever. Fix: label the nodes with topology.kubernetes.io/zone, or let the spread be soft.
    `,
  }),
};
