import type { FindingPage } from '../page';

export const PV803: FindingPage = {
  code: 'PV803',
  severity: 'error',
  title: 'circular dependency',
  page: () => ({
    meaning: 'The dependencies between constructs form a circle.',
    impact: 'No order of applying them satisfies all dependencies.',
    diagnosis: 'The finding shows the circle.',
    mitigation: 'Remove one of the calls of `addDependency()`.',
  }),
  example: () => ({
    language: 'ts',
    text: `
      // polyvirt synth
      import { ApiObject, App, Chart } from 'cdk8s';

      const app = new App();
      const chart = new Chart(app, 'edge');
      const first = new ApiObject(chart, 'first', { apiVersion: 'v1', kind: 'ConfigMap' });
      const second = new ApiObject(chart, 'second', { apiVersion: 'v1', kind: 'ConfigMap' });
      first.addDependency(second);
      second.addDependency(first);
      app.synth();
    `,
    output: `
      error PV803 at main.ts:6:15: these depend on each other: edge/first → edge/second → edge/first.
        No order of applying them satisfies all dependencies. Fix: remove one of the calls of addDependency() between them.
    `,
  }),
};
