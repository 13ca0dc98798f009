import { checkObjects } from '../../src/cluster/judge/apply-rules';
import { type HypervisorDeclaration, REALISATIONS } from '../../src/hypervisors/declaration';
import type { KubeObject } from '../../src/kube/object';
import type { CustomizeComponents } from '../../src/model/kubevirt-operation';
import { platformObjects } from '../../src/model/manifests/platform';
import type { PlatformDeclaration } from '../../src/model/platform';

const IMAGE = `registry.example/ch@sha256:${'c'.repeat(64)}`;
const AMD64 = [{ pool: 'intel', architecture: 'amd64' as const }];
const MIXED = [...AMD64, { pool: 'ampere', architecture: 'arm64' as const }];

function objectsOf(declaration: Partial<PlatformDeclaration>) {
  const { objects, findings } = platformObjects({
    name: 'edge',
    target: { kubevirt: '1.9', kubernetes: '1.36' },
    nodes: AMD64,
    kubevirt: {},
    ...declaration,
  });
  return {
    objects: objects.map(({ object }) => object),
    errors: findings.map(({ finding }) => finding).filter(({ severity }) => severity === 'error'),
    codes: findings.map(({ finding }) => finding.code),
  };
}

function vm(hypervisor?: string, name = 'web') {
  return { name, architecture: 'amd64' as const, memory: '1Gi', ...(hypervisor === undefined ? {} : { hypervisor }) };
}

const kubevirtOf = (objects: readonly KubeObject[]) => objects.find(({ kind }) => kind === 'KubeVirt')!;

test('a VM that names qemu-kvm gives the manifests that it gives without', () => {
  const cloudInit = { type: 'noCloud' as const, userData: '#cloud-config' };
  const named = objectsOf({ virtualMachines: [{ ...vm('qemu-kvm'), cloudInit }] });
  const unnamed = objectsOf({ virtualMachines: [{ ...vm(), cloudInit }] });
  expect(JSON.stringify(named.objects)).toBe(JSON.stringify(unnamed.objects));
  expect(named.codes).toEqual(unnamed.codes);
});

describe('native', () => {
  test('a VM on qemu-mshv turns the gate on and tells KubeVirt', () => {
    const { objects, errors } = objectsOf({ virtualMachines: [vm('qemu-mshv')] });
    expect(errors).toEqual([]);
    expect(kubevirtOf(objects).spec).toMatchObject({
      configuration: {
        developerConfiguration: { featureGates: ['ConfigurableHypervisor'] },
        hypervisors: [{ name: 'hyperv-direct' }],
      },
    });
  });

  test('a VM that matches nothing follows what the platform decided for all', () => {
    const decided = objectsOf({
      hypervisors: [{ name: 'qemu-mshv', realisation: 'native' }],
      virtualMachines: [vm()],
    });
    expect(decided.errors).toEqual([]);
    const asked = objectsOf({ virtualMachines: [vm('qemu-mshv'), vm(undefined, 'db')] });
    expect(asked.errors).toEqual([expect.objectContaining({ code: 'PV408', path: 'hypervisor' })]);
  });

  test.each<[string, Partial<PlatformDeclaration>]>([
    ['KubeVirt 1.7', { target: { kubevirt: '1.7' } }],
    ['a platform that declares no KubeVirt', { kubevirt: undefined as never }],
  ])('%s cannot have qemu-mshv', (_what, more) => {
    const { errors } = objectsOf({ virtualMachines: [vm('qemu-mshv')], ...more });
    expect(errors).toEqual([expect.objectContaining({ code: 'PV407', path: 'hypervisor' })]);
  });
});

describe('cluster-image', () => {
  const CH: HypervisorDeclaration = { name: 'cloud-hypervisor', image: { all: IMAGE } };

  test('virt-controller gets the image for launcher pods, and the containers of virt-handler stay as they are', () => {
    const { objects, errors } = objectsOf({ hypervisors: [CH], virtualMachines: [vm('cloud-hypervisor')] });
    expect(errors).toEqual([]);
    const { customizeComponents } = kubevirtOf(objects).spec as {
      customizeComponents: { patches: { resourceType: string; resourceName: string; type: string; patch: string }[] };
    };
    expect(customizeComponents.patches.map(({ patch, ...rest }) => ({ ...rest, patch: JSON.parse(patch) }))).toEqual([
      {
        resourceType: 'Deployment',
        resourceName: 'virt-controller',
        type: 'json',
        patch: [
          { op: 'test', path: '/spec/template/spec/containers/0/args/0', value: '--launcher-image' },
          { op: 'replace', path: '/spec/template/spec/containers/0/args/1', value: IMAGE },
        ],
      },
    ]);
  });

  test('patches of the platform come first, and the same patch is there once', () => {
    const own = { resourceType: 'Deployment', resourceName: 'virt-api', type: 'strategic', patch: '{}' } as const;
    const made = (customizeComponents?: CustomizeComponents) =>
      (
        kubevirtOf(
          objectsOf({
            kubevirt: customizeComponents === undefined ? {} : { customizeComponents },
            hypervisors: [CH],
            virtualMachines: [vm('cloud-hypervisor')],
          }).objects,
        ).spec as { customizeComponents: CustomizeComponents }
      ).customizeComponents;
    const [launcher] = made().patches!;
    const flags = { api: { v: '3' } };
    expect(made({ patches: [own], flags })).toEqual({ patches: [own, launcher], flags });
    expect(made({ patches: [launcher!, own] })).toEqual({ patches: [launcher, own] });
  });

  test('an image of your own on Microsoft’s hypervisor is told to KubeVirt too', () => {
    const { objects, errors } = objectsOf({
      hypervisors: [{ name: 'qemu-mshv', image: { all: IMAGE } }],
      virtualMachines: [vm('qemu-mshv')],
    });
    expect(errors).toEqual([]);
    expect(kubevirtOf(objects).spec).toMatchObject({
      configuration: { hypervisors: [{ name: 'hyperv-direct' }] },
      customizeComponents: { patches: [{ resourceName: 'virt-controller' }] },
    });
  });

  test('an image per architecture serves a cluster of one architecture', () => {
    const images = { amd64: IMAGE, arm64: IMAGE.replaceAll('c', 'd') };
    const one = objectsOf({
      hypervisors: [{ ...CH, image: images }],
      virtualMachines: [vm('cloud-hypervisor')],
    });
    expect(one.errors).toEqual([]);
    expect(JSON.stringify(kubevirtOf(one.objects))).toContain(IMAGE);
    const mixed = objectsOf({
      nodes: MIXED,
      kubevirt: { defaultArchitecture: 'amd64' },
      hypervisors: [{ ...CH, image: images, realisation: 'cluster-image' }],
      virtualMachines: [vm('cloud-hypervisor')],
    });
    expect(mixed.errors.map(({ code }) => code)).toEqual(['PV409']);
  });

  test.each<[string, HypervisorDeclaration, string, string]>([
    ['no image', { name: 'cloud-hypervisor', realisation: 'cluster-image' }, 'PV407', 'proposal'],
    [
      'a device of its own',
      {
        ...CH,
        name: 'acme',
        extends: 'cloud-hypervisor',
        realisation: 'cluster-image',
        properties: { device: 'a.b/c' },
      },
      'PV407',
      'pod-policy',
    ],
    [
      'an unknown device',
      { name: 'xen', image: IMAGE, realisation: 'cluster-image', properties: { root: false } },
      'PV402',
      'properties.device',
    ],
    [
      'a daemon that runs as root',
      { name: 'xen', image: IMAGE, realisation: 'cluster-image', properties: { device: 'devices.kubevirt.io/kvm' } },
      'PV407',
      'write Root under featureGates of kubevirt',
    ],
    [
      'an environment',
      { ...CH, realisation: 'cluster-image', environment: { A: 'b' } },
      'PV407',
      'leave environment out',
    ],
    [
      'a privileged launcher',
      { ...CH, realisation: 'cluster-image', properties: { privileged: true } },
      'PV407',
      'proposal',
    ],
  ])('%s is in the way, and the alternative is named', (_what, hypervisor, code, alternative) => {
    const { errors } = objectsOf({ hypervisors: [hypervisor], virtualMachines: [vm(hypervisor.name)] });
    expect(errors.filter(({ path }) => path !== 'hypervisor')).toEqual([
      expect.objectContaining({ code, fix: expect.stringContaining(alternative) }),
    ]);
  });
});

describe('under HyperConverged', () => {
  const managed = (more: Partial<PlatformDeclaration>, hco = '1.18'): Partial<PlatformDeclaration> => ({
    target: { hco, kubernetes: '1.36' },
    kubevirt: undefined as never,
    hyperConverged: {},
    ...more,
  });
  const policy: HypervisorDeclaration = {
    name: 'acme',
    extends: 'cloud-hypervisor',
    realisation: 'pod-policy',
    image: { all: IMAGE },
    properties: { daemonOverhead: '30Mi', vmmOverhead: '40Mi' },
  };

  test.each([
    { version: 'v1beta1' as const, spec: { hypervisors: [{ name: 'hyperv-direct' }] } },
    { version: 'v1' as const, spec: { virtualization: { hypervisors: [{ name: 'hyperv-direct' }] } } },
  ])('native is written into its own field of $version', ({ version, spec }) => {
    const { objects, errors } = objectsOf(managed({ hyperConverged: { version }, virtualMachines: [vm('qemu-mshv')] }));
    expect(errors).toEqual([]);
    expect(objects.find(({ kind }) => kind === 'HyperConverged')?.spec).toMatchObject(spec);
  });

  test.each<[string, Partial<PlatformDeclaration>, string[]]>([
    ['1.17 cannot hand the hypervisor on', managed({ virtualMachines: [vm('qemu-mshv')] }, '1.17'), ['PV407']],
    [
      'components cannot be patched',
      managed({ hypervisors: [{ name: 'cloud-hypervisor', realisation: 'cluster-image', image: { all: IMAGE } }] }),
      ['PV407'],
    ],
    ['launchers are kept up to date by default', managed({ hypervisors: [policy] }), ['PV411']],
    [
      'a policy works where they are not',
      managed({ hypervisors: [policy], hyperConverged: { workloadUpdateMethods: [] } }),
      [],
    ],
  ])('%s', (_what, declaration, codes) => {
    expect(objectsOf(declaration).errors.map(({ code }) => code)).toEqual(codes);
  });
});

describe('proposal', () => {
  test('the field of the proposal is written where it is asked for, and nowhere else', () => {
    const { objects, errors } = objectsOf({
      hypervisors: [{ name: 'cloud-hypervisor', realisation: 'proposal' }],
      virtualMachines: [vm('cloud-hypervisor'), vm(undefined, 'db')],
      virtualMachineInstances: [vm('cloud-hypervisor', 'once')],
    });
    expect(errors).toEqual([]);
    const fields = objects
      .filter(({ kind }) => kind.startsWith('VirtualMachine'))
      .map(({ metadata, spec }) => [
        metadata.name,
        (spec as { template?: { spec: { hypervisor?: string } } }).template?.spec.hypervisor ??
          (spec as { hypervisor?: string }).hypervisor,
      ]);
    expect(Object.fromEntries(fields)).toEqual({
      once: 'cloud-hypervisor',
      web: 'cloud-hypervisor',
      db: undefined,
    });
  });
});

describe('the field of the proposal in finished manifests', () => {
  const { objects } = objectsOf({
    hypervisors: [{ name: 'cloud-hypervisor', realisation: 'proposal' }],
    virtualMachines: [vm('cloud-hypervisor')],
  });
  const context = { target: { kubevirt: '1.9' } };
  const found = (more: object) => checkObjects(objects, { ...context, ...more }).filter(({ code }) => code === 'PV040');

  test('is said to be what it is where nobody says that the build has it', () => {
    expect(found({})).toEqual([
      expect.objectContaining({
        path: 'spec.template.spec.hypervisor',
        what: expect.stringContaining('it belongs to the proposal for several hypervisors'),
        fix: expect.stringContaining('a build of KubeVirt that has it'),
      }),
    ]);
  });

  test('is right where the platform says so', () => {
    const hypervisorsInUse = {
      declared: [],
      cluster: 'qemu-kvm',
      realisations: { 'cloud-hypervisor': 'proposal' as const },
    };
    expect(found({ hypervisorsInUse })).toEqual([]);
  });
});

describe('what cannot be realised', () => {
  test.each(['vmware-esx', 'hyperv'])('%s is rejected since it is remote only', (name) => {
    for (const realisation of REALISATIONS) {
      const { errors } = objectsOf({ hypervisors: [{ name, realisation, image: IMAGE }] });
      expect(errors).toEqual([
        expect.objectContaining({ code: 'PV407', what: expect.stringContaining('remote only') }),
      ]);
    }
    const { errors } = objectsOf({ virtualMachines: [vm(name)] });
    expect(errors).toEqual([expect.objectContaining({ code: 'PV407', path: 'hypervisor' })]);
  });

  test('the ways that change more than expected are offered and not taken', () => {
    const { errors, objects } = objectsOf({ virtualMachines: [vm('cloud-hypervisor')] });
    expect(errors).toEqual([
      expect.objectContaining({
        code: 'PV407',
        fix: expect.stringMatching(/cluster-image \(write image.*pod-policy \(.*realisation: proposal/),
      }),
    ]);
    expect(objects.map(({ kind }) => kind)).toEqual(['KubeVirt', 'VirtualMachine']);
  });

  test.each<[string, Partial<PlatformDeclaration>, RegExp]>([
    [
      'a policy cannot give one VM the other device',
      {
        hypervisors: [{ name: 'qemu-mshv', realisation: 'pod-policy', image: { all: IMAGE } }],
        virtualMachines: [vm('qemu-mshv')],
      },
      /^choose native and name it for every VM of the cluster, or give its VMs a cluster of their own/,
    ],
    [
      'native is for all VMs',
      { virtualMachines: [vm('qemu-mshv'), vm(undefined, 'db')] },
      /^write hypervisor: qemu-mshv for it, or move it to another cluster$/,
    ],
    [
      'a policy is advised where it works',
      {
        hypervisors: [
          {
            name: 'cloud-hypervisor',
            image: { all: IMAGE },
            properties: { daemonOverhead: '30Mi', vmmOverhead: '64Mi' },
          },
        ],
        virtualMachines: [vm('cloud-hypervisor'), vm(undefined, 'db')],
      },
      /^choose realisation: pod-policy for cloud-hypervisor, or write hypervisor: cloud-hypervisor for it/,
    ],
  ])('one finding does not lead to another: %s', (_what, declaration, fix) => {
    const { errors } = objectsOf(declaration);
    expect(errors).toEqual([expect.objectContaining({ fix: expect.stringMatching(fix) })]);
  });

  test('two hypervisors for one cluster are one too many', () => {
    const { errors } = objectsOf({
      hypervisors: [
        { name: 'qemu-mshv', realisation: 'native' },
        { name: 'cloud-hypervisor', realisation: 'cluster-image', image: { all: IMAGE } },
      ],
    });
    expect(errors.map(({ code }) => code)).toEqual(['PV408']);
  });
});

describe('images', () => {
  const digest = (letter: string) => `registry.example/a@sha256:${letter.repeat(64)}`;

  test.each<{ image: HypervisorDeclaration['image']; nodes: typeof MIXED; codes: string[] }>([
    { image: 'registry.example/a:v1', nodes: MIXED, codes: ['PV410'] },
    { image: digest('a'), nodes: AMD64, codes: [] },
    { image: digest('a'), nodes: MIXED, codes: ['PV409'] },
    { image: { all: digest('a') }, nodes: MIXED, codes: [] },
    { image: { amd64: digest('a') }, nodes: AMD64, codes: [] },
    { image: { amd64: digest('a') }, nodes: MIXED, codes: ['PV409'] },
    { image: { amd64: digest('a'), arm64: digest('b') }, nodes: MIXED, codes: [] },
    { image: { amd64: digest('a'), arm64: digest('a') }, nodes: MIXED, codes: ['PV409'] },
    { image: { amd64: digest('a'), arm64: 'registry.example/a:arm' }, nodes: MIXED, codes: ['PV410'] },
    { image: {}, nodes: AMD64, codes: ['PV004'] },
  ])('$image on $nodes.length pools gives $codes', ({ image, nodes, codes }) => {
    const found = objectsOf({
      nodes,
      kubevirt: { defaultArchitecture: 'amd64' },
      hypervisors: [{ name: 'acme', extends: 'cloud-hypervisor', image: image! }],
    });
    expect(found.codes).toEqual(codes);
  });
});

test.each<[string, HypervisorDeclaration['properties'], RegExp]>([
  ['nobody knows', {}, /^measure .* write properties\.daemonOverhead/],
  [
    'more',
    { daemonOverhead: '60Mi', vmmOverhead: '64Mi' },
    /additionalGuestMemoryOverheadRatio of the KubeVirt resource/,
  ],
  ['less', { daemonOverhead: '1Mi', vmmOverhead: '1Mi' }, /^nothing has to be done/],
])('what to do about memory that KubeVirt does not reserve: %s', (_what, properties, fix) => {
  const { findings } = platformObjects({
    name: 'edge',
    target: { kubevirt: '1.9' },
    kubevirt: {},
    hypervisors: [
      { name: 'cloud-hypervisor', realisation: 'cluster-image', image: { all: IMAGE }, properties: properties! },
    ],
  });
  const said = findings
    .map(({ finding }) => finding)
    .filter(({ code, what }) => code === 'PV412' && /memory|takes/.test(what));
  expect(said).toEqual([expect.objectContaining({ fix: expect.stringMatching(fix) })]);
});
