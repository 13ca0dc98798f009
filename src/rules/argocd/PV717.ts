import { edgeRepository } from '../example-parts';
import type { FindingPage } from '../page';

export const PV717: FindingPage = {
  code: 'PV717',
  severity: 'warning',
  title: 'repository that is slow to send',
  page: () => ({
    meaning:
      'For each render of each Application, Argo CD packs the repository and sends it to the plugin. This one is ' +
      'large.',
    impact: 'Sending counts towards the time limit of a render. With many Applications, repo-server does little else.',
    diagnosis: '`polyvirt argocd doctor` shows what is sent, and which folders no render reads.',
    mitigation:
      'Exclude those folders with `reposerver.plugin.tar.exclusions` if no other plugin needs them: patterns ' +
      'match from the root, and `*` stops at a slash. Or commit the output of `polyvirt synth` and do without ' +
      'the plugin.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      ${edgeRepository()}
      mkdir media && truncate -s 60000000 media/film.mp4
      polyvirt argocd doctor
    `,
    output: `
      warning PV717 reposerver.plugin.tar.exclusions: 2 files (60.0 MB) are sent to the plugin for each render of each Application.
        Sending counts towards the time limit of a render, for every Application. Fix: exclude media, which leaves 0.0 MB: "media;.git;node_modules;*/node_modules;*/*/node_modules;*/*/*/node_modules" in argocd-cmd-params-cm, where no other plugin needs them.
    `,
  }),
};
