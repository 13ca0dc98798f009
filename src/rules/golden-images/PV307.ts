import type { FindingPage } from '../page';

export const PV307: FindingPage = {
  code: 'PV307',
  severity: 'warning',
  title: 'architecture that SSP rejects',
  page: () => ({
    meaning: 'A workload or control-plane node has an architecture other than amd64, arm64 and s390x.',
    impact:
      'SSP rejects a cluster with such a node, whether images are imported per architecture or not. ' +
      'HyperConverged validates each of its own updates against SSP, so on OpenShift one ppc64le worker blocks ' +
      'every edit of the HyperConverged resource.',
    diagnosis: '`kubectl get nodes -L kubernetes.io/arch`.',
    mitigation:
      'Place workloads only on supported architectures, so that the node is not a workload node. A control-plane ' +
      'node cannot be excluded.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt check --hco 1.18
      apiVersion: hco.kubevirt.io/v1beta1
      kind: HyperConverged
      metadata: { name: kubevirt-hyperconverged, namespace: kubevirt-hyperconverged }
      spec: {}
      status:
        nodeInfo:
          controlPlaneArchitectures: [amd64]
          workloadsArchitectures: [amd64, ppc64le]
    `,
    output: `
      warning PV307 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged at example.yaml:5:7, spec.workloads.nodePlacement: there are nodes of the architecture ppc64le among workloads or control plane.
        SSP rejects a cluster with an unknown architecture, whether the switch is on or off; HyperConverged validates every change against SSP first, so all of them are rejected. Fix: leave workloads to amd64, arm64, s390x with a placement; the control plane has to be one of them.
    `,
  }),
};
