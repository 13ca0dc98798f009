import { checkObjects } from '../../src/cluster/judge/apply-rules';
import type { KubeObject } from '../../src/kube/object';
import { checkMachineDeployment } from '../../src/machines/check';
import { spawned, spawnedVirtualMachine } from '../../src/machines/spawned';
import { poolNodes } from '../../src/target/node-pool';
import { deployment } from './deployment';

const codes = (object: KubeObject, controller?: string, defaultArchitecture?: string) =>
  checkMachineDeployment(object, {
    ...(controller === undefined ? {} : { controller }),
    ...(defaultArchitecture === undefined ? {} : { defaultArchitecture }),
  }).map(({ code, severity, path }) => `${code} ${severity} ${path?.split('cloudProviderSpec.').at(-1)}`);

const machine = (part: object) => ({
  virtualMachine: {
    template: { cpus: '2', memory: '4Gi', primaryDisk: { size: '25Gi', storageClassName: 'fast', osImage: 'os' } },
    ...part,
  },
});

test.each<{ sentence: string; object: KubeObject; controller: string; expected: string[] }>([
  { sentence: 'a plain pool', object: deployment({}), controller: '1.66.2', expected: [] },
  {
    sentence: 'a preset that is read and ignored',
    object: deployment({ affinity: { podAntiAffinityPreset: 'hard' } }),
    controller: '1.66.2',
    expected: ['PV601 warning affinity.podAntiAffinityPreset'],
  },
  {
    sentence: 'the same where it is obeyed',
    object: deployment({ affinity: { podAntiAffinityPreset: 'hard' } }),
    controller: '1.54',
    expected: [],
  },
  {
    sentence: 'flat keys',
    object: deployment({ pvcSize: '10Gi' }),
    controller: '1.66.2',
    expected: ['PV602 error pvcSize'],
  },
  {
    sentence: 'flat presets',
    object: deployment({ nodeAffinityPreset: { type: 'soft' } }),
    controller: '1.66.2',
    expected: ['PV602 error nodeAffinityPreset'],
  },
  {
    sentence: 'a field that came later',
    object: deployment({
      topologySpreadConstraints: [{ maxSkew: '1', topologyKey: 'a', whenUnsatisfiable: 'DoNotSchedule' }],
    }),
    controller: '1.54',
    expected: ['PV602 error topologySpreadConstraints'],
  },
  ...(['1.58.0', '1.58.2', '1.58.3', '1.59.0'] as const).map((controller) => ({
    sentence: `an access type for ${controller}`,
    object: deployment({
      virtualMachine: {
        template: {
          cpus: '2',
          memory: '4Gi',
          primaryDisk: { size: '1Gi', storageClassName: 'a', osImage: 'b', storageAccessType: 'ReadWriteMany' },
        },
      },
    }),
    controller,
    expected: ['1.58.2', '1.59.0'].includes(controller)
      ? []
      : ['PV602 error virtualMachine.template.primaryDisk.storageAccessType'],
  })),
  {
    sentence: 'presets of an unknown type, without a key, with values that are none',
    object: deployment({ affinity: { nodeAffinityPreset: { type: 'firm' } } }),
    controller: '1.66.2',
    expected: ['PV603 error affinity.nodeAffinityPreset.type'],
  },
  {
    sentence: 'a preset without a key, whose values are none',
    object: deployment({ affinity: { nodeAffinityPreset: { type: 'hard', values: ['-a'] } } }),
    controller: '1.66.2',
    expected: ['PV603 error affinity.nodeAffinityPreset.key', 'PV603 error affinity.nodeAffinityPreset.values[0]'],
  },
  {
    sentence: 'no values where they became an empty list',
    object: deployment({ affinity: { nodeAffinityPreset: { type: 'hard', key: 'a' } } }),
    controller: '1.54',
    expected: ['PV603 error affinity.nodeAffinityPreset.values'],
  },
  {
    sentence: 'constraints that KubeVirt rejects',
    object: deployment({ topologySpreadConstraints: [{ maxSkew: '0', topologyKey: 'a b', whenUnsatisfiable: '' }] }),
    controller: '1.66.2',
    expected: [
      'PV603 error topologySpreadConstraints[0].maxSkew',
      'PV603 error topologySpreadConstraints[0].topologyKey',
      'PV603 error topologySpreadConstraints[0].whenUnsatisfiable',
      'PV607 info topologySpreadConstraints[0].whenUnsatisfiable',
    ],
  },
  {
    sentence: 'an empty affinity, which is as good as none',
    object: deployment({ affinity: {} }),
    controller: '1.66.2',
    expected: ['PV607 info affinity'],
  },
  {
    sentence: 'a kubeconfig in the manifest',
    object: deployment({ auth: { kubeconfig: 'YXBp' } }),
    controller: '1.66.2',
    expected: ['PV608 error auth.kubeconfig'],
  },
  {
    sentence: 'a reference that lacks its key',
    object: deployment({ auth: { kubeconfig: { secretKeyRef: { namespace: 'a', name: 'b' } } } }),
    controller: '1.66.2',
    expected: ['PV603 error auth.kubeconfig'],
  },
  {
    sentence: 'a complete reference',
    object: deployment({ auth: { kubeconfig: { secretKeyRef: { namespace: 'a', name: 'b', key: 'c' } } } }),
    controller: '1.66.2',
    expected: [],
  },
  {
    sentence: 'a zone that nothing keeps',
    object: deployment(machine({ location: { zone: 'z1' } })),
    controller: '1.66.2',
    expected: ['PV610 warning virtualMachine.location.zone'],
  },
  {
    sentence: 'a zone that the placement keeps',
    object: deployment({
      ...machine({ location: { zone: 'z1', region: 'r' } }),
      affinity: { nodeAffinityPreset: { type: 'hard', key: 'topology.kubernetes.io/zone', values: ['z1'] } },
    }),
    controller: '1.66.2',
    expected: [],
  },
  {
    sentence: 'migration from the only host',
    object: deployment({
      ...machine({ evictionStrategy: 'LiveMigrate' }),
      affinity: { nodeAffinityPreset: { type: 'hard', key: 'kubernetes.io/hostname', values: ['n1'] } },
    }),
    controller: '1.66.2',
    expected: ['PV611 warning virtualMachine.evictionStrategy'],
  },
  {
    sentence: 'a strategy of eviction, a policy of names, an operating system that nobody knows',
    object: deployment(machine({ evictionStrategy: 'None', dnsPolicy: 'none' }), {
      value: { operatingSystem: 'centos' },
    }),
    controller: '1.66.2',
    expected: [
      'PV603 error spec.template.spec.providerSpec.value.operatingSystem',
      'PV603 error virtualMachine.dnsPolicy',
      'PV603 error virtualMachine.evictionStrategy',
    ],
  },
  {
    sentence: 'a name with dots',
    object: deployment({}, { metadata: { name: 'pool-1.22.5' } }),
    controller: '1.66.2',
    expected: ['PV604 error metadata.name'],
  },
  {
    sentence: 'a name that is too long',
    object: deployment({}, { metadata: { name: 'p'.repeat(46) } }),
    controller: '1.66.2',
    expected: ['PV604 warning metadata.name'],
  },
  {
    sentence: 'what only a cluster writes',
    object: { ...deployment({}, { metadata: { name: 'a', uid: 'b', generation: 3 } }), status: { replicas: 3 } },
    controller: '1.66.2',
    expected: ['PV609 warning status'],
  },
  {
    sentence: 'a selector that its own machines do not match',
    object: deployment({}, { spec: { selector: { matchLabels: { machine: 'other' } } } }),
    controller: '1.66.2',
    expected: ['PV603 error spec.selector.matchLabels'],
  },
  {
    sentence: 'a selector whose expressions its own machines do not match',
    object: deployment(
      {},
      {
        spec: {
          selector: {
            matchLabels: { machine: 'md-pool-a' },
            matchExpressions: [{ key: 'machine', operator: 'NotIn', values: ['md-pool-a'] }],
          },
        },
      },
    ),
    controller: '1.66.2',
    expected: ['PV603 error spec.selector.matchExpressions'],
  },
  {
    sentence: 'null where Go reads nothing',
    object: deployment(machine({ instancetype: null, evictionStrategy: null, enableNetworkMultiQueue: null }), {
      spec: { replicas: null, strategy: { rollingUpdate: { maxSurge: null, maxUnavailable: 1 }, type: null } },
    }),
    controller: '1.66.2',
    expected: ['PV607 info virtualMachine.instancetype'],
  },
  {
    sentence: 'null where it is read as text',
    object: deployment({
      clusterName: null,
      affinity: { nodeAffinityPreset: { type: 'hard', key: 'a', values: [null] } },
    }),
    controller: '1.66.2',
    expected: ['PV603 error clusterName', 'PV603 error affinity.nodeAffinityPreset.values[0]'],
  },
  {
    sentence: 'more machines missing than there are',
    object: deployment(
      {},
      { spec: { strategy: { rollingUpdate: { maxSurge: '150%', maxUnavailable: '150%' }, type: 'RollingUpdate' } } },
    ),
    controller: '1.66.2',
    expected: ['PV603 error spec.strategy.rollingUpdate.maxUnavailable'],
  },
  {
    sentence: 'a flag in quotes, and names of headers that are numbers',
    object: deployment({
      virtualMachine: {
        enableNetworkMultiQueue: 'true',
        template: {
          cpus: '2',
          memory: '4Gi',
          primaryDisk: { size: '1Gi', storageClassName: 'a', osImage: 'b', extraHeaders: [1] },
        },
      },
    }),
    controller: '1.66.2',
    expected: [
      'PV602 error virtualMachine.enableNetworkMultiQueue',
      'PV602 error virtualMachine.template.primaryDisk.extraHeaders[0]',
    ],
  },
  {
    sentence: 'keys that nobody knows, deep inside',
    object: deployment(
      machine({
        preference: { nme: 'a' },
        dnsConfig: { nameserver: ['8.8.8.8'], options: [{ name: 'a', valeu: 'b' }] },
      }),
      { value: { network: { cidr: 'a', gateway: 'b', dns: { server: [] }, ipFamily: 'IPv5' } } },
    ),
    controller: '1.66.2',
    expected: [
      'PV602 error spec.template.spec.providerSpec.value.network.dns.server',
      'PV602 error spec.template.spec.providerSpec.value.network.ipFamily',
      'PV602 error virtualMachine.preference.nme',
      'PV602 error virtualMachine.dnsConfig.nameserver',
      'PV602 error virtualMachine.dnsConfig.options[0].valeu',
    ],
  },
  {
    sentence: 'what is dropped when the instance type is looked up',
    object: deployment({
      virtualMachine: {
        instancetype: { name: 'a', inferFromVolume: 'b' },
        template: { primaryDisk: { size: '1Gi', storageClassName: 'a', osImage: 'b' } },
      },
    }),
    controller: '1.66.2',
    expected: ['PV601 warning virtualMachine.instancetype.inferFromVolume'],
  },
  {
    sentence: 'a reference of another name, which is ignored',
    object: deployment({ clusterName: { secretRef: { name: 'a' } } }),
    controller: '1.66.2',
    expected: ['PV603 error clusterName'],
  },
  {
    sentence: 'text that is not escaped when it is written back',
    object: deployment({ clusterName: 'a"b' }),
    controller: '1.66.2',
    expected: ['PV603 warning clusterName'],
  },
  {
    sentence: 'another access type of a further disk',
    object: deployment({
      virtualMachine: {
        template: {
          cpus: '2',
          memory: '4Gi',
          primaryDisk: { size: '1Gi', storageClassName: 'a', osImage: 'b' },
          secondaryDisks: [{ size: '1Gi', storageClassName: 'a', storageAccessType: 'ReadWriteMany' }],
        },
      },
    }),
    controller: '1.66.2',
    expected: ['PV601 warning virtualMachine.template.secondaryDisks[0].storageAccessType'],
  },
  {
    sentence: 'a spread that takes the place of the one over hosts',
    object: deployment({
      topologySpreadConstraints: [{ maxSkew: '1', topologyKey: 'rack', whenUnsatisfiable: 'DoNotSchedule' }],
    }),
    controller: '1.66.2',
    expected: ['PV613 info topologySpreadConstraints'],
  },
  {
    sentence: 'a label that the controller writes itself',
    object: deployment(
      {},
      {
        spec: {
          template: {
            ...(deployment({}).spec as { template: object }).template,
            metadata: { labels: { machine: 'md-pool-a', md: 'mine' } },
          },
        },
      },
    ),
    controller: '1.66.2',
    expected: ['PV601 warning spec.template.metadata.labels["md"]'],
  },
  {
    sentence: 'a strategy that replaces nothing',
    object: deployment(
      {},
      { spec: { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: '0%' }, type: 'RollingUpdate' } } },
    ),
    controller: '1.66.2',
    expected: ['PV603 error spec.strategy.rollingUpdate'],
  },
])('$sentence: $expected', ({ object, controller, expected }) => {
  expect(codes(object, controller)).toEqual(expected);
});

test('an architecture that KubeVirt does not give to machines is an error, unless a preference gives it', () => {
  const affinity = { nodeAffinityPreset: { type: 'hard', key: 'kubernetes.io/arch', values: ['arm64'] } };
  const of = (object: KubeObject, standard: string) => codes(object, '1.66.2', standard);
  expect(of(deployment({ affinity }), 'amd64')).toEqual(['PV606 error affinity.nodeAffinityPreset']);
  expect(of(deployment({ affinity }), 'arm64')).toEqual([]);
  expect(of(deployment({ affinity, ...machine({ preference: { name: 'arm' } }) }), 'amd64')).toEqual([]);
});

test('without a controller, flat keys are judged as what had them', () => {
  const flat = { cpus: '1', memory: '2Gi', pvcSize: '10Gi', sourceURL: 'http://a/b.img', storageClassName: 'a' };
  const object = deployment({ ...flat, virtualMachine: undefined });
  const pruned = JSON.parse(JSON.stringify(object)) as KubeObject;
  expect(codes(pruned)).toEqual([]);
});

const target = { kubevirt: '1.9', machineController: '1.54' };
const nodes = (count: number) => poolNodes({ pool: 'a', architecture: 'amd64', count });

test.each<{ count: number; replicas: number; maxUnavailable: number; expected: string[] }>([
  { count: 4, replicas: 3, maxUnavailable: 0, expected: [] },
  { count: 3, replicas: 3, maxUnavailable: 0, expected: ['PV514 warning'] },
  { count: 3, replicas: 3, maxUnavailable: 1, expected: [] },
  { count: 2, replicas: 3, maxUnavailable: 1, expected: ['PV514 error'] },
])(
  '$replicas machines apart on $count nodes, of which $maxUnavailable may be missing: $expected',
  ({ count, replicas, maxUnavailable, expected }) => {
    const object = deployment(
      { affinity: { podAntiAffinityPreset: 'hard' } },
      { spec: { replicas, strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable }, type: 'RollingUpdate' } } },
    );
    const findings = checkObjects([object], { target, nodes: nodes(count) }).filter(({ code }) => code !== 'PV607');
    expect(findings.map(({ code, severity }) => `${code} ${severity}`)).toEqual(expected);
  },
);

test('pools of two clusters with one name in one namespace', () => {
  const pool = (namespace: string, clusterName: string) =>
    deployment({ clusterName }, { metadata: { name: 'a', namespace } });
  const found = checkObjects([pool('one', 'c1'), pool('two', 'c2'), pool('three', 'c2')], {
    target: { kubevirt: '1.9', machineController: '1.66.2' },
  });
  expect(found.map(({ code, object }) => [code, object?.namespace])).toContainEqual(['PV605', 'two']);
});

test.each([
  ['1.58.0', ['ReadWriteOnce']],
  ['1.58.2', undefined],
  ['1.58.3', ['ReadWriteOnce']],
  ['1.59.0', undefined],
])('machine-controller %s mounts the disk of a machine as %j', (machineController, accessModes) => {
  const { spec } = spawnedVirtualMachine(deployment({}), { machineController }) as unknown as {
    spec: { dataVolumeTemplates: { spec: { pvc: { accessModes?: string[] } } }[] };
  };
  expect(spec.dataVolumeTemplates[0]!.spec.pvc.accessModes).toEqual(accessModes);
});

test('null in a plain field is nothing, in the machine that comes out too', () => {
  const of = (part: object) => spawnedVirtualMachine(deployment(machine(part)), { machineController: '1.66.2' });
  expect(of({ evictionStrategy: null, instancetype: null, preference: null, dnsConfig: null })).toEqual(of({}));
});

test('what only the infra cluster knows of a machine is told', () => {
  const object = deployment(machine({ instancetype: { name: 'a', kind: 'b' } }));
  expect(spawned(object, { machineController: '1.66.2' }).unknown.map(({ path }) => path)).toEqual([
    'metadata.name',
    'metadata.labels["machine-template-hash"]',
    'spec.instancetype.kind',
    'spec.template.spec.volumes[cloudinitdisk]',
    'spec.dataVolumeTemplates[0].spec.storage.accessModes',
  ]);
});

/** Everything in an object replaced by each of these in turn. */
function* mutilated(value: unknown): Generator<unknown> {
  yield* [null, 0, 'text', [], [null], { value: null }, true];
  if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      for (const other of mutilated(part)) {
        yield Array.isArray(value)
          ? value.map((each, i) => (String(i) === key ? other : each))
          : { ...value, [key]: other };
      }
    }
  }
}

test('whatever somebody writes, rules and the spawned machine do not throw', () => {
  const object = deployment({
    affinity: { podAffinityPreset: 'soft', nodeAffinityPreset: { type: 'hard', key: 'a', values: ['b'] } },
    topologySpreadConstraints: [{ maxSkew: '1', topologyKey: 'a', whenUnsatisfiable: 'DoNotSchedule' }],
    ...machine({
      instancetype: { name: 'a' },
      location: { zone: 'z' },
      providerNetwork: { vpc: { subnet: { name: 'a' } } },
    }),
  });
  let count = 0;
  for (const spec of mutilated(object.spec)) {
    for (const machineController of ['1.45', '1.54', '1.66.2']) {
      const mangled = { ...object, spec } as KubeObject;
      checkObjects([mangled], { target: { kubevirt: '1.9', machineController }, nodes: nodes(2) });
      checkMachineDeployment(mangled, { controller: machineController });
      spawnedVirtualMachine(mangled, { machineController });
      count++;
    }
  }
  for (const metadata of mutilated(object.metadata)) {
    const mangled = { ...object, metadata } as KubeObject;
    checkMachineDeployment(mangled, {});
    spawnedVirtualMachine(mangled, {});
  }
  expect(count).toBeGreaterThan(500);
});
