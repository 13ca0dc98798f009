import type { FindingPage } from '../page';

export const PV412: FindingPage = {
  code: 'PV412',
  severity: 'warning',
  title: 'realisation with open questions',
  page: () => ({
    meaning:
      'A realisation can work, but something is open: whether a guest boots from the launcher image, whether an ' +
      'administrator turned on a feature, how much memory it really needs, or whether the API has the field at ' +
      'all.',
    impact: 'See the finding.',
    diagnosis: 'The finding names the realisation and what it depends on.',
    mitigation:
      'Run `deploy/launcher-conformance.sh` on the image, try one VM first, and turn on what the finding names. ' +
      'A driver other than QEMU needs the launcher of its vendor: KubeVirt’s own binary connects to QEMU and ' +
      'starts virtqemud, whatever the pod and the domain say.',
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
        kubevirt: {}
        hypervisors:
        - { name: cloud-hypervisor, realisation: proposal }
        virtualMachines:
        - { name: web, architecture: amd64, memory: 2Gi, hypervisor: cloud-hypervisor }
    `,
    output: `
      warning PV412 at polyvirt.yaml:9:44, spec.hypervisors[cloud-hypervisor].realisation: no released KubeVirt has the field hypervisor of cloud-hypervisor’s VMs.
        The API server prunes or rejects it unless your build of KubeVirt has it in its CRD. Fix: apply it to a cluster with such a build only.
    `,
  }),
};
