import type { FindingPage } from '../page';

export const PV029: FindingPage = {
  code: 'PV029',
  severity: 'error',
  title: 'not judged',
  page: () => ({
    meaning:
      'Something that objects of a cluster come from would have to be rendered first, and was not: a kustomization, ' +
      'a Helm chart or its values, a template, a program, an Application of a chart, a submodule or a file of Git ' +
      'LFS that is not there. For `polyvirt review` it differs between the two sides; for `polyvirt check` there was ' +
      'nothing else to judge.',
    impact: '"Nothing changes" and "no findings" would be guesses: what reaches the cluster has not been seen.',
    diagnosis:
      'The finding names the file or folder, and which of its files differ. What is the same on both sides is named ' +
      'in the report and no finding.',
    mitigation:
      'Render both sides and review what that gives, as `kustomize build` and `helm template` print it; `--dir` ' +
      'narrows a review to a folder.',
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
        What the cluster gets is not known, so nothing can be said of it. Fix: build it and judge what it prints, of both sides for a review: kustomize build overlay | polyvirt check -.
    `,
  }),
};
