import { Size } from 'cdk8s';
import { NodePool, type NodePoolDeclaration } from '../../src/target/node-pool';
import { architecturesOf, checkNodePools, nodesOf } from '../../src/target/nodes';

const POOLS: NodePoolDeclaration[] = [
  { pool: 'control', architecture: 'amd64', role: 'control-plane' },
  { pool: 'arm', architecture: 'arm64' },
  { pool: 'arm-large', architecture: 'arm64' },
];

test('a pool is plain data', () => {
  expect(NodePool.of('arm', { architecture: 'arm64', count: 4, memory: Size.gibibytes(64) }).declaration).toEqual({
    pool: 'arm',
    architecture: 'arm64',
    count: 4,
    memory: '64Gi',
  });
});

test('architectures by role; unknown where the nodes are', () => {
  expect(architecturesOf(nodesOf(POOLS))).toEqual(['amd64', 'arm64']);
  expect(architecturesOf(nodesOf(POOLS), 'worker')).toEqual(['arm64']);
  expect(architecturesOf(undefined)).toBeUndefined();
});

test.each<[object, string[]]>([
  [{ pool: 'a', architecture: 'arm64', count: 0 }, []],
  [{ pool: 'a', architecture: 'arm46' }, ['PV101']],
  [{ pool: 'a' }, ['PV101']],
  [{ pool: 'A_1', architecture: 'arm64' }, ['PV002']],
  [{ pool: 'a', architecture: 'arm64', count: 1.5 }, ['PV003']],
  [{ pool: 'a', architecture: 'arm64', count: 1e9 }, ['PV003']],
  [{ pool: 'a', architecture: 'arm64', role: 'master' }, ['PV003']],
  [{ pool: 'a', architecture: 'arm64', memory: '64GB' }, ['PV001']],
])('%j gives %j', (pool, codes) => {
  expect(checkNodePools([pool as NodePoolDeclaration]).map(({ code }) => code)).toEqual(codes);
});

test('two pools of one name are rejected', () => {
  expect(checkNodePools([POOLS[1]!, POOLS[1]!])).toMatchObject([{ code: 'PV003', path: 'nodes[1]' }]);
});
