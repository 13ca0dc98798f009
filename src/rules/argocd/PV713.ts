import type { FindingPage } from '../page';

export const PV713: FindingPage = {
  code: 'PV713',
  severity: 'error',
  title: 'Application that Argo CD rejects',
  page: () => ({
    meaning:
      'An Application or the destination of a platform names no cluster or two, or a folder that is not in the ' +
      'repository.',
    impact: 'Argo CD shows an error on the Application, and nothing reaches the cluster.',
    diagnosis: 'The finding names the part. `argocd cluster list` shows the names and addresses that Argo CD knows.',
    mitigation: 'Set either `name` or `server` in `destination`; write folders relative to the root of the repository.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: '1.9' }
        argocd: { destination: { namespace: shop } }
        virtualMachines:
          - name: web
            architecture: amd64
            memory: 2Gi
            disks: [{ name: os, containerDisk: { image: 'quay.io/containerdisks/fedora:42' } }]
    `,
    output: `
      error PV713 at polyvirt.yaml:7:26, spec.argocd.destination: it has neither name nor server.
        Argo CD rejects the Application, and nothing reaches the cluster. Fix: say the name of the cluster in Argo CD.
    `,
  }),
};
