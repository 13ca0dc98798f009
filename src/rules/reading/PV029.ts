import type { FindingPage } from '../page';

export const PV029: FindingPage = {
  code: 'PV029',
  severity: 'error',
  title: 'not judged',
  page: () => ({
    meaning:
      'Some objects of a cluster come from something that has to be rendered first and was not: a kustomization, ' +
      'a Helm chart or its values, a template, a program, an Application for a chart, a missing submodule or Git ' +
      'LFS file. In `polyvirt review` it differs between the two sides; in `polyvirt check` there was nothing ' +
      'else to judge.',
    impact:
      '"Nothing changes" or "no findings" would be a guess, because the objects that reach the cluster have not ' +
      'been seen.',
    diagnosis:
      'The finding names the file or folder and the files in it that differ. Anything that is equal on both ' +
      'sides is only mentioned in the report.',
    mitigation:
      'Render both sides (`kustomize build`, `helm template`) and review the results; `--dir` limits a review to ' +
      'one folder.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      mkdir -p overlay
      echo 'namePrefix: edge-' > overlay/kustomization.yaml
      polyvirt check overlay
    `,
    output: `
      error PV029 at overlay/kustomization.yaml: nothing was judged: overlay/kustomization.yaml: a kustomization, which is not built here.
        It is unknown which objects reach the cluster, so they cannot be judged. Fix: build it and judge what it prints, of both sides for a review: kustomize build overlay | polyvirt check -.
    `,
  }),
};
