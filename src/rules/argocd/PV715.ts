import { edgeRepository } from '../example-parts';
import type { FindingPage } from '../page';

export const PV715: FindingPage = {
  code: 'PV715',
  severity: 'warning',
  title: 'more manifests in a folder than Argo CD reads',
  page: () => ({
    meaning: 'The files of one cluster are together larger than Argo CD reads from one folder: 10 MB by default.',
    impact: 'The Application shows an error instead of its objects, and no change reaches the cluster.',
    diagnosis: '`polyvirt synth` and `polyvirt argocd doctor` name the folder and its size.',
    mitigation:
      'Split the cluster into several platforms with an Application each, or raise ' +
      '`reposerver.max.combined.directory.manifests.size` in `argocd-cmd-params-cm`.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      ${edgeRepository()}
      mkdir -p dist/edge/shop && truncate -s 11000000 dist/edge/shop/configmap-large.yaml
      polyvirt argocd doctor
    `,
    output: `
      warning PV715 edge: its manifests are 11.0 MB.
        Argo CD reads at most 10 MB of one folder by default, and shows an error instead of the Application. Fix: divide the cluster into several platforms, or raise reposerver.max.combined.directory.manifests.size in argocd-cmd-params-cm.
    `,
  }),
};
