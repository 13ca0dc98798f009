import type { FindingPage } from '../page';

export const PV039: FindingPage = {
  code: 'PV039',
  severity: 'error',
  title: 'baseline that cannot be used',
  page: () => ({
    meaning: 'The file that `--baseline` names does not exist, or is something else.',
    impact: 'Nothing is judged: whether a finding is known cannot be said.',
    diagnosis: 'A baseline is a JSON file that `polyvirt check --baseline FILE --write-baseline` wrote.',
    mitigation: 'Write it anew, look at what it holds, and commit it.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      echo '[]' > known.json
      polyvirt check --baseline known.json known.json
    `,
    output: `
      error PV039 at known.json: it is not a baseline.
        Nothing would be known, or everything. Fix: write it anew with --write-baseline.
    `,
  }),
};
