import { DRIFT, ignoreDifferences, usualDifferences } from '../../src/argocd/drift';
import { annotateForSync, wavesOf } from '../../src/argocd/waves';
import type { KubeObject } from '../../src/kube/object';
import { resolveTarget } from '../../src/target/target';
import { processorMs } from '../processor-time';

function object(apiVersion: string, kind: string, name: string, more: object = {}): KubeObject {
  return { apiVersion, kind, metadata: { name }, ...more };
}

const placed = (...objects: KubeObject[]) =>
  objects.map((each) => ({ path: `edge/${each.metadata.name}/Resource`, object: each }));

const NAMESPACE = object('v1', 'Namespace', 'shop');
const KUBEVIRT = object('kubevirt.io/v1', 'KubeVirt', 'kubevirt');
const HYPER_CONVERGED = object('hco.kubevirt.io/v1', 'HyperConverged', 'hco');
const INSTANCETYPE = object('instancetype.kubevirt.io/v1', 'VirtualMachineInstancetype', 'small');
const POLICY = object('admissionregistration.k8s.io/v1', 'MutatingAdmissionPolicy', 'launcher');
const REFUSAL = object('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicyBinding', 'launcher');
const PLUGIN = object('plugin.kubevirt.io/v1alpha1', 'Plugin', 'launcher');
const VOLUME = object('cdi.kubevirt.io/v1beta1', 'DataVolume', 'disk');
const WEB = object('kubevirt.io/v1', 'VirtualMachine', 'web', {
  spec: { dataVolumeTemplates: [{ metadata: { name: 'web' } }], template: { spec: { domain: {} } } },
});
const EPHEMERAL = object('kubevirt.io/v1', 'VirtualMachine', 'job', {
  spec: { template: { spec: { domain: {}, volumes: [{ name: 'os', containerDisk: { image: 'x' } }] } } },
});

test.each<{ what: string; objects: KubeObject[]; after?: [string, string][]; waves: number[] }>([
  { what: 'VMs alone need nothing', objects: [NAMESPACE, WEB], waves: [0, 0] },
  { what: 'VMs come after KubeVirt', objects: [NAMESPACE, KUBEVIRT, VOLUME, WEB], waves: [0, 0, 0, 1] },
  {
    what: 'disks and VMs come after HyperConverged, in one wave',
    objects: [HYPER_CONVERGED, VOLUME, WEB],
    waves: [0, 1, 1],
  },
  { what: 'VMs come after instance types', objects: [KUBEVIRT, INSTANCETYPE, WEB], waves: [0, 1, 2] },
  { what: 'VMs come after policies for their pods', objects: [POLICY, WEB], waves: [0, 1] },
  { what: 'VMs come after policies that refuse', objects: [REFUSAL, WEB], waves: [0, 1] },
  { what: 'VMs come after Plugins, and those after KubeVirt', objects: [KUBEVIRT, PLUGIN, WEB], waves: [0, 1, 2] },
  { what: 'a dependency is one wave', objects: [EPHEMERAL, WEB], after: [['web', 'job']], waves: [0, 1] },
  {
    what: 'dependencies add up',
    objects: [KUBEVIRT, EPHEMERAL, WEB, NAMESPACE],
    after: [
      ['web', 'job'],
      ['shop', 'web'],
    ],
    waves: [0, 1, 2, 3],
  },
])('$what', ({ objects, after = [], waves }) => {
  const dependencies = after.map(([dependent, dependency]) => ({
    dependent: `edge/${dependent}`,
    dependency: `edge/${dependency}`,
  }));
  expect(wavesOf(placed(...objects), dependencies)).toEqual(waves);
});

test('one that lies within the other waits for all of it but itself', () => {
  const objects = [
    { path: 'edge/shop/db', object: EPHEMERAL },
    { path: 'edge/shop/web/one', object: WEB },
    { path: 'edge/shop/web/two', object: VOLUME },
  ];
  expect(wavesOf(objects, [{ dependent: 'edge/shop/web', dependency: 'edge/shop' }])).toEqual([0, 1, 1]);
});

test('waves are linear in objects and dependencies', () => {
  const many = Array.from({ length: 20_000 }, (_, i) => object('v1', 'ConfigMap', `c${i}`));
  const chain = many.slice(1).map((_, i) => ({ dependent: `edge/c${i + 1}`, dependency: `edge/c${i}` }));
  const took = processorMs(() => expect(wavesOf(placed(...many), chain).at(-1)).toBe(19_999));
  expect(took).toBeLessThan(5000);
});

const annotationsOf = (objects: readonly KubeObject[]) =>
  Object.fromEntries(objects.map(({ metadata }) => [metadata.name, metadata.annotations]));

const WAVE = 'argocd.argoproj.io/sync-wave';
const OPTIONS = 'argocd.argoproj.io/sync-options';

test('objects say their wave, and what may be missing when a sync begins', () => {
  const { target } = resolveTarget();
  expect(annotationsOf(annotateForSync(placed(NAMESPACE, KUBEVIRT, WEB), [], { waves: true }, target))).toEqual({
    shop: undefined,
    kubevirt: { [OPTIONS]: 'SkipDryRunOnMissingResource=true' },
    web: { [WAVE]: '1', [OPTIONS]: 'SkipDryRunOnMissingResource=true' },
  });
});

test('a definition in the same sync needs no word about it', () => {
  const { target } = resolveTarget();
  const definition = object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'kubevirts.kubevirt.io', {
    spec: { group: 'kubevirt.io', names: { kind: 'KubeVirt' } },
  });
  expect(annotationsOf(annotateForSync(placed(definition, KUBEVIRT), [], { waves: true }, target))).toEqual({
    'kubevirts.kubevirt.io': undefined,
    kubevirt: undefined,
  });
});

test.each<{ argocd?: string; prune: 'confirm' | 'never'; value: string }>([
  { prune: 'confirm', value: 'Prune=confirm,Delete=confirm' },
  { argocd: '2.14', prune: 'confirm', value: 'Prune=confirm,Delete=confirm' },
  { argocd: '2.13', prune: 'confirm', value: 'Prune=false,Delete=false' },
  { argocd: '3.5', prune: 'never', value: 'Prune=false,Delete=false' },
])('$prune on Argo CD $argocd is $value, on what holds data only', ({ argocd, prune, value }) => {
  const { target } = resolveTarget(argocd === undefined ? {} : { argocd });
  const objects = placed(NAMESPACE, KUBEVIRT, VOLUME, WEB, EPHEMERAL, POLICY);
  expect(annotationsOf(annotateForSync(objects, [], { prune }, target))).toEqual({
    shop: { [OPTIONS]: value },
    kubevirt: { [OPTIONS]: value },
    disk: { [OPTIONS]: value },
    web: { [OPTIONS]: value },
    job: undefined,
    launcher: undefined,
  });
});

test('what an object says itself stays', () => {
  const { target } = resolveTarget();
  const own = {
    ...WEB,
    metadata: { name: 'web', annotations: { [WAVE]: '7', [OPTIONS]: 'Prune=false, ServerSideApply=true' } },
  };
  expect(
    annotationsOf(annotateForSync(placed(KUBEVIRT, own), [], { waves: true, prune: 'confirm' }, target)).web,
  ).toEqual({
    [WAVE]: '7',
    [OPTIONS]: 'Prune=false, ServerSideApply=true,SkipDryRunOnMissingResource=true,Delete=confirm',
  });
});

test('without an entry nothing is changed', () => {
  const objects = placed(NAMESPACE, WEB);
  const [first, second] = annotateForSync(objects, [], { minimumObjects: 3 }, resolveTarget().target);
  expect([first === NAMESPACE, second === WEB]).toEqual([true, true]);
});

test('what an object says itself is not ignored', () => {
  const said = object('kubevirt.io/v1', 'VirtualMachine', 'said', {
    spec: { template: { spec: { architecture: 'arm64', domain: { devices: { interfaces: [{ macAddress: 'x' }] } } } } },
  });
  const entries = ignoreDifferences([said]);
  expect(entries).toHaveLength(1);
  expect(entries[0]!.jsonPointers).toContain('/spec/template/spec/domain/firmware/uuid');
  expect(entries[0]!.jsonPointers).not.toContain('/spec/template/spec/architecture');
  expect(entries[0]!.jqPathExpressions).toBeUndefined();
  const silent = object('kubevirt.io/v1', 'VirtualMachine', 'silent');
  expect(ignoreDifferences([said, silent]).find(({ name }) => name === 'silent')).toEqual({
    group: 'kubevirt.io',
    kind: 'VirtualMachine',
    name: 'silent',
    jsonPointers: ['/spec/template/spec/architecture'],
    jqPathExpressions: ['.spec.template.spec.domain.devices.interfaces[].macAddress'],
  });
});

test('kinds that are not there have no entry', () => {
  expect(ignoreDifferences([NAMESPACE])).toEqual([]);
});

test('what is ignored everywhere is what no git says', () => {
  const text = JSON.stringify(usualDifferences());
  expect(text).toContain('/spec/instancetype/revisionName');
  expect(text).toContain('/metadata/annotations/kubevirt.io~1latest-observed-api-version');
  expect(text).not.toContain('architecture');
});

test('every path is a JSON pointer, or jq of keys and items only, as a review reads it', () => {
  const every = ignoreDifferences(DRIFT.map(({ group, kind }) => object(`${group}/v1`, kind, 'x')));
  for (const { jsonPointers = [], jqPathExpressions = [] } of every) {
    expect(jsonPointers.filter((pointer) => !/^(\/[^/]+)+$/.test(pointer))).toEqual([]);
    expect(jqPathExpressions.filter((text) => !/^(\.\w+|\[\]|\["[^"]+"\])+$/.test(text))).toEqual([]);
  }
  expect(every).toHaveLength(5);
});
