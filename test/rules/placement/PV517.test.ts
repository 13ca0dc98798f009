import { check, type KubeObject } from '../../../src/index';
import { kubevirtObject, vmObject } from '../../objects';

const BRIDGE = {
  architecture: 'amd64',
  domain: { devices: { interfaces: [{ name: 'default', bridge: {} }] }, memory: { guest: '1Gi' } },
  networks: [{ name: 'default', pod: {} }],
};
const NO_NETWORK = { architecture: 'amd64', domain: { devices: {}, memory: { guest: '1Gi' } } };
const MOVES = { evictionStrategy: 'LiveMigrate' };

function said(spec: object, ...existing: KubeObject[]): string[] {
  return check([vmObject(spec)], { target: { kubevirt: '1.9' }, existing })
    .filter(({ code }) => code === 'PV517')
    .map(({ severity, path }) => `${severity} ${path}`);
}

const AT = 'spec.template.spec.evictionStrategy';
const cluster = (configuration: object) => kubevirtObject({ configuration });
const claim = (mode: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'os', namespace: 'shop' },
  spec: { accessModes: [mode] },
});
const DISK = {
  ...MOVES,
  architecture: 'amd64',
  domain: {
    devices: { interfaces: [{ name: 'default', masquerade: {} }], disks: [{ name: 'os', disk: {} }] },
    memory: { guest: '1Gi' },
  },
  networks: [{ name: 'default', pod: {} }],
  volumes: [{ name: 'os', persistentVolumeClaim: { claimName: 'os' } }],
};

test.each<[string, object, readonly KubeObject[], readonly string[]]>([
  ['a bridge, by its own strategy', { ...MOVES, ...BRIDGE }, [], [`warning ${AT}`]],
  ['a bridge, by the strategy of the cluster', BRIDGE, [cluster(MOVES)], [`info ${AT}`]],
  ['a bridge that is shut down instead', { ...BRIDGE, evictionStrategy: 'LiveMigrateIfPossible' }, [], []],
  ['a bridge where nothing is said', BRIDGE, [cluster({})], []],
  ['no network, where the cluster is not known', { ...MOVES, ...NO_NETWORK }, [], []],
  ['no network, which becomes a bridge', { ...MOVES, ...NO_NETWORK }, [cluster({})], [`warning ${AT}`]],
  ['a claim that was not found', DISK, [], []],
  ['a claim for one node', DISK, [claim('ReadWriteOnce')], [`warning ${AT}`]],
  ['a claim for several', DISK, [claim('ReadWriteMany')], []],
])('%s', (_, spec, existing, findings) => {
  expect(said(spec, ...existing)).toEqual(findings);
});
