import * as fc from 'fast-check';
import type { KubeObject } from '../../src/kube/object';
import { validateObject } from '../../src/schema/validate';

const KINDS: [apiVersion: string, kind: string][] = [
  ['kubevirt.io/v1', 'VirtualMachine'],
  ['kubevirt.io/v1', 'KubeVirt'],
  ['instancetype.kubevirt.io/v1beta1', 'VirtualMachineClusterPreference'],
  ['pool.kubevirt.io/v1beta1', 'VirtualMachinePool'],
  ['cdi.kubevirt.io/v1beta1', 'DataVolume'],
  ['hco.kubevirt.io/v1beta1', 'HyperConverged'],
];

const TARGETS = [{ kubevirt: '1.3', hco: '1.14' }, { kubevirt: '1.9' }, { kubevirt: '', cdi: 'x', hco: '99.9' }];

/** Random JSON under the names of real fields, so that it gets somewhere. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 7 }, fc.jsonValue(), fc.array(tie('value'), { maxLength: 3 }), tie('map')),
  map: fc.dictionary(
    fc.constantFrom(
      ...['spec', 'template', 'domain', 'devices', 'disks', 'name', 'disk', 'volumes', 'labels', 'metadata', 'source'],
      ...['configuration', 'cpu', 'memory', 'cloudInitNoCloud', 'userData', '__proto__', 'constructor', 'toString', ''],
    ),
    tie('value'),
    { maxKeys: 5 },
  ),
}));

test('nothing that JSON can say makes it throw', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...KINDS),
      value,
      value,
      fc.constantFrom(...TARGETS),
      (kind, spec, metadata, target) => {
        const object = { apiVersion: kind[0], kind: kind[1], metadata, spec };
        for (const finding of validateObject(object as KubeObject, target)) {
          expect(finding).toMatchObject({ code: expect.stringMatching(/^PV04\d$/), path: expect.any(String) });
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test.each<[unknown]>([[null], [undefined], [1], ['text'], [[]], [{}], [{ apiVersion: 1, kind: null }]])(
  '%j is no object, and gives no finding',
  (object) => {
    expect(validateObject(object as KubeObject, { kubevirt: '1.9' })).toEqual([]);
  },
);

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) {
    value = wrap(value);
  }
  return value;
}

test.each<[string, (inner: unknown) => unknown]>([
  ['lists', (inner) => [inner]],
  ['maps', (inner) => ({ spec: inner })],
])('%s a hundred thousand deep are one finding', (_, wrap) => {
  const object = { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', metadata: { name: 'x' }, spec: nested(1e5, wrap) };
  expect(validateObject(object, { kubevirt: '1.9' })).toHaveLength(1);
});

test('every one of many mistakes is said', () => {
  const disks = Array.from({ length: 5000 }, () => ({ name: 'twin', nope: 1 }));
  const spec = { template: { spec: { domain: { devices: { disks } } } } };
  const object = { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', metadata: { name: 'x' }, spec };
  expect(validateObject(object, { kubevirt: '1.9' })).toHaveLength(5001);
});

test('a big map of strange fields is not searched for what was meant', () => {
  const strange = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field${i}${'x'.repeat(100)}`, i]));
  const object = { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', metadata: { name: 'x' }, spec: strange };
  const findings = validateObject(object, { kubevirt: '1.9' });
  expect(findings).toHaveLength(5000);
  expect(Math.max(...findings.map(({ path }) => path!.length))).toBeLessThan(100);
});
