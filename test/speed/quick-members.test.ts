import { fillOf, setFill, type TextPlace } from '../../src/cluster/fill';
import { quickFill } from '../../src/speed/quick-members';

const OBJECT = {
  kind: 'VirtualMachine',
  metadata: { name: 'x', labels: { 'app"': 'x', 'line\nbreak': 'one' }, annotations: {} },
  spec: { disks: [{ name: 'os', serial: 'x' }, { name: 'data' }, 3, null], 7: 'seven' },
};
const PLACES: readonly TextPlace[] = [
  ['metadata', 'name'],
  ['metadata', 'labels', 'app"'],
  ['spec', 'disks', 0, 'serial'],
];

afterEach(() => setFill(undefined));

test.each([[['a', 'b', 'c']], [['`$', "'\\", 't[0]']]])('members of %j are the same as key by key', (texts) => {
  const slow = fillOf(OBJECT, PLACES)(texts);
  setFill(quickFill);
  const quick = fillOf(OBJECT, PLACES);
  expect(JSON.stringify(quick(texts))).toBe(JSON.stringify(slow));
  expect(quick(texts)).toMatchObject({
    metadata: { name: texts[0] },
    spec: { disks: [{ serial: texts[2] }, {}, 3, null] },
  });
});

test('what members have in common they share', () => {
  setFill(quickFill);
  const made = fillOf(OBJECT, PLACES)(['a', 'b', 'c']) as typeof OBJECT;
  expect(made.metadata.annotations).toBe(OBJECT.metadata.annotations);
  expect(made.spec.disks[1]).toBe(OBJECT.spec.disks[1]);
});
