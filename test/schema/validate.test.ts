import { isClusterScoped } from '../../src/argocd/facts';
import type { KubeObject } from '../../src/kube/object';
import { judge } from '../../src/schema/cel-rules';
import { tableOf } from '../../src/schema/tables';
import { isKnownKind, validateObject } from '../../src/schema/validate';
import type { Target } from '../../src/target/target';
import { kubevirtObject } from '../objects';

const NEWEST: Target = { kubevirt: '1.9' };

function vm(instance: object, spec: object = {}): KubeObject {
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { template: { spec: { domain: { devices: {} }, ...instance } }, ...spec },
  };
}

const devices = (devices: object) => vm({ domain: { devices } });
const volume = (volume: object) => vm({ volumes: [{ name: 'init', ...volume }] });

function kubeVirt(configuration: object): KubeObject {
  return kubevirtObject({ configuration });
}

function hco(spec: object, version = 'v1beta1'): KubeObject {
  const metadata = { name: 'kubevirt-hyperconverged' };
  return { apiVersion: `hco.kubevirt.io/${version}`, kind: 'HyperConverged', metadata, spec };
}

function dataVolume(spec: object): KubeObject {
  return { apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'DataVolume', metadata: { name: 'os' }, spec };
}

/** Code and path of each finding. */
function told(object: unknown, target = NEWEST): string[] {
  return validateObject(object as KubeObject, target).map(({ code, path }) => `${code} ${path}`);
}

const INSTANCE = 'spec.template.spec';
const DEVICES = `${INSTANCE}.domain.devices`;

test('a finding has severity, object, path, what, why, fix and source', () => {
  expect(validateObject(devices({ disks: [{ name: 'os', disk: { buss: 'virtio' } }] }), NEWEST)).toEqual([
    {
      code: 'PV040',
      severity: 'error',
      object: { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', namespace: 'shop', name: 'web' },
      path: 'spec.template.spec.domain.devices.disks[os].disk.buss',
      what: 'KubeVirt 1.9 has no field "buss" here',
      why: 'The API server rejects it under strict validation, as kubectl asks for, and drops it silently otherwise',
      fix: 'did you mean "bus"?',
      source: 'KubeVirt 1.9, CRD virtualmachines.kubevirt.io',
    },
  ]);
});

test.each<[mistake: string, object: KubeObject, expected: string[]]>([
  ['none', vm({}), []],
  ['an unknown field', vm({ nope: 1 }), [`PV040 ${INSTANCE}.nope`]],
  ['an unknown field at the root', { ...vm({}), specs: {} }, ['PV040 specs']],
  ['a field in a map that has one', vm({ networks: [{ name: 'a', pod: { vmNetworkCIDR: 'x' } }] }), []],
  [
    'a field in a map that has none',
    devices({ interfaces: [{ name: 'a', masquerade: { x: 1 } }] }),
    [`PV040 ${DEVICES}.interfaces[a].masquerade.x`],
  ],
  ['a field with a dot', vm({ 'a.b': 1 }), [`PV040 ${INSTANCE}["a.b"]`]],
  ['a text for a number', vm({ domain: { devices: {}, cpu: { cores: '2' } } }), [`PV041 ${INSTANCE}.domain.cpu.cores`]],
  ['a fraction', vm({ domain: { devices: {}, cpu: { cores: 1.5 } } }), [`PV041 ${INSTANCE}.domain.cpu.cores`]],
  ['a number for a text', vm({ hostname: 1 }), [`PV041 ${INSTANCE}.hostname`]],
  ['a list for a map', devices([]), [`PV041 ${DEVICES}`]],
  ['a map for a list', vm({ volumes: {} }), [`PV041 ${INSTANCE}.volumes`]],
  ['a map for a list item', devices({ disks: ['os'] }), [`PV041 ${DEVICES}.disks[0]`]],
  ['null, which counts as absent', vm({ hostname: null }), []],
  ['null in a free map', vm({ nodeSelector: { zone: null } }), []],
  ['null in a list', devices({ disks: [null] }), [`PV041 ${DEVICES}.disks[0]`]],
  ['null where something is required', vm({ domain: null }), [`PV043 ${INSTANCE}.domain`]],
  ['null where a default is', hco({ featureGates: null }), []],
  ['null where it is allowed', kubeVirt({ instancetype: null }), []],
  [
    'null where it is allowed but none of the choices',
    kubeVirt({ vmRolloutStrategy: null }),
    ['PV042 spec.configuration.vmRolloutStrategy'],
  ],
  ['a number and a text for a quantity', vm({ domain: { devices: {}, memory: { guest: 1024 } } }), []],
  ['no quantity', vm({ domain: { devices: {}, memory: { guest: '4GB' } } }), [`PV042 ${INSTANCE}.domain.memory.guest`]],
  [
    'a map for a quantity',
    vm({ domain: { devices: {}, memory: { guest: {} } } }),
    [`PV041 ${INSTANCE}.domain.memory.guest`],
  ],
  ['none of the choices', kubeVirt({ vmRolloutStrategy: 'LiveUpdat' }), ['PV042 spec.configuration.vmRolloutStrategy']],
  [
    'too small a number',
    kubeVirt({ developerConfiguration: { memoryOvercommit: 9 } }),
    ['PV042 spec.configuration.developerConfiguration.memoryOvercommit'],
  ],
  [
    'too large a number for its format',
    vm({ domain: { devices: {}, cpu: { cores: 2 ** 31 } } }),
    [`PV042 ${INSTANCE}.domain.cpu.cores`],
  ],
  [
    'too many items',
    devices({ disks: Array.from({ length: 257 }, (_, i) => ({ name: `d${i}` })) }),
    [`PV042 ${DEVICES}.disks`],
  ],
  ['a missing field', vm({ networks: [{ pod: {} }] }), [`PV043 ${INSTANCE}.networks[0].name`]],
  ['no spec', { ...vm({}), spec: undefined }, ['PV043 spec']],
  [
    'one key twice',
    vm({
      topologySpreadConstraints: [
        { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' },
        { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' },
        { maxSkew: 2, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' },
      ],
    }),
    [`PV044 ${INSTANCE}.topologySpreadConstraints[2]`],
  ],
  [
    'a label that is no text',
    { ...vm({}), metadata: { name: 'x', labels: { a: 1 } } as never },
    ['PV041 metadata.labels.a'],
  ],
  [
    'an annotation that is no text',
    { ...vm({}), metadata: { name: 'x', annotations: { 'example.com/a': true } } as never },
    ['PV041 metadata.annotations["example.com/a"]'],
  ],
  ['labels that are no map', { ...vm({}), metadata: { name: 'x', labels: [] } as never }, ['PV041 metadata.labels']],
  ['metadata that is no map', { ...vm({}), metadata: 'x' as never }, ['PV041 metadata']],
  ['a strange status', { ...vm({}), status: { nope: null } }, []],
  ['a status that is no map', { ...vm({}), status: [] }, ['PV041 status']],
  [
    'a status of a kind that has none',
    {
      ...vm({}),
      apiVersion: 'kubevirt.io/v1',
      kind: 'VirtualMachineInstancePreset',
      spec: { selector: {} },
      status: {},
    },
    ['PV040 status'],
  ],
  [
    'anything where anything goes',
    vm({}, { template: { metadata: { nope: [null] }, spec: { domain: { devices: {} } } } }),
    [],
  ],
  ['another name than the kind allows', { ...hco({}), metadata: { name: 'other' } }, ['PV042 metadata.name']],
  ['nothing behind a key of an instance, which virt-api writes anew', devices({ disks: null }), []],
  ['nothing behind a key that has a default', hco({ certConfig: { ca: null } }), []],
  ['an apiVersion that no group has', { ...vm({}), apiVersion: '12' }, ['PV046 apiVersion']],
  ['two mistakes', vm({ nope: 1, hostname: 2 }), [`PV040 ${INSTANCE}.nope`, `PV041 ${INSTANCE}.hostname`]],
])('%s', (_, object, expected) => {
  expect(told(object)).toEqual(expected);
});

const S390X = kubeVirt({ architectureConfiguration: { s390x: { machineType: 's390-ccw-virtio' } } });
const GATES = kubeVirt({ developerConfiguration: { disabledFeatureGates: ['Snapshot'] } });
const CLAIMS = vm({}, { dataVolumeTemplates: [{ spec: { storage: { resources: { claims: [{ name: 'a' }] } } } }] });
const POOL = (version: string): KubeObject => ({
  apiVersion: `pool.kubevirt.io/${version}`,
  kind: 'VirtualMachinePool',
  metadata: { name: 'p' },
  spec: { selector: {}, virtualMachineTemplate: { spec: { template: { spec: { domain: { devices: {} } } } } } },
});
const INSTANCETYPE = (version: string): KubeObject => ({
  apiVersion: `instancetype.kubevirt.io/${version}`,
  kind: 'VirtualMachineClusterInstancetype',
  metadata: { name: 'u1' },
  spec: { cpu: { guest: 1 }, memory: { guest: '1Gi' } },
});
const GPU = devices({ gpus: [{ name: 'g' }] });
const OVERCOMMIT = kubeVirt({ developerConfiguration: { memoryOvercommit: 5 } });

test.each<[what: string, release: string, object: KubeObject, expected: string[]]>([
  ['s390x', '1.6', S390X, ['PV045 spec.configuration.architectureConfiguration.s390x']],
  ['s390x', '1.7', S390X, []],
  ['video', '1.5', devices({ video: { type: 'virtio' } }), [`PV045 ${DEVICES}.video`]],
  ['video', '1.6.2', devices({ video: { type: 'virtio' } }), []],
  ['disabled gates', '1.7', GATES, ['PV045 spec.configuration.developerConfiguration.disabledFeatureGates']],
  ['disabled gates', '1.8', GATES, []],
  ['claims of a volume', '1.4', CLAIMS, []],
  ['claims of a volume', '1.5', CLAIMS, ['PV045 spec.dataVolumeTemplates[0].spec.storage.resources.claims']],
  ['a GPU without a device', '1.5', GPU, [`PV043 ${DEVICES}.gpus[g].deviceName`]],
  ['a GPU without a device', '1.6', GPU, []],
  ['little overcommitment', '1.6.3', OVERCOMMIT, []],
  ['little overcommitment', '1.6.4', OVERCOMMIT, ['PV042 spec.configuration.developerConfiguration.memoryOvercommit']],
  ['little overcommitment', '1.6', OVERCOMMIT, ['PV042 spec.configuration.developerConfiguration.memoryOvercommit']],
  ['little overcommitment', '1.7', OVERCOMMIT, ['PV042 spec.configuration.developerConfiguration.memoryOvercommit']],
  ['pools of v1beta1', '1.6', POOL('v1beta1'), ['PV046 apiVersion']],
  ['pools of v1beta1', '1.7', POOL('v1beta1'), []],
  ['instancetypes of v1alpha2', '1.5', INSTANCETYPE('v1alpha2'), []],
  ['instancetypes of v1alpha2', '1.6', INSTANCETYPE('v1alpha2'), ['PV046 apiVersion']],
  ['a version that never was', '1.9', { ...vm({}), apiVersion: 'kubevirt.io/v2' }, ['PV046 apiVersion']],
])('%s, KubeVirt %s', (_, kubevirt, object, expected) => {
  expect(told(object, { kubevirt })).toEqual(expected);
});

const ARM_IMPORT = { source: { registry: { platform: { architecture: 'arm64' } } } };

test.each<[object: KubeObject, target: Target, expected: string[]]>([
  [hco({}, 'v1'), { kubevirt: '1.3', hco: '1.17' }, ['PV046 apiVersion']],
  [hco({}, 'v1'), { kubevirt: '1.3', hco: '1.18' }, []],
  [hco({}, 'v1'), { kubevirt: '1.3' }, []],
  [hco({ higherWorkloadDensity: { memoryOvercommitPercentage: 5 } }), { kubevirt: '1.9', hco: '1.15' }, []],
  [
    hco({ higherWorkloadDensity: { memoryOvercommitPercentage: 5 } }),
    { kubevirt: '1.3', hco: '1.16' },
    ['PV042 spec.higherWorkloadDensity.memoryOvercommitPercentage'],
  ],
  [dataVolume({ source: { blank: {} }, nope: 1 }), { kubevirt: '1.3', cdi: '1.50' }, ['PV040 spec.nope']],
  [dataVolume(ARM_IMPORT), { kubevirt: '1.9', cdi: '1.62' }, ['PV045 spec.source.registry.platform']],
  [dataVolume(ARM_IMPORT), { kubevirt: '1.3', cdi: '1.63' }, []],
  [dataVolume(ARM_IMPORT), { kubevirt: '1.3' }, []],
])('%j is judged by its own component in %j', (object, target, expected) => {
  expect(told(object, target)).toEqual(expected);
});

test('a field that a release beyond the tables may have is a warning, other mistakes are not', () => {
  const target = { kubevirt: '1.9', hco: '1.20' };
  const findings = validateObject(hco({ brandNew: true, infra: 1 }), target);
  expect(findings.map(({ severity, path }) => `${severity} ${path}`)).toEqual([
    'warning spec.brandNew',
    'error spec.infra',
  ]);
});

test('messages name the release, and say what to do', () => {
  const lines = [
    ...validateObject(S390X, { kubevirt: '1.6' }),
    ...validateObject(CLAIMS, { kubevirt: '1.9' }),
    ...validateObject(POOL('v1beta1'), { kubevirt: '1.6' }),
    ...validateObject(INSTANCETYPE('v1alpha1'), { kubevirt: '1.9' }),
    ...validateObject(vm({ hostname: 1, zzzzzzzzzzzz: 1, volumes: [null] }), NEWEST),
    ...validateObject(vm({ domain: { devices: {}, cpu: { cores: '2' } } }), NEWEST),
    ...validateObject(vm({ hostname: ['x'] }), NEWEST),
  ].map(({ what, fix }) => `${what}. Fix: ${fix}`);
  expect(lines).toEqual([
    'KubeVirt 1.6 does not have "s390x" yet: it came with 1.7. Fix: leave it out, or raise the target to 1.7',
    'KubeVirt 1.9 no longer has "claims": 1.4 was the last release with it. Fix: leave it out',
    'KubeVirt 1.6 does not serve pool.kubevirt.io/v1beta1 VirtualMachinePool yet: it came with 1.7. ' +
      'Fix: write pool.kubevirt.io/v1alpha1, or raise the target to 1.7',
    'KubeVirt 1.9 no longer serves instancetype.kubevirt.io/v1alpha1 VirtualMachineClusterInstancetype: ' +
      '1.5 was the last release that did. Fix: write instancetype.kubevirt.io/v1beta1',
    '1 is a number, not a text. Fix: write it in quotes, as "1"',
    'KubeVirt 1.9 has no field "zzzzzzzzzzzz" here. Fix: remove it, or see kubectl explain virtualmachines.spec.template.spec',
    'this is null, not a map. Fix: leave it out, or write a map',
    '"2" is a text, not a whole number. Fix: write it without quotes, as 2',
    'a list is not a text. Fix: write a text',
  ]);
});

test('items go by their name where it is one of its kind, and by position elsewhere', () => {
  const disk = (name: unknown) => ({ name, disk: { buss: '' } });
  const disks = [disk('os'), disk('twin'), disk('twin'), disk('0'), disk('not a name'), disk('a.b')];
  expect(told(devices({ disks }))).toEqual(
    ['os', 1, 2, 3, 4, 'a.b'].map((item) => `PV040 ${DEVICES}.disks[${item}].disk.buss`),
  );
});

test.each<[object: KubeObject]>([
  [volume({ cloudInitNoCloud: 'passwd: hunter2' })],
  [volume({ cloudInitNoCloud: { userData: ['hunter2'] } })],
  [volume({ cloudInitNoCloud: { userDataBase64: { hunter2: 1 } } })],
  [volume({ cloudInitConfigDrive: { networkData: true, secretRef: 'hunter2' } })],
  [volume({ cloudInitConfigDrive: { userdata: 'hunter2' } })],
  [vm({ volumes: 'passwd: hunter2' })],
])('what cloud-init is given is not printed: %#', (object) => {
  const findings = validateObject(object, NEWEST);
  expect(findings).not.toEqual([]);
  expect(JSON.stringify(findings)).not.toContain('hunter2');
});

test('a long value is cut', () => {
  const [finding] = validateObject(kubeVirt({ vmRolloutStrategy: 'x'.repeat(10_000) }), NEWEST);
  expect(finding!.what).toBe(`"${'x'.repeat(80)}…" is none of LiveUpdate, Stage`);
  expect(finding!.fix.length).toBeLessThan(200);
});

test.each<[apiVersion: string, kind: string, known: boolean]>([
  ['kubevirt.io/v1', 'VirtualMachine', true],
  ['kubevirt.io/v9', 'VirtualMachine', true],
  ['hco.kubevirt.io/v1', 'HyperConverged', true],
  ['kubevirt.io/v1', 'VirtualMachinePool', false],
  ['kubevirt.io/v1', 'Machine', false],
  ['kubevirt.io/v1', '', false],
  ['v1', 'Secret', false],
  ['apps/v1', 'Deployment', false],
])('whether %s %s is known: %s', (apiVersion, kind, known) => {
  expect(isKnownKind(apiVersion, kind)).toBe(known);
});

test('a kind that nobody knows gives no finding', () => {
  expect(told({ apiVersion: 'example.com/v1', kind: 'Machine', metadata: { name: 'x' }, nope: 1 })).toEqual([]);
  expect(told({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'x' }, nope: 1 })).toEqual([]);
});

describe('a kind that its group does not have', () => {
  const kindOf = (apiVersion: string, kind: string, kubevirt = '1.9') =>
    validateObject({ apiVersion, kind, metadata: { name: 'a' } }, { kubevirt }).map(
      ({ code, severity, fix }) => `${severity} ${code} ${fix}`,
    );

  test.each([
    ['kubevirt.io/v1', 'VirtualMachin', 'error PV049 did you mean "VirtualMachine"?'],
    ['kubevirt.io/v1', 'virtualmachine', 'error PV049 did you mean "VirtualMachine"?'],
    ['cdi.kubevirt.io/v1beta1', 'VirtualMachine', 'error PV049 write an apiVersion of kubevirt.io'],
    ['backup.kubevirt.io/v1alpha1', 'VirtualMachineBackups', 'error PV049 did you mean "VirtualMachineBackup"?'],
    ['snapshot.kubevirt.io/v1beta1', 'VirtualMachineSnapshoot', 'error PV049 did you mean "VirtualMachineSnapshot"?'],
    // A list is its items; what has none is read as an object.
    ['cdi.kubevirt.io/v1beta1', 'StorageProfileList', 'error PV049 did you mean "StorageProfile"?'],
    ['v1', 'ConfigMaps', 'error PV049 did you mean "ConfigMap"?'],
    ['v1', 'DataVolume', 'error PV049 write an apiVersion of cdi.kubevirt.io'],
    ['apps/v1', 'deployment', 'error PV049 did you mean "Deployment"?'],
  ])('%s %s', (apiVersion, kind, expected) => {
    expect(kindOf(apiVersion, kind)[0]).toContain(expected);
  });

  test.each([
    ['example.com/v1', 'VirtualMachin'],
    ['v1', 'ConfigMap'],
    ['storage.k8s.io/v1', 'NewlyMade'],
  ])('%s %s is not one', (apiVersion, kind) => {
    expect(kindOf(apiVersion, kind)).toEqual([]);
  });

  test('a release newer than the tables may have it', () => {
    expect(kindOf('kubevirt.io/v1', 'VirtualMachineThing', '1.30')[0]).toMatch(/^warning PV049/);
  });
});

test.each([
  ['kubevirt.io/v1/x', 'PV046'],
  ['KubeVirt.io/v1', 'PV046'],
  ['kubevirt.io/', 'PV046'],
  ['/v1', 'PV046'],
  ['https://example.com', 'PV046'],
  ['example.com/v1', undefined],
])('%s as an API version', (apiVersion, code) => {
  expect(validateObject({ apiVersion, kind: 'Thing', metadata: { name: 'a' } }, NEWEST)[0]?.code).toBe(code);
});

test.each([
  ['plugin.kubevirt.io/v1alpha1', 'Plugin', '1.8', '1.9'],
  ['backup.kubevirt.io/v1alpha1', 'VirtualMachineBackup', '1.7', '1.8'],
])('%s %s is not served by %s', (apiVersion, kind, before, since) => {
  const object = { apiVersion, kind, metadata: { name: 'a' }, spec: {} };
  const [finding] = validateObject(object, { kubevirt: before });
  expect(finding).toMatchObject({ code: 'PV046', severity: 'error' });
  expect(finding!.what).toBe(`KubeVirt ${before} does not serve ${apiVersion} ${kind} yet: it came with ${since}`);
  expect(told(object, { kubevirt: since })).not.toContain('PV046 apiVersion');
});

test('null where a CRD does not take it is rejected by server-side apply only', () => {
  const [finding, ...others] = validateObject(dataVolume({ storage: null }), NEWEST);
  expect(finding).toMatchObject({
    code: 'PV041',
    severity: 'warning',
    path: 'spec.storage',
    what: 'this is null, not a map',
  });
  expect(others).toEqual([]);
});

describe('rules in CEL of the CRDs that polyvirt knows', () => {
  test.each<[string, object, string[]]>([
    [
      'cdi.kubevirt.io/v1beta1 StorageProfile',
      { claimPropertySets: [{ accessModes: ['ReadWriteTwice'], volumeMode: 'Block' }] },
      ['spec.claimPropertySets[0].accessModes'],
    ],
    [
      'backup.kubevirt.io/v1alpha1 VirtualMachineBackup',
      { mode: 'Pull', pvcName: 'a', source: { apiGroup: 'kubevirt.io', kind: 'VirtualMachine', name: '' } },
      ['spec', 'spec.source'],
    ],
    [
      'kubevirt.io/v1 VirtualMachineInstance',
      { domain: { devices: {} }, volumes: [{ name: 'a', containerPath: { path: 'b', readOnly: false } }] },
      ['spec.volumes[a].containerPath.path', 'spec.volumes[a].containerPath.readOnly'],
    ],
    [
      'kubevirt.io/v1 VirtualMachineInstance',
      { domain: { devices: {} }, volumes: [{ name: 'a', containerPath: { path: '/b' } }] },
      [],
    ],
    [
      'cdi.kubevirt.io/v1beta1 StorageProfile',
      { claimPropertySets: [{ accessModes: ['ReadOnlyMany'], volumeMode: 'Block' }] },
      [],
    ],
  ])('%s', (identity, spec, paths) => {
    const [apiVersion, kind] = identity.split(' ') as [string, string];
    const object = { apiVersion, kind, metadata: { name: 'a' }, spec };
    expect(told(object)).toEqual(paths.map((path) => `PV047 ${path}`));
  });

  test('are ones that are judged here', () => {
    const rules = [tableOf('kubevirt'), tableOf('cdi'), tableOf('hco')].flatMap(({ nodes }) =>
      nodes.flatMap((node) => [node, ...(node.was ?? [])]).flatMap((node) => node.rules ?? []),
    );
    const unjudged = rules.filter((each) => {
      const rule = typeof each === 'string' ? { rule: each } : each;
      return [new Map(), [], 'text', true].every((self) => judge(rule, self).is === 'unjudged');
    });
    expect(rules.length).toBeGreaterThan(10);
    expect(unjudged).toEqual([]);
  });
});

test('kinds of the tables that are cluster-scoped are known to be so where there is no table', () => {
  const kinds = [tableOf('kubevirt'), tableOf('cdi'), tableOf('hco')].flatMap((table) => Object.entries(table.kinds));
  expect(kinds.length).toBeGreaterThan(20);
  for (const [key, { scope }] of kinds) {
    const [group, version, kind] = key.split('/') as [string, string, string];
    expect([key, isClusterScoped({ apiVersion: `${group}/${version}`, kind })]).toEqual([key, scope === 'Cluster']);
  }
});

describe('a namespace', () => {
  const policy = (metadata: object): KubeObject => ({
    apiVersion: 'migrations.kubevirt.io/v1alpha1',
    kind: 'MigrationPolicy',
    metadata: { name: 'slow', ...metadata },
    spec: { selectors: {} },
  });

  test('of a cluster-scoped kind is told of, as the API server clears it', () => {
    const [finding, ...others] = validateObject(policy({ namespace: 'shop' }), NEWEST);
    expect(finding).toMatchObject({ code: 'PV058', severity: 'info', path: 'metadata.namespace' });
    expect(finding!.what).toBe('a MigrationPolicy is cluster-scoped: the namespace "shop" is ignored');
    expect(others).toEqual([]);
  });

  test.each([[policy({})], [policy({ namespace: '' })], [vm({})]])('is fine: %#', (object) => {
    expect(validateObject(object, NEWEST)).toEqual([]);
  });
});
