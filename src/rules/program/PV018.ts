import type { FindingPage } from '../page';

export const PV018: FindingPage = {
  code: 'PV018',
  severity: 'error',
  title: 'output folder cannot be written',
  page: () => ({
    meaning:
      'A system call failed while the manifests were written, a file is in the way that polyvirt did not write, or a ' +
      'link leads out of the folder that is written to. Of `check --fix`: the change cannot be made in the text, or ' +
      'would not take the finding away, or would bring another alert.',
    impact:
      'The old manifests stay whole: new ones are written beside them and take their place only when all of them are ' +
      'there.',
    diagnosis:
      'The finding names the folder or file and the reason: no permission, a full disk, a path that leads through a ' +
      'file. Files of polyvirt’s begin with `# Written by polyvirt`.',
    mitigation: 'Make room, correct the permissions, move the file away, or write somewhere else with `--output`.',
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
