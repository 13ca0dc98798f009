import type { Architecture } from '../../src/architectures/facts';
import { checkObjects } from '../../src/cluster/judge/apply-rules';
import type { KubeObject } from '../../src/kube/object';
import type { KubeVirtDeclaration } from '../../src/model/kubevirt';
import { findingsOfPlatform, linesOf } from '../declared';
import { node } from '../node';
import { kubevirtObject, vmObject } from '../objects';

const MIXED: Architecture[] = ['amd64', 'arm64'];
const poolsOf = (architectures: readonly Architecture[]) =>
  architectures.map((architecture) => ({ pool: architecture, architecture }));

test.each<[object, string, Architecture[] | undefined, string[]]>([
  [{}, '1.9', undefined, []],
  [{}, '1.9', MIXED, ['PV103 defaultArchitecture']],
  [{ defaultArchitecture: 'arm64' }, '1.9', MIXED, []],
  [{}, '1.9', ['arm64'], []],
  [{ defaultArchitecture: 'armv7' }, '1.9', undefined, ['PV101 defaultArchitecture']],
  [{ infra: { architecture: 'x86_64' } }, '1.9', undefined, ['PV101 infra.architecture']],
  [{ architectureConfiguration: { s390x: {} } }, '1.6', undefined, ['PV104 architectureConfiguration.s390x']],
  [{ architectureConfiguration: { s390x: {} } }, '1.7', undefined, []],
  [{ architectureConfiguration: { arm46: {} } }, '1.9', undefined, ['PV101 architectureConfiguration.arm46']],
  [{ architectureConfiguration: { arm64: { emulatedMachines: ['virt*'] } } }, '1.9', undefined, []],
  [{ defaultArchitecture: 's390x' }, '1.9', MIXED, ['PV107 defaultArchitecture']],
  [{ workloads: { replicas: 2 } }, '1.9', undefined, ['PV003 workloads.replicas']],
  [{ workloads: { nodeSelector: { 'a b': 'c' } } }, '1.9', undefined, ['PV512 workloads.nodeSelector["a b"]']],
  [
    { infra: { placement: { soft: [{ key: 'z', weight: 200 }] } } },
    '1.9',
    undefined,
    ['PV512 infra.placement.soft[0].weight'],
  ],
  [
    { infra: { placement: { hard: [{ key: 'a' }, { key: 'b', values: ['-'] }] } } },
    '1.9',
    undefined,
    ['PV512 infra.placement.hard[1]'],
  ],
  [{ workloads: { placement: { soft: [{ key: 'z' }] } } }, '1.9', undefined, ['PV511 workloads.placement.soft[0]']],
  [
    { infra: { placement: { hard: [{ key: 'z', zones: ['a'] }] } } },
    '1.9',
    undefined,
    ['PV512 infra.placement.hard[0]'],
  ],
  [
    { infra: { placement: { hard: [{ zones: ['a'] }, { key: 'y' }, { zones: ['b'] }] } } },
    '1.9',
    undefined,
    ['PV513 infra.placement.hard[2]'],
  ],
])('%j on KubeVirt %s with %j gives %j', (declaration, kubevirt, nodes, expected) => {
  const found = findingsOfPlatform({
    target: { kubevirt },
    kubevirt: declaration as KubeVirtDeclaration,
    ...(nodes === undefined ? {} : { nodes: poolsOf(nodes) }),
  });
  expect(linesOf(found)).toEqual(expected);
});

test.each<[object, string, string]>([
  [{ featureGates: ['HostDisk', 'MultiArchitecture'] }, '1.8', 'PV201 featureGates[1]'],
  [{ disabledFeatureGates: ['Snapshot'] }, '1.7', 'PV201 disabledFeatureGates[0]'],
])('%j on KubeVirt %s is left out, and said: %s', (declaration, kubevirt, expected) => {
  const found = findingsOfPlatform({ target: { kubevirt }, kubevirt: declaration as KubeVirtDeclaration });
  expect(found.map(({ code, path }) => `${code} ${path}`)).toEqual([expected]);
});

const kubevirtWith = (architectureConfiguration: object, status: object = {}, rest: object = {}): KubeObject =>
  kubevirtObject({ configuration: { architectureConfiguration }, ...rest }, { status });
const NODES = [node({ pool: 'a', architecture: 'amd64' }), node({ pool: 'b', architecture: 'arm64' })];
const vm = (architecture: string): KubeObject =>
  vmObject(
    { architecture, domain: { memory: { guest: '1Gi' }, devices: {} } },
    { metadata: { name: architecture, namespace: 'shop' }, runStrategy: 'Halted' },
  );

test.each<[string, KubeObject[], { nodes?: typeof NODES }, string[]]>([
  ['mixed nodes', [kubevirtWith({})], { nodes: NODES }, ['PV103 error']],
  ['VMs of two architectures', [kubevirtWith({}), vm('amd64'), vm('arm64')], {}, ['PV103 warning']],
  ['a cluster that has decided', [kubevirtWith({}, { defaultArchitecture: 'amd64' })], { nodes: NODES }, []],
  ['a default of another name', [kubevirtWith({ defaultArchitecture: 'aarch64' })], {}, ['PV101 error']],
])('in a manifest: %s', (_name, objects, context, expected) => {
  const found = checkObjects(objects, { target: { kubevirt: '1.9' }, ...context });
  expect(found.map(({ code, severity }) => `${code} ${severity}`)).toEqual(expected);
});

test('nodes of other architectures may be in a list, but not by other names', () => {
  const listed = (...values: string[]) => ({
    nodePlacement: {
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'kubernetes.io/arch', operator: 'In', values }] }],
          },
        },
      },
    },
  });
  const found = (...values: string[]) =>
    checkObjects([kubevirtWith({}, {}, { workloads: listed(...values) })], { target: { kubevirt: '1.9' } }).map(
      ({ code, what }) => `${code} ${what.split(' ')[0]}`,
    );
  expect(found('amd64', 'ppc64le')).toEqual([]);
  expect(found('amd64', 'aarch64')).toEqual(['PV101 "aarch64"']);
  expect(found('ppc64le')).toEqual(['PV101 "ppc64le"']);
});
