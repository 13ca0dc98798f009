import type { FindingPage } from '../page';

export const PV011: FindingPage = {
  code: 'PV011',
  severity: 'error',
  title: 'unreadable cdk8s.yaml',
  page: () => ({
    meaning:
      '`cdk8s.yaml` is not valid YAML, has no `app`, or its `app` does not name an existing `.ts` or `.js` file.',
    impact: 'polyvirt does not know which program to run, so nothing is synthesized.',
    diagnosis:
      'The finding names line and column. polyvirt uses the last `.ts` or `.js` word of `app` as the program; it ' +
      'never runs the command itself.',
    mitigation: 'Correct `app`. Only apps in TypeScript and JavaScript are supported.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      echo 'app: python main.py' > cdk8s.yaml
      polyvirt synth
    `,
    output: `
      error PV011 at cdk8s.yaml:1:6, app: app: "python main.py" names no .ts or .js file.
        Without it, polyvirt does not know which program to run. Fix: name the file that calls app.synth(), as in app: npx ts-node main.ts.
    `,
  }),
};
