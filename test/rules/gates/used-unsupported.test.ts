import { checkObjects } from '../../../src/cluster/judge/apply-rules';
import type { KubeObject } from '../../../src/kube/object';
import { resolveTarget } from '../../../src/target/target';
import '../../../src/in-node';

const KUBEVIRT: KubeObject = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'KubeVirt',
  metadata: { name: 'kubevirt', namespace: 'kubevirt' },
  spec: { configuration: { developerConfiguration: { featureGates: ['CPUManager'] } } },
};

const vm = (architecture: string, cpu: object): KubeObject => ({
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: { name: 'web', namespace: 'shop' },
  spec: { template: { spec: { architecture, domain: { cpu, memory: { guest: '1Gi' }, devices: {} } } } },
});

const DEDICATED = { cores: 2, dedicatedCpuPlacement: true };

function said(objects: readonly KubeObject[], existing: readonly KubeObject[]): string[] {
  const { target } = resolveTarget({ kubevirt: '1.9' });
  return checkObjects(objects, { target, existing, architectures: ['amd64', 's390x'] })
    .filter(({ code }) => code === 'PV210')
    .map(({ object, path, what }) => `${object?.kind} ${path}: ${what}`);
}

test('a guest that uses a gate which its architecture lacks is named where its KubeVirt is only consulted', () => {
  expect(said([vm('s390x', DEDICATED)], [KUBEVIRT])).toEqual([
    'VirtualMachine spec.template.spec.architecture: the guest uses CPUManager, which is unsupported on s390x',
  ]);
});

test('a KubeVirt that is judged has the finding', () => {
  expect(said([KUBEVIRT, vm('s390x', DEDICATED)], [])).toEqual([
    expect.stringMatching(/^KubeVirt .*CPUManager is unsupported on s390x \(concerned: shop\/web\)$/),
  ]);
});

test.each([
  ['on an architecture that has it', [vm('amd64', DEDICATED)], [KUBEVIRT]],
  ['that does not use it', [vm('s390x', { cores: 2 })], [KUBEVIRT]],
  ['of a cluster that does not list it', [vm('s390x', DEDICATED)], [{ ...KUBEVIRT, spec: {} }]],
] as const)('nothing is said of a guest %s', (_, objects, existing) => {
  expect(said(objects, existing)).toEqual([]);
});
