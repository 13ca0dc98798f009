import { LIVE_ROWS, withoutServerMade } from '../../../src/review/diff/noise-rows';
import { review } from '../../../src/review/review';

const OURS = 'example.org/ours';
const THEIRS = 'kubevirt.io/virtualMachineControllerFinalize';

/** A VM with these finalizers. */
const vm = (finalizers: readonly string[], more: object = {}) => ({
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: { name: 'web', namespace: 'shop', finalizers, ...more },
  spec: { runStrategy: 'Always', template: { spec: { domain: { devices: {} } } } },
});

const LIVE = { uid: '1', resourceVersion: '7' };

const pathsOf = (before: object, after: object) =>
  review([before] as never, [after] as never).changes.flatMap(({ fields }) => fields.map(({ path }) => path));

test('every row says who writes the field and where that was read', () => {
  expect(LIVE_ROWS.filter(({ by, source }) => by === '' || source === '')).toEqual([]);
});

test.each(LIVE_ROWS.flatMap(({ path, values }) => (path.at(-1) === 'finalizers' ? (values as string[]) : [])))(
  'the finalizer %s of a live object is no change',
  (finalizer) => {
    expect(pathsOf(vm([finalizer], LIVE), vm([]))).toEqual([]);
  },
);

test('a finalizer of a controller that a file has is the word of its author', () => {
  expect(pathsOf(vm([THEIRS]), vm([]))).toHaveLength(1);
  expect(withoutServerMade(vm([THEIRS, OURS], LIVE), vm([THEIRS]))).toEqual(vm([THEIRS, OURS], LIVE));
});

test('a finalizer of a person is told where it goes, beside one of a controller', () => {
  const [path, ...more] = pathsOf(vm([THEIRS, OURS], LIVE), vm([]));
  expect([path, more]).toEqual([expect.stringContaining('metadata.finalizers'), []]);
});

test('what a controller made goes with its owner, not with a file', () => {
  const owned = { ...LIVE, ownerReferences: [{ kind: 'VirtualMachinePool', name: 'pool', controller: true }] };
  expect(review([vm([], owned)], []).changes).toEqual([]);
  expect(review([vm([], LIVE)], []).changes).toHaveLength(1);
});
