import { parseCdk8sConfig } from '../../../src/sources/program/find-app';

test.each<[string, object]>([
  ['app: npx ts-node charts/main.ts\n', { entry: 'charts/main.ts', output: 'dist' }],
  [
    'app: node --require ./hook.js lib/main.js --flag\noutput: rendered\n',
    { entry: 'lib/main.js', output: 'rendered' },
  ],
  ['app: "ts-node \'main.ts\'"\nimports: [k8s]\nlanguage: typescript', { entry: 'main.ts', output: 'dist' }],
])('%j is read as %j', (text, expected) => {
  expect(parseCdk8sConfig(text)).toEqual(expected);
});

test.each<[string, number, string]>([
  ['', 1, 'app'],
  ['language: typescript\napp: 7\n', 2, 'app'],
  ['language: python\napp: pipenv run main.py\n', 2, 'app'],
  ['app: main.ts\noutput: [a]\n', 2, 'output'],
  ['app: "main.ts\n', 2, ''],
  ['a: 1\na: 2\napp: main.ts', 2, ''],
  ['- app\n', 1, ''],
])('%j is rejected at line %i', (text, line, path) => {
  const result = parseCdk8sConfig(text);
  expect(result).toMatchObject({ findings: [{ code: 'PV011', line, ...(path === '' ? {} : { path }) }] });
});
