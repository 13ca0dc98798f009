import { edgeRepository } from '../example-parts';
import type { FindingPage } from '../page';

export const PV716: FindingPage = {
  code: 'PV716',
  severity: 'error',
  title: 'output that matches no commit',
  page: () => ({
    meaning: '`polyvirt synth --hydrate` records which commit was rendered, but the files do not match a commit.',
    impact:
      'Nothing is written. The metadata would name a commit that renders to something else, and a promotion ' +
      'would promote that.',
    diagnosis: '`git status` shows the same files.',
    mitigation: 'Commit first, or write without `--hydrate`.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      ${edgeRepository()}
      polyvirt synth --hydrate
    `,
    output: `
      error PV716 --hydrate: this is not in a commit of git.
        The metadata names the commit that was rendered, and a promotion of the output by it would promote something else. Fix: commit it first.
    `,
  }),
};
