import type { FindingPage } from '../page';

export const PV018: FindingPage = {
  code: 'PV018',
  severity: 'error',
  title: 'cannot write the output',
  page: () => ({
    meaning:
      'A system call failed while writing the manifests, a file that polyvirt did not write is in the way, or a ' +
      'link leads out of the output folder. With `check --fix`: the change cannot be made in the text, would not ' +
      'resolve the finding, or would cause another alert.',
    impact:
      'The old manifests stay intact: new ones are written next to them and replace them only when all are complete.',
    diagnosis:
      'The finding names the file or folder and the reason: no permission, a full disk, a path that goes through ' +
      'a file. Files written by polyvirt begin with `# Written by polyvirt`.',
    mitigation:
      'Free disk space, correct the permissions, move the file away, or write to another folder with `--output`.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      polyvirt init site
      touch site/dist
      polyvirt synth site
    `,
    output: `
      error PV018 at site/dist: the output cannot be written: a part of the path is a file.
        Nothing was changed: the files that were there are still whole. Fix: make room or correct the permissions, or write to another folder with --output.
    `,
  }),
};
