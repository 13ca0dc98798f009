import type { FindingPage } from '../page';

export const PV039: FindingPage = {
  code: 'PV039',
  severity: 'error',
  title: 'unusable baseline',
  page: () => ({
    meaning: 'The file passed to `--baseline` does not exist or is not a baseline.',
    impact: 'Nothing is judged, because known and new findings cannot be told apart.',
    diagnosis: 'A baseline is a JSON file written by `polyvirt check --baseline FILE --write-baseline`.',
    mitigation: 'Write it again, review its content, and commit it.',
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
