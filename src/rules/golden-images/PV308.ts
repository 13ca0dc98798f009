import type { FindingPage } from '../page';

export const PV308: FindingPage = {
  code: 'PV308',
  severity: 'warning',
  title: 'golden images outside OpenShift',
  page: () => ({
    meaning: 'Golden images are declared, or imported per architecture, but the cluster is plain Kubernetes.',
    impact:
      'HyperConverged deploys SSP only on OpenShift and OKD. The templates stay in the resource and nothing ' +
      'reads them: no import, no data source, no alert.',
    diagnosis: '`kubectl get ssp -A` finds nothing.',
    mitigation: 'Use DataImportCrons of CDI, one per architecture, or remove the images.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { hco: "1.18" }
        distribution: kubernetes
        hyperConverged: {}
        goldenImages:
        - { name: corp, registry: { url: "docker://registry.example.com/corp:1" }, architectures: [amd64], size: 20Gi }
    `,
    output: `
      warning PV308 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged at polyvirt.yaml:8:19, spec.dataImportCronTemplates: golden images are declared, but the cluster is not OpenShift.
        HyperConverged deploys SSP on OpenShift and OKD only: nothing reads the templates, no data source appears, and no alert says so. Fix: write DataImportCrons of CDI instead, one for each architecture, or leave the images out.
    `,
  }),
};
