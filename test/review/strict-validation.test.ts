import { reviewOf, vm } from './pull-request';

const WRONG = vm('web').replace('        devices: {}', '        devices: {}\n        devises: {}');

test.each<{ what: string; before: string; after: string; effect: string }>([
  { what: 'brings', before: vm('web'), after: WRONG, effect: 'rejected' },
  { what: 'comes upon', before: WRONG, after: WRONG.replace('4Gi', '8Gi'), effect: 'rejected' },
  { what: 'takes away', before: WRONG, after: vm('web'), effect: 'restart-required' },
])('a change that $what an unknown field is $effect', async ({ before, after, effect }) => {
  const { told } = await reviewOf({ 'web.yaml': before }, { 'web.yaml': after });
  expect(told.changes.map((change) => change.effect)).toEqual([effect]);
});

test('the API server drops an unknown field where Argo CD is told not to validate', async () => {
  const lenient = (text: string) =>
    text.replace(
      'namespace: shop }',
      'namespace: shop, annotations: { argocd.argoproj.io/sync-options: Validate=false } }',
    );
  const { told } = await reviewOf({ 'web.yaml': lenient(vm('web')) }, { 'web.yaml': lenient(WRONG) });
  expect(told.changes.map((change) => change.effect)).toEqual(['restart-required']);
});
