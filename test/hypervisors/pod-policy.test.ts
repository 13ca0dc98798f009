import { launcherPod as predictedPod } from '../../src/cluster/judge/library';
import type { HypervisorDeclaration } from '../../src/hypervisors/declaration';
import type { KubeObject } from '../../src/kube/object';
import { parseQuantity } from '../../src/kube/quantity';
import { hypervisorsInUse } from '../../src/model/hypervisors';
import { platformObjects } from '../../src/model/manifests/platform';
import type { PlatformDeclaration } from '../../src/model/platform';
import { admit, refusals } from './admit';
import { type LauncherPodOptions, launcherPod } from './launcher-pod';

const DIGEST = (letter: string) => `registry.example/acme@sha256:${letter.repeat(64)}`;

const ACME: HypervisorDeclaration = {
  name: 'acme',
  extends: 'cloud-hypervisor',
  realisation: 'pod-policy',
  image: { amd64: DIGEST('a'), arm64: DIGEST('b') },
  environment: { ACME_LOG: 'say "hi"' },
  properties: { device: 'acme.example/vmm', daemonOverhead: '30Mi', vmmOverhead: '64Mi' },
};

function platform(hypervisor: HypervisorDeclaration, kubernetes = '1.36', more: Partial<PlatformDeclaration> = {}) {
  return platformObjects({
    name: 'edge',
    target: { kubevirt: '1.9', kubernetes },
    nodes: [
      { pool: 'intel', architecture: 'amd64' },
      { pool: 'ampere', architecture: 'arm64' },
    ],
    hypervisors: [hypervisor],
    virtualMachines: [{ name: 'web', architecture: 'amd64', memory: '1Gi', hypervisor: hypervisor.name }],
    ...more,
  });
}

function policyOf(hypervisor: HypervisorDeclaration, kind = 'MutatingAdmissionPolicy'): KubeObject {
  const { objects } = platform(hypervisor);
  return objects.find(({ object }) => object.kind === kind)!.object;
}

/** The contract with the image, for what extends Cloud Hypervisor. */
const TOLD = {
  POLYVIRT_HYPERVISOR: 'acme',
  POLYVIRT_LIBVIRT_SOCKET: '/var/run/libvirt/virtchd-sock',
  POLYVIRT_DISK_DRIVER: 'none',
  POLYVIRT_PROCESS_PREFIXES: 'cloud-hypervisor',
  POLYVIRT_LIBVIRT_DAEMON: 'virtchd',
  POLYVIRT_VIRTLOGD: 'false',
  LIBVIRT_DEFAULT_URI: 'ch:///session',
  POLYVIRT_PID_FOLDER: '/run/libvirt/ch',
  POLYVIRT_EMULATOR: '/usr/bin/cloud-hypervisor',
  POLYVIRT_FIRMWARE: '/usr/share/cloud-hypervisor/CLOUDHV_EFI.fd',
  ACME_LOG: 'say "hi"',
};
const TOLD_ENV = Object.entries(TOLD).map(([name, value]) => ({ name, value }));

const LABELLED: LauncherPodOptions = { architecture: 'amd64', labels: { 'polyvirt.io/hypervisor': 'acme' } };

function compute(pod: KubeObject) {
  const { containers } = pod.spec as { containers: { name: string; [key: string]: unknown }[] };
  return containers.find(({ name }) => name === 'compute')!;
}

function changed(hypervisor: HypervisorDeclaration, options: LauncherPodOptions) {
  const admission = admit(policyOf(hypervisor), launcherPod(options));
  if (admission.is !== 'changed') {
    throw new Error(JSON.stringify(admission));
  }
  return admission.object;
}

test('the label of the VM is that of the policy', () => {
  const { objects } = platform(ACME);
  const vm = objects.find(({ object }) => object.kind === 'VirtualMachine')!.object;
  expect(vm.spec).toMatchObject({ template: { metadata: { labels: { 'polyvirt.io/hypervisor': 'acme' } } } });
  const { spec } = policyOf(ACME) as unknown as { spec: { matchConstraints: unknown } };
  expect(spec.matchConstraints).toMatchObject({
    objectSelector: { matchLabels: { 'kubevirt.io': 'virt-launcher', 'polyvirt.io/hypervisor': 'acme' } },
    resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'], scope: '*' }],
  });
});

test('a labelled launcher pod gets image, device, memory and environment, and nothing else changes', () => {
  const before = launcherPod(LABELLED);
  const after = changed(ACME, LABELLED);
  expect(compute(after)).toEqual({
    name: 'compute',
    image: DIGEST('a'),
    env: [{ name: 'XDG_CACHE_HOME', value: '/var/run/kubevirt-private' }, ...TOLD_ENV],
    resources: {
      limits: { 'acme.example/vmm': '1', 'devices.kubevirt.io/tun': '1' },
      requests: {
        cpu: '100m',
        'ephemeral-storage': '50M',
        'acme.example/vmm': '1',
        'devices.kubevirt.io/tun': '1',
        // 1294Mi, and 244Mi of overhead instead of QEMU's 220Mi.
        memory: String((1294 + 24) * 1024 * 1024),
      },
    },
  });
  const rest = (pod: KubeObject) => ({
    ...pod,
    spec: { ...(pod.spec as object), containers: (pod.spec as { containers: object[] }).containers.slice(1) },
  });
  expect(rest(after)).toEqual(rest(before));
});

test.each([
  { architecture: 'amd64', image: DIGEST('a') },
  { architecture: 'arm64', image: DIGEST('b') },
])('a pod for $architecture gets the image of its architecture', ({ architecture, image }) => {
  expect(compute(changed(ACME, { ...LABELLED, architecture })).image).toBe(image);
});

test.each<[string, LauncherPodOptions, string]>([
  ['an architecture without an image', { ...LABELLED, architecture: 's390x' }, 's390x'],
  ['no architecture at all', { labels: LABELLED.labels! }, 'no architecture'],
])(
  'a pod that is bound to %s is left alone by one policy, and refused in one line by the other',
  (_what, options, bound) => {
    const pod = launcherPod(options);
    expect(admit(policyOf(ACME), pod)).toEqual({ is: 'untouched' });
    expect(refusals(policyOf(ACME, 'ValidatingAdmissionPolicy'), pod)).toEqual([
      `no launcher image of acme for this pod: it has images for amd64, arm64, and the pod is bound to ${bound}`,
    ]);
  },
);

test('a pod that was created before the policy acts is rejected, so that KubeVirt tries again', () => {
  const [said, ...others] = refusals(policyOf(ACME, 'ValidatingAdmissionPolicy'), launcherPod(LABELLED));
  expect(others).toEqual([]);
  expect(said).toMatch(
    /^the policy polyvirt-hypervisor-acme has not given it the launcher image of acme: .*about a second.*tries again$/,
  );
  expect(said).not.toContain('\n');
  expect(said!.length).toBeLessThan(250);
});

test.each<[string, HypervisorDeclaration, LauncherPodOptions]>([
  ['an image per architecture', ACME, LABELLED],
  ['an image for all', { ...ACME, image: { all: DIGEST('c') } }, { labels: LABELLED.labels! }],
  ['an image for all and one for arm64', { ...ACME, image: { all: DIGEST('c'), arm64: DIGEST('b') } }, LABELLED],
])('a pod that was changed passes: %s', (_what, hypervisor, options) => {
  expect(refusals(policyOf(hypervisor, 'ValidatingAdmissionPolicy'), changed(hypervisor, options))).toEqual([]);
});

test('pods of other VMs pass', () => {
  expect(refusals(policyOf(ACME, 'ValidatingAdmissionPolicy'), launcherPod({ architecture: 's390x' }))).toEqual([]);
});

test('a policy that rejects is bound, and denies', () => {
  const name = 'polyvirt-hypervisor-acme';
  expect(policyOf(ACME, 'ValidatingAdmissionPolicyBinding')).toMatchObject({
    metadata: { name },
    spec: { policyName: name, validationActions: ['Deny'] },
  });
});

test('an image for QEMU is told which hypervisor it is for, and nothing that it has built in', () => {
  const own: HypervisorDeclaration = {
    name: 'acme',
    extends: 'qemu-kvm',
    realisation: 'pod-policy',
    image: { all: DIGEST('c') },
  };
  expect(compute(changed(own, LABELLED)).env).toContainEqual({ name: 'POLYVIRT_HYPERVISOR', value: 'acme' });
  expect(compute(changed(own, LABELLED)).env).toHaveLength(2);
});

test('what the platform says of a variable wins', () => {
  const own = { ...ACME, environment: { LIBVIRT_DEFAULT_URI: 'test:///default' } };
  expect(compute(changed(own, LABELLED)).env).toContainEqual({ name: 'LIBVIRT_DEFAULT_URI', value: 'test:///default' });
  expect(JSON.stringify(compute(changed(own, LABELLED)).env)).not.toContain('ch:///session');
});

test.each<[string, KubeObject]>([
  ['the launcher pod of another machine', launcherPod({ architecture: 'amd64' })],
  [
    'the launcher pod of another hypervisor',
    launcherPod({ architecture: 'amd64', labels: { 'polyvirt.io/hypervisor': 'other' } }),
  ],
  [
    'a labelled pod that is no launcher',
    launcherPod({ ...LABELLED, labels: { ...LABELLED.labels, 'kubevirt.io': 'x' } }),
  ],
  ['a labelled pod that belongs to no instance', launcherPod({ ...LABELLED, owner: 'ReplicaSet' })],
])('%s stays as it is', (_what, pod) => {
  expect(admit(policyOf(ACME), pod)).toEqual({ is: 'untouched' });
});

test('the guest’s container is found wherever it is', () => {
  const after = changed(ACME, { ...LABELLED, before: [{ name: 'istio-proxy', image: 'istio:1' }] });
  expect((after.spec as { containers: unknown[] }).containers[0]).toEqual({ name: 'istio-proxy', image: 'istio:1' });
  expect(compute(after).image).toBe(DIGEST('a'));
});

test('a pod without the device, or with a limit of memory, is changed where it has something', () => {
  const after = changed(ACME, {
    ...LABELLED,
    limits: { memory: '2Gi' },
    requests: { memory: '2Gi' },
  });
  const memory = String((2048 + 24) * 1024 * 1024);
  expect(compute(after).resources).toEqual({ limits: { memory }, requests: { memory } });
});

test('a manifest list needs no architecture, and a device that is not needed is taken away', () => {
  const light: HypervisorDeclaration = {
    name: 'acme',
    extends: 'lxc',
    realisation: 'pod-policy',
    image: { all: DIGEST('c') },
    properties: { daemonOverhead: '20Mi', vmmOverhead: '0' },
  };
  const after = changed(light, { labels: LABELLED.labels! });
  expect(compute(after)).toMatchObject({
    image: DIGEST('c'),
    resources: { limits: { 'devices.kubevirt.io/tun': '1' } },
  });
  // 170Mi instead of 220Mi.
  expect(compute(after).resources).toMatchObject({ requests: { memory: String((1294 - 50) * 1024 * 1024) } });
  expect(JSON.stringify(after)).not.toContain('devices.kubevirt.io/kvm');
});

test.each([
  { kubernetes: '1.32', version: 'v1alpha1', codes: ['PV412', 'PV412', 'PV417'] },
  { kubernetes: '1.33', version: 'v1alpha1', codes: ['PV412', 'PV412', 'PV417'] },
  { kubernetes: '1.34', version: 'v1beta1', codes: ['PV412', 'PV412', 'PV417'] },
  { kubernetes: '1.36', version: 'v1', codes: ['PV412', 'PV417'] },
])('Kubernetes $kubernetes gets $version', ({ kubernetes, version, codes }) => {
  const { objects, findings } = platform(ACME, kubernetes, { kubevirt: { defaultArchitecture: 'amd64' } });
  const policies = objects.map(({ object }) => object).filter(({ kind }) => kind.startsWith('MutatingAdmissionPolicy'));
  expect(policies.map(({ apiVersion, kind }) => [apiVersion, kind])).toEqual([
    [`admissionregistration.k8s.io/${version}`, 'MutatingAdmissionPolicy'],
    [`admissionregistration.k8s.io/${version}`, 'MutatingAdmissionPolicyBinding'],
  ]);
  expect(policies[1]?.spec).toEqual({ policyName: policies[0]?.metadata.name });
  const said = findings.filter(({ at }) => at.length === 0).map(({ finding }) => finding.code);
  expect(said).toEqual(codes);
});

test.each<[string, Partial<PlatformDeclaration>, string, RegExp]>([
  ['an unknown Kubernetes', { target: { kubevirt: '1.9' } }, 'PV407', /target\.kubernetes/],
  ['an old Kubernetes', { target: { kubevirt: '1.9', kubernetes: '1.31' } }, 'PV407', /1\.36/],
  [
    'launchers that are kept up to date',
    { kubevirt: { defaultArchitecture: 'amd64', workloadUpdateMethods: ['LiveMigrate'] } },
    'PV411',
    /workloadUpdateMethods/,
  ],
])('%s is rejected', (_what, more, code, fix) => {
  const { findings } = platform(ACME, '1.36', more);
  expect(findings.map(({ finding }) => finding).filter(({ severity }) => severity === 'error')).toEqual([
    expect.objectContaining({ code, fix: expect.stringMatching(fix) }),
  ]);
});

test('what is not measured has to be said', () => {
  const { properties, ...unmeasured } = ACME;
  const { findings } = platform(unmeasured);
  expect(findings.map(({ finding }) => finding).filter(({ severity }) => severity === 'error')).toEqual([
    expect.objectContaining({
      code: 'PV402',
      path: 'hypervisors[acme].properties',
      what: 'acme has no value for daemonOverhead and vmmOverhead',
    }),
  ]);
});

test.each([
  { architecture: 'amd64' as const, image: DIGEST('a') },
  { architecture: 'arm64' as const, image: DIGEST('b') },
])('the pod that KubeVirt will make for a declared VM on $architecture is changed', ({ architecture, image }) => {
  const { objects } = platform(ACME, '1.36', {
    kubevirt: { defaultArchitecture: 'amd64' },
    virtualMachines: [{ name: 'web', architecture, memory: '1Gi', hypervisor: 'acme' }],
  });
  const [kubevirt, vm] = ['KubeVirt', 'VirtualMachine'].map(
    (kind) => objects.find(({ object }) => object.kind === kind)!.object,
  );
  const { pod } = predictedPod(vm!, { target: { kubevirt: '1.9' }, existing: [kubevirt!] });
  // The API server knows the owner, and copies limits to requests that are not there.
  const owned = structuredClone(pod) as KubeObject & { metadata: { ownerReferences: unknown } };
  owned.metadata.ownerReferences = [{ kind: 'VirtualMachineInstance', name: 'web' }];
  const before = compute(owned).resources as { limits: Record<string, string>; requests: Record<string, string> };
  const admission = admit(policyOf(ACME), owned);
  expect(admission.is).toBe('changed');
  const after = compute((admission as { object: KubeObject }).object);
  expect(after.image).toBe(image);
  const { 'devices.kubevirt.io/kvm': kvm, ...limits } = before.limits;
  expect(after.resources).toMatchObject({ limits: { ...limits, 'acme.example/vmm': kvm } });
  const bytes = (memory: string) => parseQuantity(memory)!.nano / 1_000_000_000n;
  const grown = (after.resources as typeof before).requests.memory!;
  expect(bytes(grown) - bytes(before.requests.memory!)).toBe(24n * 1024n * 1024n);
});

describe('the pod as it is foretold', () => {
  const LIGHT: HypervisorDeclaration = {
    name: 'acme',
    extends: 'lxc',
    realisation: 'pod-policy',
    image: { all: DIGEST('c'), arm64: DIGEST('d') },
    properties: { daemonOverhead: '20Mi', vmmOverhead: '0', root: false },
  };

  function foretold(hypervisor: HypervisorDeclaration, architecture: 'amd64' | 'arm64', more: object = {}) {
    const { context, objects } = platform(hypervisor, '1.36', {
      kubevirt: { defaultArchitecture: 'amd64', ...more },
      virtualMachines: [{ name: 'web', architecture, memory: '1Gi', hypervisor: 'acme' }],
    });
    const existing = objects.map(({ object }) => object);
    const vm = existing.find(({ kind }) => kind === 'VirtualMachine')!;
    const options = { target: { kubevirt: '1.9' }, existing };
    return {
      before: predictedPod(vm, options),
      after: predictedPod(vm, { ...options, ...hypervisorsInUse(context) }),
      policy: existing.find(({ kind }) => kind === 'MutatingAdmissionPolicy')!,
    };
  }

  test.each([
    { hypervisor: ACME, architecture: 'amd64' as const },
    { hypervisor: ACME, architecture: 'arm64' as const },
    { hypervisor: LIGHT, architecture: 'amd64' as const },
    { hypervisor: LIGHT, architecture: 'arm64' as const },
  ])('is what the policy makes of it: $hypervisor.extends on $architecture', ({ hypervisor, architecture }) => {
    const { before, after, policy } = foretold(hypervisor, architecture);
    const owned = structuredClone(before.pod) as KubeObject & { metadata: { ownerReferences?: unknown } };
    owned.metadata.ownerReferences = [{ kind: 'VirtualMachineInstance', name: 'web' }];
    const { object } = admit(policy, owned) as unknown as { object: typeof owned };
    delete object.metadata.ownerReferences;
    expect(after.pod).toEqual(object);
    expect(after.pod).not.toEqual(before.pod);
  });

  test('each line that the policy changes says so', () => {
    const { after } = foretold(ACME, 'amd64');
    const reasons = after.lines
      .filter(({ reason }) => reason.includes('by the policy of acme'))
      .map(({ path, value, reason }) => [path.replace('spec.containers[compute].', ''), value, reason]);
    expect(reasons).toEqual([
      ['image', DIGEST('a'), 'the launcher image of acme, by the policy of acme'],
      ['resources.limits["acme.example/vmm"]', '1', 'instead of devices.kubevirt.io/kvm, by the policy of acme'],
      // 1024 + 220 + 8 + 8 for a guest without a screen, and 24 more.
      [
        'resources.requests.memory',
        String((1260 + 24) * 1024 * 1024),
        expect.stringMatching(
          /^1Gi for the guest and 236Mi around it: .*; that is 1260Mi, made 1284Mi, 24Mi more than for QEMU, by the policy of acme$/,
        ),
      ],
      ['env', TOLD_ENV, 'after what KubeVirt sets, which is not shown, by the policy of acme'],
    ]);
    expect(after.lines.map(({ path }) => path)).not.toContain(
      'spec.containers[compute].resources.limits["devices.kubevirt.io/kvm"]',
    );
  });

  test('a label whose policy nobody explains is not known', () => {
    const { before } = foretold(ACME, 'amd64');
    expect(before.unknown).toContainEqual(
      expect.stringContaining('what the policy polyvirt-hypervisor-acme changes: no platform at hand'),
    );
    const pod = predictedPod(
      {
        apiVersion: 'kubevirt.io/v1',
        kind: 'VirtualMachineInstance',
        metadata: { name: 'web', labels: { 'polyvirt.io/hypervisor': 'acme' } },
        spec: { architecture: 'amd64', domain: { memory: { guest: '1Gi' } } },
      },
      { target: { kubevirt: '1.9' } },
    );
    expect(pod.unknown).toContainEqual(expect.stringContaining('no policy for it is at hand'));
  });

  test('a pod that the policy rejects will not be there', () => {
    const { after } = foretold({ ...ACME, image: { amd64: DIGEST('a') } }, 'arm64');
    expect(after).toEqual({
      lines: [],
      unknown: [
        'there will be no pod: the policy of acme rejects the pod: it is bound to arm64, for which there is no image',
      ],
    });
  });

  test('one for all serves a pod that is bound to nothing', () => {
    expect(compute(changed(LIGHT, { labels: LABELLED.labels! })).image).toBe(DIGEST('c'));
  });
});
