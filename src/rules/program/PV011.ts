import type { FindingPage } from '../page';

export const PV011: FindingPage = {
  code: 'PV011',
  severity: 'error',
  title: 'unreadable cdk8s.yaml',
  page: () => ({
    meaning: '`cdk8s.yaml` is not YAML, has no `app`, or its `app` names no `.ts` or `.js` file that exists.',
    impact: 'It is not known which program makes the manifests, so nothing is synthesized.',
    diagnosis:
      'The finding names line and column. polyvirt takes the last `.ts` or `.js` word of `app` as the program; it ' +
      'never runs the command itself.',
    mitigation: 'Correct `app`. Apps in other languages than TypeScript and JavaScript are not supported.',
  }),
  example: () => ({
    language: 'sh',
    text: `
      echo 'app: python main.py' > cdk8s.yaml
      polyvirt synth
    `,
    output: `
      error PV011 at cdk8s.yaml:1:6, app: app: "python main.py" names no .ts or .js file.
        Without it, it is not known which program makes the manifests. Fix: name the file that calls app.synth(), as in app: npx ts-node main.ts.
    `,
  }),
};
