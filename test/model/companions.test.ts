import { Testing } from 'cdk8s';
import * as polyvirt from '../../src/index';
import { COMPANIONS } from '../../src/model/companions';
import { companion, companionVersion, readCompanion } from '../../src/model/manifests/companion';
import { platformObjects } from '../../src/model/manifests/platform';
import { type PlatformDeclaration, platformContext } from '../../src/model/platform';
import { componentOf, isServed, tableOf } from '../../src/schema/tables';
import { validateObject } from '../../src/schema/validate';
import { KNOWN_RELEASES } from '../../src/target/facts';
import { structuralErrors } from '../crd-oracle';
import { testWhere } from '../test-where';
import { COMPANION_EXAMPLES } from './companion-examples';

type Key = keyof typeof COMPANIONS;

const KEYS = Object.keys(COMPANIONS) as Key[];
const RELEASES = KNOWN_RELEASES.kubevirt!.releases;

const platform = (key: Key, kubevirt = '1.9'): PlatformDeclaration => ({
  name: 'edge',
  namespace: 'shop',
  target: { kubevirt },
  [key]: [COMPANION_EXAMPLES[key] as never],
});

const objectOf = (key: Key, kubevirt?: string) => platformObjects(platform(key, kubevirt)).objects[0]!.object;

const CONSTRUCTS = new Map<string, unknown>(Object.entries(polyvirt));

/** Kinds of others have no field table. */
const TABLED = KEYS.filter((key) => componentOf(COMPANIONS[key][0].versions[0]!.apiVersion) !== undefined);

const CASES = TABLED.flatMap((key) => RELEASES.map((release) => ({ key, release })));

test.each(CASES)(
  'the version of $key is one that KubeVirt $release serves, and no better one is',
  ({ key, release }) => {
    const [{ kind, versions }] = COMPANIONS[key];
    const { kinds } = tableOf('kubevirt');
    const served = versions.filter(({ apiVersion }) => isServed(kinds[`${apiVersion}/${kind}`]!, release));
    expect(companionVersion({ versions }, { kubevirt: release })).toBe(served[0]!.apiVersion);
  },
);

test.each(CASES)('$key has no finding of its structure in KubeVirt $release', ({ key, release }) => {
  expect(validateObject(objectOf(key, release), { kubevirt: release })).toEqual([]);
});

testWhere('crds').each(TABLED)('the CRD of %s takes what its example makes', (key) => {
  expect(structuralErrors(objectOf(key) as never, '1.9')).toEqual([]);
});

test.each(KEYS)('the key %s and its construct make the same object', (key) => {
  const [{ kind }] = COMPANIONS[key];
  const { name, ...props } = COMPANION_EXAMPLES[key] as { readonly name: string };
  const Kind = CONSTRUCTS.get(kind) as new (...args: unknown[]) => unknown;
  const chart = new polyvirt.Platform(Testing.app(), 'edge', { namespace: 'shop', target: { kubevirt: '1.9' } });
  new Kind(chart, name, props);
  expect(Testing.synth(chart)).toEqual([objectOf(key)]);
});

test.each(KEYS)('an object of %s is read back with the keys that it was made with', (key) => {
  const [kind] = COMPANIONS[key];
  const context = platformContext(platform(key));
  const object = companion(kind as never, COMPANION_EXAMPLES[key], context);
  expect(readCompanion(kind as never, object, context)).toEqual(COMPANION_EXAMPLES[key]);
});

test.each(TABLED)('%s has a namespace unless its kind is cluster-scoped', (key) => {
  const { apiVersion, kind, metadata } = objectOf(key);
  const { scope } = tableOf('kubevirt').kinds[`${apiVersion}/${kind}`]!;
  expect(metadata.namespace).toBe(scope === 'Cluster' ? undefined : 'shop');
});

describe('a pool', () => {
  const pool = (declared: object) =>
    platformObjects({
      name: 'edge',
      target: { kubevirt: '1.9' },
      virtualMachinePools: [{ name: 'runners', virtualMachineTemplate: { memory: '4Gi' }, ...declared } as never],
    });

  test('finds its VMs by a label that its template gets, unless a selector says otherwise', () => {
    const byDefault = pool({ virtualMachineTemplate: { memory: '4Gi', labels: { team: 'ci' } } }).objects[0]!.object;
    expect(byDefault.spec).toMatchObject({
      selector: { matchLabels: { 'kubevirt.io/vmpool': 'runners' } },
      virtualMachineTemplate: { metadata: { labels: { 'kubevirt.io/vmpool': 'runners', team: 'ci' } } },
    });
    const selector = { matchLabels: { team: 'ci' } };
    const said = pool({ selector, virtualMachineTemplate: { labels: { team: 'ci' } } }).objects[0]!.object;
    expect(said.spec).toMatchObject({ selector, virtualMachineTemplate: { metadata: { labels: { team: 'ci' } } } });
  });

  test('gives its VMs no identity, since each needs its own', () => {
    expect(JSON.stringify(pool({}).objects)).not.toMatch(/"(uuid|serial)":/);
  });

  test('asks for its architecture, and says what its VMs cannot have', () => {
    const { context, findings } = pool({ virtualMachineTemplate: { architecture: 'arm64', watchdog: 'reset' } });
    expect(context.requested).toEqual(['arm64']);
    expect(findings.map(({ finding: { code, path } }) => `${code} ${path}`)).toEqual([
      'PV105 virtualMachineTemplate.watchdog',
    ]);
  });
});
