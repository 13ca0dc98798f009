import type { FindingPage } from '../page';

export const PV034: FindingPage = {
  code: 'PV034',
  severity: 'error',
  title: 'unreadable file',
  page: () => ({
    meaning:
      'A file cannot be opened, is larger than 16 MiB (64 MiB for CRDs), is binary or not UTF-8, is a link that ' +
      'leads out of the folder, or is a socket, a device or a pipe without a writer. As a warning: a pipe, ' +
      'socket or device in a folder was skipped.',
    impact: 'It is not read, and nothing is written.',
    diagnosis: 'The finding names the file and the reason.',
    mitigation: 'Pass the right file, or split a large one into `clusters/*.yaml`.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      polyvirt check nowhere.yaml
    `,
    output: `
      error PV034 at nowhere.yaml: it cannot be read: it does not exist.
        Nothing can be read from it. Fix: correct the path.
    `,
  }),
};
