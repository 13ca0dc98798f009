import { groupOf } from '../../kube/identity';
import { type FindingRule, NOTHING_WRONG } from '../rule';

export const PV102: FindingRule = {
  code: 'PV102',
  severity: 'warning',
  title: 'architecture left to the cluster',
  page: () => ({
    meaning: 'A VM sets no architecture, and the default of the cluster is unknown.',
    impact:
      'KubeVirt writes its own default and a machine type into the object when it is created. Argo CD shows that ' +
      'as a permanent difference, and which architecture it is depends on the node where the operator first ran.',
    diagnosis:
      'Neither the nodes nor a KubeVirt with `defaultArchitecture` determine the default. For manifests it is ' +
      'reported only if the cluster is known to have several architectures.',
    mitigation:
      'Set `architecture`, set `defaultArchitecture` of the platform’s KubeVirt, or declare the nodes of the platform.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        virtualMachines:
        - { name: web, memory: 2Gi }
    `,
    output: `
      warning PV102 VirtualMachine web at polyvirt.yaml:7:5, spec.virtualMachines[web].architecture: the architecture is left to the cluster.
        KubeVirt writes its own default and a machine type into the object, which Argo CD shows as permanent drift. Fix: write architecture, or defaultArchitecture of the cluster’s KubeVirt.
    `,
  }),
  rule: (cluster) => ({
    instance: ({ object, namedArchitecture }) => {
      if (namedArchitecture !== undefined || !WRITTEN_INTO.includes(object.kind)) {
        return NOTHING_WRONG;
      }
      // On a cluster of which nothing is known, nearly always of one architecture, that is as it should be: only a platform
      // that could say it, and a cluster of several architectures, are asked.
      const isAsked = cluster.context.architectures !== undefined || cluster.architectures().length > 1;
      return !isAsked || groupOf(object.apiVersion) !== 'kubevirt.io'
        ? NOTHING_WRONG
        : [
            {
              code: 'PV102',
              severity: 'warning',
              path: 'architecture',
              what: 'the architecture is left to the cluster',
              why:
                'KubeVirt writes its own default and a machine type into the object, which Argo CD shows as ' +
                'permanent drift',
              fix: 'write architecture, or defaultArchitecture of the cluster’s KubeVirt',
              source: 'kubevirt pkg/defaults/defaults.go',
            },
          ];
    },
  }),
};

/** Kinds into which KubeVirt writes the architecture that it decided on. */
const WRITTEN_INTO = ['VirtualMachine', 'VirtualMachineInstance'];
