import type { FindingPage } from '../page';

export const PV010: FindingPage = {
  code: 'PV010',
  severity: 'error',
  title: 'no app in the folder',
  page: () => ({
    meaning: 'There is no `polyvirt.yaml` and no `cdk8s.yaml` in the folder that `polyvirt synth` was called for.',
    impact: 'Nothing is synthesized.',
    diagnosis: 'The finding names the folder.',
    mitigation: 'Pass the right folder, or create a platform with `polyvirt init`.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      mkdir empty
      polyvirt synth empty
    `,
    output: `
      error PV010: there is neither polyvirt.yaml nor cdk8s.yaml in empty.
        A platform is described by a platform file, or by the app that cdk8s.yaml names. Fix: name the folder of a platform, or begin one with polyvirt init; for manifests of your own name the files, as in polyvirt check manifests/.
    `,
  }),
};
