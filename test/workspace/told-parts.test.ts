import { asCommon, isCommon } from '../../src/kube/common-part';
import type { KubeObject } from '../../src/kube/object';
import { PartTaker, PartTeller } from '../../src/workspace/told-parts';

const devices = asCommon({ disks: [{ name: 'os', disk: { bus: 'virtio' } }] });
const affinity = asCommon({ nodeAffinity: {} });
const instance = (more: object = {}) => ({
  architecture: 'amd64',
  affinity,
  domain: { devices, cpu: { cores: 1 } },
  ...more,
});

const machine = (name: string): KubeObject => ({
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: { name },
  spec: { runStrategy: 'Always', template: { metadata: {}, spec: instance() } },
});

/** Tells objects and takes them again, as JSON on the way. */
function pass(objects: readonly KubeObject[]) {
  const lines: string[] = [];
  const teller = new PartTeller((part) => lines.push(JSON.stringify({ part })));
  for (const object of objects) {
    lines.push(JSON.stringify(teller.told(object) ?? { object }));
  }
  const taker = new PartTaker();
  const taken = lines.flatMap((line) => {
    const { part, object, parts } = JSON.parse(line);
    if (part !== undefined) {
      taker.take(part);
      return [];
    }
    return [parts === undefined ? object : taker.whole(object, parts)];
  });
  return { lines, taken };
}

test('machines arrive whole, and what they have in common is told once and is one object', () => {
  const objects = [machine('a'), machine('b'), machine('c')];
  const { lines, taken } = pass(objects);
  expect(taken).toEqual(objects);
  expect(lines.filter((line) => line.includes('virtio'))).toHaveLength(1);
  const [first, second] = taken.map(({ spec }) => spec.template.spec.domain.devices);
  expect(first).toBe(second);
  expect(isCommon(first)).toBe(true);
  expect(isCommon(taken[0].spec.template.spec.domain.cpu)).toBe(false);
});

test('an instance of its own has parts too', () => {
  const object = { ...machine('a'), kind: 'VirtualMachineInstance', spec: instance() };
  const { lines, taken } = pass([object, object]);
  expect(taken).toEqual([object, object]);
  expect(lines.filter((line) => line.includes('virtio'))).toHaveLength(1);
});

test.each([
  ['another kind', { ...machine('a'), kind: 'Secret' }],
  ['a machine without a spec', { ...machine('a'), spec: undefined }],
  ['a machine whose template is a text', { ...machine('a'), spec: { template: 'a' } }],
  ['a machine without a domain', { ...machine('a'), spec: { template: { spec: { affinity } } } }],
  ['a machine that writes itself', { ...machine('a'), spec: { toJSON: () => 'a' } }],
])('%s arrives as JSON would have it', (_, object) => {
  expect(pass([object as KubeObject]).taken).toEqual([JSON.parse(JSON.stringify(object))]);
});

test('the sender’s object stays as it was', () => {
  const object = machine('a');
  pass([object, machine('b')]);
  expect(object).toEqual(machine('a'));
});

test('of too many parts the rest is told with its machine', () => {
  const many = Array.from(
    { length: 10_010 },
    (_, i): KubeObject => ({
      ...machine('a'),
      spec: { template: { spec: { affinity: asCommon({ i }), domain: {} } } },
    }),
  );
  const { lines, taken } = pass(many);
  expect(taken).toEqual(many);
  expect(lines.filter((line) => line.startsWith('{"part"'))).toHaveLength(10_000);
});
