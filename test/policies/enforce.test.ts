import { Testing } from 'cdk8s';
import { ClusterView } from '../../src/cluster/cluster-view';
import { Enforcement, KubeVirt, NodePool, Platform } from '../../src/index';
import { platformObjects } from '../../src/model/manifests/platform';
import type { PlatformDeclaration } from '../../src/model/platform';
import { groupPolicies, policyIdentities, policyObjects } from '../../src/policies/policies';
import { policyFactsOf } from '../../src/rules/policy-facts';

const NODES = [{ pool: 'intel', architecture: 'amd64', count: 1 }] as const;

/** What a platform writes, beside what the same objects come to when they are read as manifests. */
function bothOf(declaration: PlatformDeclaration) {
  const { objects, context } = platformObjects(declaration);
  const all = objects.map(({ object }) => object);
  const facts = policyFactsOf(new ClusterView(all, { ...context, architectures: ['amd64'] }));
  const written = objects.filter(({ at }) => at[0] === 'enforce').map(({ object }) => object);
  const { namespace = '' } = written[0]!.metadata;
  const choice = { namespace, ...declaration.enforce };
  return {
    written,
    read: policyObjects(facts, choice, groupPolicies(facts, choice)),
  };
}

test.each<[string, Partial<PlatformDeclaration>]>([
  [
    'a KubeVirt',
    { kubevirt: { defaultArchitecture: 'amd64', featureGates: ['HostDisk'], evictionStrategy: 'LiveMigrate' } },
  ],
  ['a HyperConverged', { target: { hco: '1.18' }, hyperConverged: {} }],
  ['no installation', {}],
])('a platform with %s writes the policies of its objects', (_, rest) => {
  const { written, read } = bothOf({ name: 'edge', target: { kubevirt: '1.9' }, nodes: NODES, enforce: {}, ...rest });
  expect(written).toEqual(read);
});

test.each<[string, Partial<PlatformDeclaration>, string]>([
  ['KubeVirt', { kubevirt: {} }, 'kubevirt'],
  ['a KubeVirt elsewhere', { kubevirt: { namespace: 'virt' } }, 'virt'],
  ['HyperConverged', { target: { hco: '1.18' }, hyperConverged: {} }, 'kubevirt-hyperconverged'],
  ['HyperConverged elsewhere', { target: { hco: '1.18' }, hyperConverged: { namespace: 'hco' } }, 'hco'],
  ['OpenShift Virtualization', { target: { openshiftVirtualization: '4.20' } }, 'openshift-cnv'],
  ['nothing', {}, 'kubevirt'],
  ['a namespace of its own', { kubevirt: {}, enforce: { namespace: 'policies' } }, 'policies'],
])('with %s the parameters are where there is a namespace already', (_, rest, namespace) => {
  const { written } = bothOf({ name: 'edge', target: { kubevirt: '1.9' }, nodes: NODES, enforce: {}, ...rest });

  expect(written[0]).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'polyvirt-policies', namespace } });
  expect(written.at(-1)).toMatchObject({ spec: { paramRef: { namespace } } });
});

test.each(['1.3', '1.5', '1.6', '1.7', '1.8', '1.9'])(
  'the names of all policies are known before: KubeVirt %s',
  (kubevirt) => {
    const { written } = bothOf({ name: 'edge', target: { kubevirt }, nodes: NODES, kubevirt: {}, enforce: {} });
    expect(written.map(({ kind, metadata }) => `${kind}/${metadata.name}`)).toEqual(
      policyIdentities({}).map(({ kind, name }) => `${kind}/${name}`),
    );
  },
);

test('the construct writes what the key writes', () => {
  const chart = new Platform(Testing.app(), 'edge', {
    target: { kubevirt: '1.9' },
    nodes: [NodePool.of('intel', { architecture: 'amd64', count: 1 })],
  });
  new KubeVirt(chart, 'kubevirt', { featureGates: ['HostDisk'] });
  new Enforcement(chart, 'enforce', { action: 'Deny', only: ['traps'] });
  const { written } = bothOf({
    name: 'edge',
    target: { kubevirt: '1.9' },
    nodes: NODES,
    kubevirt: { featureGates: ['HostDisk'] },
    enforce: { action: 'Deny', only: ['traps'] },
  });
  expect(Testing.synth(chart).filter(({ kind }) => kind !== 'KubeVirt')).toEqual(written);
});
