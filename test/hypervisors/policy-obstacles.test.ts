import type { HypervisorDeclaration } from '../../src/hypervisors/declaration';
import type { KubeObject } from '../../src/kube/object';
import { platformObjects } from '../../src/model/manifests/platform';
import type { PlatformDeclaration } from '../../src/model/platform';
import { admit } from './admit';
import { launcherPod } from './launcher-pod';

const DIGEST = (letter: string) => `registry.example/acme@sha256:${letter.repeat(64)}`;
const [KVM, MSHV] = ['devices.kubevirt.io/kvm', 'devices.kubevirt.io/mshv'];

function policy(more: Partial<HypervisorDeclaration> = {}): HypervisorDeclaration {
  return {
    name: 'acme',
    extends: 'cloud-hypervisor',
    realisation: 'pod-policy',
    image: { all: DIGEST('a') },
    ...more,
    properties: { daemonOverhead: '30Mi', vmmOverhead: '64Mi', ...more.properties },
  };
}

function planned(hypervisors: readonly HypervisorDeclaration[], more: Partial<PlatformDeclaration> = {}) {
  const { objects, findings } = platformObjects({
    name: 'edge',
    target: { kubevirt: '1.9', kubernetes: '1.36' },
    nodes: [{ pool: 'intel', architecture: 'amd64' }],
    kubevirt: {},
    hypervisors,
    ...more,
  });
  return {
    policy: objects.find(({ object }) => object.kind === 'MutatingAdmissionPolicy')?.object,
    findings: findings.map(({ finding }) => finding),
    errors: findings.map(({ finding }) => finding).filter(({ severity }) => severity === 'error'),
  };
}

const ON_MSHV: HypervisorDeclaration = { name: 'qemu-mshv', realisation: 'native' };

describe('the device that KubeVirt asks for is the one of the cluster', () => {
  const pod = (device: string) =>
    launcherPod({
      architecture: 'amd64',
      labels: { 'polyvirt.io/hypervisor': 'acme' },
      limits: { [device]: '1' },
      requests: { [device]: '1' },
    });
  const resources = (object: KubeObject | undefined, device: string) => {
    const admission = admit(object!, pod(device)) as unknown as {
      object: { spec: { containers: { resources: object }[] } };
    };
    return admission.object.spec.containers[0]?.resources;
  };
  const OWN = { device: 'acme.example/vmm' };

  test('on Microsoft’s hypervisor it is mshv that is replaced', () => {
    const { policy: object, errors } = planned([ON_MSHV, policy({ properties: OWN })]);
    expect(errors).toEqual([]);
    expect(resources(object, MSHV)).toEqual({
      limits: { 'acme.example/vmm': '1' },
      requests: { 'acme.example/vmm': '1' },
    });
    expect(JSON.stringify(object)).not.toContain('kubevirt.io~1kvm');
  });

  test.each([KVM, MSHV])('where KubeVirt is installed by other means, %s is replaced too', (device) => {
    const { policy: object } = planned([policy({ properties: OWN })], { kubevirt: undefined as never });
    expect(resources(object, device)).toEqual({
      limits: { 'acme.example/vmm': '1' },
      requests: { 'acme.example/vmm': '1' },
    });
  });
});

test.each<[string, HypervisorDeclaration[], RegExp]>([
  [
    'qemu-mshv on a cluster of KVM',
    [policy({ name: 'qemu-mshv', extends: undefined as never })],
    /choose realisation|choose native/,
  ],
  [
    'your own on mshv on a cluster of KVM',
    [policy({ properties: { device: MSHV } })],
    /properties\.device: devices\.kubevirt\.io\/kvm/,
  ],
  ['one of KVM on a cluster of Microsoft’s', [ON_MSHV, policy()], /properties\.device: devices\.kubevirt\.io\/mshv/],
])('%s is rejected, since its nodes do not offer the device', (_what, hypervisors, fix) => {
  expect(planned(hypervisors).errors).toEqual([
    expect.objectContaining({
      code: 'PV407',
      path: expect.stringMatching(/realisation$/),
      what: expect.stringMatching(/needs devices\.kubevirt\.io\/(kvm|mshv), and KubeVirt of this cluster runs/),
      fix: expect.stringMatching(fix),
    }),
  ]);
});

test('your own on Microsoft’s hypervisor works where it says its device', () => {
  const { errors, policy: object } = planned([ON_MSHV, policy({ properties: { device: MSHV } })]);
  expect(errors).toEqual([]);
  expect(JSON.stringify(object)).not.toContain('devices.kubevirt.io');
});

test.each<[string, HypervisorDeclaration['image'], string, string[]]>([
  ['an image per architecture', { amd64: DIGEST('a'), arm64: DIGEST('b') }, '1.9', ['PV407']],
  ['a manifest list', { all: DIGEST('a') }, '1.9', []],
  ['a release that does not know the gate', { amd64: DIGEST('a'), arm64: DIGEST('b') }, '1.8', []],
])('CrossArchitectureVirtualization and %s', (_what, image, kubevirt, codes) => {
  const { errors } = planned([policy({ image: image! })], {
    target: { kubevirt, kubernetes: '1.36' },
    kubevirt: { featureGates: ['CrossArchitectureVirtualization'] },
  });
  expect(errors.filter(({ path }) => path?.startsWith('hypervisors')).map(({ code }) => code)).toEqual(codes);
});

test.each<[string, HypervisorDeclaration, Partial<PlatformDeclaration>, string[]]>([
  ['as root', policy({ extends: 'lxc' }), {}, ['PV407 error hypervisors[acme].properties.root']],
  ['as root with the gate for it', policy({ extends: 'lxc' }), { kubevirt: { featureGates: ['Root'] } }, []],
  ['without root after all', policy({ extends: 'lxc', properties: { root: false } }), {}, []],
  [
    'as root where KubeVirt is installed by other means',
    policy({ extends: 'lxc' }),
    { kubevirt: undefined as never },
    ['PV412 warning hypervisors[acme].realisation', 'PV412 warning hypervisors[acme].realisation'],
  ],
])('a daemon that runs %s', (_what, hypervisor, more, expected) => {
  const said = planned([hypervisor], more).findings.filter(({ severity }) => severity !== 'info');
  expect(said.map(({ code, severity, path }) => `${code} ${severity} ${path}`)).toEqual(expected);
});

test('what somebody else’s KubeVirt does with launchers is said to be unknown', () => {
  const { findings } = planned([policy()], { kubevirt: undefined as never });
  expect(findings.filter(({ severity }) => severity === 'warning')).toEqual([
    expect.objectContaining({ code: 'PV412', what: expect.stringContaining('keeps launchers up to date') }),
  ]);
});

describe('images of a policy are for the VMs that name it', () => {
  const MIXED: Partial<PlatformDeclaration> = {
    nodes: [
      { pool: 'intel', architecture: 'amd64' },
      { pool: 'ampere', architecture: 'arm64' },
    ],
    kubevirt: { defaultArchitecture: 'amd64' },
  };
  const vms = (...architectures: ('amd64' | 'arm64' | undefined)[]): Partial<PlatformDeclaration> => ({
    ...MIXED,
    virtualMachines: architectures.map((architecture, i) => ({
      name: `web-${i}`,
      memory: '1Gi',
      hypervisor: 'acme',
      ...(architecture === undefined ? {} : { architecture }),
    })),
  });

  test.each<{ image: HypervisorDeclaration['image']; on: Partial<PlatformDeclaration>; codes: string[] }>([
    { image: { amd64: DIGEST('a') }, on: vms('amd64'), codes: [] },
    { image: { amd64: DIGEST('a') }, on: vms(undefined), codes: [] },
    { image: { amd64: DIGEST('a') }, on: vms('amd64', 'arm64'), codes: ['PV409'] },
    { image: { amd64: DIGEST('a') }, on: vms('arm64'), codes: ['PV409'] },
    { image: DIGEST('a'), on: vms('arm64'), codes: [] },
    { image: DIGEST('a'), on: vms('amd64', 'arm64'), codes: ['PV409'] },
    { image: { amd64: DIGEST('a') }, on: MIXED, codes: [] },
  ])('$image for $on.virtualMachines gives $codes', ({ image, on, codes }) => {
    expect(planned([policy({ image: image! })], on).errors.map(({ code }) => code)).toEqual(codes);
  });
});
