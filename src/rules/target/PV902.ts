import type { FindingPage } from '../page';

export const PV902: FindingPage = {
  code: 'PV902',
  severity: 'error',
  title: 'not a version',
  page: () => ({
    meaning: 'A release in `target` is not `major.minor` or `major.minor.patch`.',
    impact: 'Everything in the manifests depends on the release.',
    diagnosis: '`latest`, `stable` and ranges are not allowed: the output must not change by itself.',
    mitigation: "Use the release that the cluster runs, for example `'1.9'`.",
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: latest }
        kubevirt: { defaultArchitecture: amd64 }
    `,
    output: `
      error PV902 at polyvirt.yaml:6:23, spec.target.kubevirt: "latest" is not a release of KubeVirt.
        Everything in the manifests depends on the release that the cluster runs. Fix: write it as major.minor, for example '1.9'.
    `,
  }),
};
