import { checkObjects } from '../../src/cluster/judge/apply-rules';
import type { HypervisorDeclaration } from '../../src/hypervisors/declaration';
import type { KubeObject } from '../../src/kube/object';
import { platformObjects } from '../../src/model/manifests/platform';
import type { PlatformDeclaration } from '../../src/model/platform';
import { domainDialect } from '../../src/schema/plugin/cel-check';
import { afterHook, type CompiledExpression, compile, DOMAIN_TYPE, holds } from '../../src/schema/plugin/compile';
import { DOMAINS, TOO_MANY } from './domains';

const IMAGE = `registry.example/ch@sha256:${'c'.repeat(64)}`;

const CH: HypervisorDeclaration = {
  name: 'cloud-hypervisor',
  realisation: 'plugin',
  image: { all: IMAGE },
  properties: { daemonOverhead: '30Mi', vmmOverhead: '64Mi' },
};
const XEN: HypervisorDeclaration = {
  ...CH,
  name: 'xen',
  properties: { ...CH.properties, root: false, device: 'xen.example/dev', emulator: '/usr/bin/qemu-system-i386' },
};
/** QEMU but for its machine and a driver without CD drives. */
const ACME: HypervisorDeclaration = {
  ...CH,
  name: 'acme',
  extends: 'qemu-kvm',
  properties: { virtType: 'acme', emulator: '/opt/acme/bin/acmevm', machine: 'acme-1.0', bootOrder: true },
  features: { cdrom: false, iso: false, ballooning: false, sound: false },
};
const PROFILES = [CH, XEN, ACME];

function objectsOf(hypervisor: HypervisorDeclaration, more: Partial<PlatformDeclaration> = {}) {
  const { objects, findings } = platformObjects({
    name: 'edge',
    target: { kubevirt: '1.9', kubernetes: '1.36' },
    nodes: [{ pool: 'intel', architecture: 'amd64' }],
    kubevirt: {},
    hypervisors: [hypervisor],
    virtualMachines: [{ name: 'web', architecture: 'amd64', memory: '1Gi', hypervisor: hypervisor.name }],
    ...more,
  });
  return {
    objects: objects.map(({ object }) => object),
    findings: findings.map(({ finding }) => finding),
    errors: findings.map(({ finding }) => finding).filter(({ severity }) => severity === 'error'),
  };
}

const kinds = (objects: readonly KubeObject[]) => objects.map(({ kind }) => kind);
const pluginOf = (hypervisor: HypervisorDeclaration) =>
  objectsOf(hypervisor).objects.find(({ kind }) => kind === 'Plugin')!;

interface PluginSpec {
  readonly condition: string;
  readonly domainHooks: readonly { readonly condition?: string; readonly cel: { readonly expression: string } }[];
}

function compiled(text: string, gives: 'bool' | typeof DOMAIN_TYPE): CompiledExpression {
  const found = compile(text, gives, domainDialect());
  if (found === undefined || 'refused' in found) {
    throw new Error(`${found?.refused}: ${text}`);
  }
  return found;
}

/** One run of all hooks, as the launcher runs them. */
function run(
  plugin: KubeObject,
  domainSpec: object,
  labels: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const { condition, domainHooks } = plugin.spec as unknown as PluginSpec;
  const vmi = { Name: 'web', Namespace: 'lab', Labels: labels, ObjectMeta: { Name: 'web', Labels: labels }, Spec: {} };
  let domain = domainSpec as Record<string, unknown>;
  if (!holds(compiled(condition, 'bool'), { domainSpec: domain, vmi })) {
    return domain;
  }
  for (const hook of domainHooks) {
    const inputs = { domainSpec: domain, vmi };
    if (hook.condition === undefined || holds(compiled(hook.condition, 'bool'), inputs)) {
      domain = afterHook(compiled(hook.cel.expression, DOMAIN_TYPE), inputs);
    }
  }
  return domain;
}

const labelled = ({ name }: HypervisorDeclaration) => ({ 'polyvirt.io/hypervisor': name });
const disksOf = (domain: object) => (domain as { Devices: { Disks: Disk[] } }).Devices.Disks;

interface Disk {
  readonly Device: string;
  readonly Target: { readonly Dev: string; readonly Bus: string };
  readonly Alias: { readonly Name: string };
  readonly Boot?: { readonly Order: number | bigint };
}

test('a Plugin and the policies for the pods are written, the gate is on, and nothing stands against them', () => {
  const { objects, errors } = objectsOf(CH);
  expect(errors).toEqual([]);
  expect(kinds(objects)).toEqual([
    'KubeVirt',
    'MutatingAdmissionPolicy',
    'MutatingAdmissionPolicyBinding',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding',
    'Plugin',
    'VirtualMachine',
  ]);
  expect(objects[0]?.spec).toMatchObject({
    configuration: { developerConfiguration: { featureGates: ['Plugins'] } },
  });
  expect(objects.at(-1)?.spec).toMatchObject({
    template: { metadata: { labels: { 'polyvirt.io/hypervisor': 'cloud-hypervisor' } } },
  });
  expect(pluginOf(CH)).toMatchObject({
    metadata: { name: 'polyvirt-hypervisor-cloud-hypervisor' },
    spec: {
      condition: '"polyvirt.io/hypervisor" in vmi.Labels && vmi.Labels["polyvirt.io/hypervisor"] == "cloud-hypervisor"',
      failureStrategy: 'Fail',
      mutatingAdmissionPolicies: [{ name: 'polyvirt-hypervisor-cloud-hypervisor' }],
      validatingAdmissionPolicies: [{ name: 'polyvirt-hypervisor-cloud-hypervisor' }],
    },
  });
});

test.each(PROFILES)('check has nothing to say about the Plugin of $name', (hypervisor) => {
  const { objects } = objectsOf(hypervisor);
  const found = checkObjects(objects, { target: { kubevirt: '1.9', kubernetes: '1.36' } });
  expect(found.filter(({ object }) => object?.kind !== 'VirtualMachine' && object?.kind !== 'KubeVirt')).toEqual([]);
});

const RUNS = PROFILES.flatMap((hypervisor) =>
  Object.keys(DOMAINS).map((what) => ({ name: hypervisor.name, hypervisor, what })),
);

test.each(RUNS)(
  '$name: a domain with $what comes out the same after one, two and three runs',
  ({ hypervisor, what }) => {
    const plugin = pluginOf(hypervisor);
    const once = run(plugin, DOMAINS[what]!, labelled(hypervisor));
    const twice = run(plugin, once, labelled(hypervisor));
    expect(twice).toEqual(once);
    expect(run(plugin, twice, labelled(hypervisor))).toEqual(once);
  },
);

test.each(RUNS)('$name: a domain with $what has each name once and keeps its disks', ({ hypervisor, what }) => {
  const before = disksOf(DOMAINS[what]!);
  const after = disksOf(run(pluginOf(hypervisor), DOMAINS[what]!, labelled(hypervisor)));
  const names = after.map(({ Target }) => Target.Dev);
  expect(new Set(names).size).toBe(names.length);
  const kept = hypervisor === XEN ? before : before.filter((each) => 'Source' in each);
  expect(after.map(({ Alias }) => Alias.Name)).toEqual(kept.map(({ Alias }) => Alias.Name));
});

test.each(Object.keys(DOMAINS))('Cloud Hypervisor has only virtio disks, with %s', (what) => {
  const after = disksOf(run(pluginOf(CH), DOMAINS[what]!, labelled(CH)));
  expect(new Set(after.map(({ Device, Target }) => `${Device} ${Target.Bus}`))).toEqual(
    new Set(after.length === 0 ? [] : ['disk virtio']),
  );
});

test.each(PROFILES)('domains of other VMs stay as they are: $name', (hypervisor) => {
  const plugin = pluginOf(hypervisor);
  for (const labels of [{}, { 'polyvirt.io/hypervisor': 'other' }, { app: 'web' }]) {
    expect(run(plugin, DOMAINS['cloud-init on a CD drive']!, labels)).toBe(DOMAINS['cloud-init on a CD drive']);
  }
});

test('Cloud Hypervisor gets its type, program and firmware, and nothing that it rejects', () => {
  const after = run(pluginOf(CH), DOMAINS['cloud-init on a CD drive']!, labelled(CH));
  expect(after).toEqual({
    Type: 'kvm',
    Name: 'lab_web',
    UUID: '5d307ca9-b3ef-428c-8861-06e72d69f223',
    Memory: { Value: 1073741824, Unit: 'b' },
    VCPU: { Placement: 'static', Value: 2 },
    CPU: { Mode: 'host-model', Topology: { Sockets: 1, Cores: 2, Threads: 1 } },
    OS: {
      Type: { Arch: 'x86_64', Machine: '', Type: 'hvm' },
      Kernel: '/usr/share/cloud-hypervisor/CLOUDHV_EFI.fd',
    },
    SysInfo: [],
    Devices: {
      Emulator: '/usr/bin/cloud-hypervisor',
      Disks: [
        {
          Device: 'disk',
          Driver: { Type: 'raw' },
          Source: { File: { File: '/var/run/kubevirt-private/vmi-disks/rootdisk/disk.img' } },
          Target: { Bus: 'virtio', Dev: 'vda' },
          Serial: '',
          Alias: { Name: 'ua-rootdisk' },
          Boot: { Order: 1 },
        },
        {
          Device: 'disk',
          Driver: { Type: 'raw' },
          Source: { File: { File: '/var/run/kubevirt-private/vmi-disks/cloudinit/disk.img' } },
          Target: { Bus: 'virtio', Dev: 'vdy' },
          ReadOnly: {},
          Serial: '',
          Alias: { Name: 'ua-cloudinit' },
        },
      ],
      Controllers: [],
      Channels: [],
      Interfaces: (DOMAINS['one virtio disk'] as { Devices: { Interfaces: unknown } }).Devices.Interfaces,
      Serials: [{ Source: { UNIX: { Mode: 'bind' } }, Target: { Port: 0 } }],
      Consoles: [{ Source: { Pty: {} }, Target: { Type: 'serial', Port: 0 } }],
      Graphics: [],
      Videos: [],
      Sounds: [],
      Audios: [],
      Inputs: [],
    },
  });
});

test.each<[string, object]>([
  ['a kernel of its own', { Kernel: '/k' }],
  ['UEFI', { Kernel: '/usr/share/cloud-hypervisor/CLOUDHV_EFI.fd' }],
])('the firmware of a VM with %s', (what, os) => {
  const { OS } = run(pluginOf(CH), DOMAINS[what]!, labelled(CH));
  expect(OS).toEqual({ Type: expect.objectContaining({ Machine: '' }), ...os });
});

test('a type of QEMU’s under emulation becomes that of the hypervisor', () => {
  expect(run(pluginOf(CH), DOMAINS['under emulation']!, labelled(CH)).Type).toBe('kvm');
  expect(run(pluginOf(XEN), DOMAINS['under emulation']!, labelled(XEN)).Type).toBe('xen');
});

test.each(PROFILES)('more disks than there are names for keep a VM from starting: $name', (hypervisor) => {
  expect(() => run(pluginOf(hypervisor), TOO_MANY, labelled(hypervisor))).toThrow(/index out of bounds/);
});

test('one that is like QEMU keeps what it is not about', () => {
  const before = DOMAINS['a disk on each bus']!;
  const after = run(pluginOf(ACME), before, labelled(ACME));
  expect(after).toMatchObject({ Type: 'acme', OS: { Type: { Machine: 'acme-1.0' }, SMBios: { Mode: 'sysinfo' } } });
  const { MemBalloon, Controllers, Graphics } = after.Devices as Record<string, unknown>;
  expect(MemBalloon).toBeUndefined();
  expect([Controllers, Graphics]).toEqual([expect.anything(), expect.anything()]);
  expect(disksOf(after).map(({ Device, Target: { Bus, Dev } }) => `${Device} ${Bus} ${Dev}`)).toEqual([
    'disk virtio vda',
    'disk sata sda',
    'disk scsi sdb',
    'disk usb sdc',
    'disk virtio vdv',
  ]);
  expect(disksOf(after)[3]).toMatchObject({ BlockIO: { LogicalBlockSize: 4096 }, Driver: { Discard: 'unmap' } });
});

test.each([
  { what: 'no boot order', orders: [1, 2] },
  { what: 'cloud-init on a CD drive', orders: [1, undefined] },
  { what: 'a boot order at the network', orders: [undefined, undefined] },
])('a hypervisor that needs a boot order gets one, with $what', ({ what, orders }) => {
  const after = disksOf(run(pluginOf(ACME), DOMAINS[what]!, labelled(ACME)));
  expect(after.map(({ Boot }) => (Boot === undefined ? undefined : Number(Boot.Order)))).toEqual(orders);
});

test('qemu-kvm has no Plugin, and a VM on it none either', () => {
  const { errors } = objectsOf({ name: 'qemu-kvm', realisation: 'plugin', image: { all: IMAGE } });
  expect(errors).toEqual([
    expect.objectContaining({ code: 'PV407', what: expect.stringContaining('would change nothing') }),
  ]);
  const { objects } = objectsOf({ name: 'qemu-kvm' });
  expect(kinds(objects)).toEqual(['KubeVirt', 'VirtualMachine']);
});

test.each(['1.8', '1.7'])('KubeVirt %s has no Plugins: the policy alone is written, and that is said', (kubevirt) => {
  const { objects, findings, errors } = objectsOf(CH, { target: { kubevirt, kubernetes: '1.36' } });
  expect(errors).toEqual([]);
  expect(kinds(objects)).not.toContain('Plugin');
  expect(kinds(objects)).toContain('MutatingAdmissionPolicy');
  expect(JSON.stringify(objects[0])).not.toContain('Plugins');
  expect(findings).toContainEqual(
    expect.objectContaining({ code: 'PV412', severity: 'warning', what: expect.stringContaining('has no Plugins') }),
  );
});

test('what remains of QEMU is said', () => {
  expect(objectsOf(CH).findings).toContainEqual(
    expect.objectContaining({
      code: 'PV412',
      why: 'KubeVirt’s own launcher binary connects to QEMU and starts virtqemud: the image has to bring one of its vendor’s that connects to ch:///session and starts virtchd',
    }),
  );
});

test.each<[string, HypervisorDeclaration, Partial<PlatformDeclaration>, string, RegExp]>([
  ['no image', { ...CH, image: undefined as never }, {}, 'PV407', /launcher image/],
  [
    'guests without disks',
    { ...CH, name: 'lxc', properties: { ...CH.properties!, root: false } },
    {},
    'PV407',
    /no disks/,
  ],
  [
    'an unknown program',
    { ...XEN, properties: { ...XEN.properties!, emulator: undefined as never } },
    {},
    'PV402',
    /emulator/,
  ],
  [
    'a gate that is off by name',
    CH,
    { kubevirt: { disabledFeatureGates: ['Plugins'] } },
    'PV407',
    /disabledFeatureGates/,
  ],
  [
    'HyperConverged',
    CH,
    {
      kubevirt: undefined as never,
      hyperConverged: { workloadUpdateMethods: [] },
      target: { hco: '1.19', kubernetes: '1.36' },
    },
    'PV407',
    /gate Plugins|has no Plugins/,
  ],
])('%s is in the way of a Plugin', (_what, hypervisor, more, code, what) => {
  expect(objectsOf(hypervisor, more).errors).toContainEqual(
    expect.objectContaining({ code, what: expect.stringMatching(what) }),
  );
});

test('what is in the way of a Plugin is said alone: its gate is there all the same', () => {
  const { errors } = objectsOf({ ...CH, image: undefined as never });

  expect(errors.map(({ code }) => code)).toEqual(['PV407']);
});

test('a KubeVirt that is installed by other means has to have the gate', () => {
  const { findings } = objectsOf(CH, { kubevirt: undefined as never });
  expect(findings).toContainEqual(
    expect.objectContaining({ code: 'PV412', what: expect.stringContaining('whether the gate Plugins is on') }),
  );
});
