import type { FindingPage } from '../page';

export const PV904: FindingPage = {
  code: 'PV904',
  severity: 'info',
  title: 'release newer than polyvirt’s data',
  page: () => ({
    meaning: 'The target is a release that came out after polyvirt’s data was collected.',
    impact: 'The manifests are written as for the newest known release; later changes are not taken into account.',
    diagnosis: '`polyvirt --version` prints the date of its data.',
    mitigation: 'Look for a newer polyvirt, or read the release notes of KubeVirt.',
  }),
  example: () => ({
    language: 'yaml',
    text: `
      # polyvirt synth
      apiVersion: polyvirt.io/v1
      kind: Platform
      metadata: { name: edge }
      spec:
        target: { kubevirt: '9.0' }
        kubevirt: { defaultArchitecture: amd64 }
    `,
    output: `
      info PV904 at polyvirt.yaml:6:23, spec.target.kubevirt: KubeVirt 9.0 is newer than 1.9, the last release that polyvirt knows (data as of 2026-08).
        The manifests are written for 1.9; later changes are not taken into account. Fix: look for a newer polyvirt, or compare with the release notes of upstream.
    `,
  }),
};
