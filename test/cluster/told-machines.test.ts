import { MachineKind } from '../../src/cluster/machine-kind';
import { MachineTeller } from '../../src/cluster/told-machines';
import { ContentTrie } from '../../src/kube/content-trie';
import type { KubeObject } from '../../src/kube/object';
import { emitYaml } from '../../src/kube/yaml/emit';
import type { PlatformContext } from '../../src/model/context';
import { alikeMachine } from '../../src/model/manifests/alike-machine';
import { virtualMachine } from '../../src/model/manifests/virtual-machine';
import type { VirtualMachineDeclaration } from '../../src/model/virtual-machine';

const PLATFORM: PlatformContext = { name: 'p', target: { kubevirt: '1.9' }, namespace: 'n', requested: [] };

const machine = (name: string, more: Partial<VirtualMachineDeclaration> = {}): VirtualMachineDeclaration => ({
  name,
  architecture: 'amd64',
  memory: '4Gi',
  disks: [
    { name: 'os', containerDisk: { image: 'a' } },
    { name: 'data', dataVolumeTemplate: { source: { blank: {} }, size: '1Gi' } },
    { name: 'more', dataVolumeTemplate: { source: { blank: {} }, size: '2Gi' } },
  ],
  networks: [{ name: 'default', binding: 'masquerade', pod: {} }],
  cloudInit: { type: 'noCloud', userData: `#cloud-config\nhostname: ${name}\n` },
  template: { labels: { app: 'web' } },
  ...more,
});

/** Tells machines as a program does and takes them as its parent does, as JSON on the way. */
function pass(declarations: readonly VirtualMachineDeclaration[], platform = PLATFORM) {
  const lines: string[] = [];
  const teller = new MachineTeller((kind) => lines.push(JSON.stringify({ toldKind: kind })));
  let made = 0;
  for (const declaration of declarations) {
    const make = () => {
      made++;
      return virtualMachine(declaration, platform);
    };
    lines.push(JSON.stringify(teller.told(make, alikeMachine(declaration, platform))));
  }
  const kinds: MachineKind[] = [];
  const taken = lines.flatMap((line) => {
    const { toldKind, kind, own, object } = JSON.parse(line);
    if (toldKind !== undefined) {
      kinds.push(new MachineKind(toldKind));
      return [];
    }
    return [
      {
        object: (object ?? kinds[kind]!.machine(own)) as KubeObject,
        text: object ? undefined : kinds[kind]!.text(own, ''),
      },
    ];
  });
  return { taken, made, kinds };
}

const names = (count: number) => Array.from({ length: count }, (_, i) => `vm-${i}`);

const FLEETS: Readonly<Record<string, (name: string, i: number) => VirtualMachineDeclaration>> = {
  alike: (name) => machine(name),
  'of two kinds': (name, i) => machine(name, i % 2 === 0 ? { memory: '8Gi' } : {}),
  'with identities': (name) => machine(name, { firmware: { uuid: `6ba7b810-${name}`, serial: name } }),
  'with a boot loader': (name) => machine(name, { firmware: { bootloader: 'efi-secure-boot' } }),
  'without cloud-init': (name) => {
    const { cloudInit: _cloudInit, ...rest } = machine(name);
    return rest;
  },
  'with more of cloud-init': (name) =>
    machine(name, { cloudInit: { type: 'configDrive', userDataSecret: 's', networkData: `a: ${name}\nb: c\n` } }),
  'with different secrets': (name) => machine(name, { cloudInit: { type: 'noCloud', userDataSecret: name } }),
  'with host names': (name) => machine(name, { hostname: name }),
  'with labels of their own': (name) => machine(name, { template: { labels: { 'kubevirt.io/vm': name } } }),
  'with a label that is one’s name': (name) => machine(name, { template: { labels: { vm: 'vm-3' } } }),
  'in different namespaces': (name, i) => machine(name, { namespace: `n${i % 2}` }),
  'of different labels': (name, i) => machine(name, { labels: { i: String(i % 2) }, annotations: { a: 'b' } }),
  'with odd texts': (name) => machine(name, { cloudInit: { type: 'noCloud', userData: `: ${name}\t#\n\n` } }),
  'with a text that is none': (name) => machine(name, { firmware: { serial: 5 as unknown as string } }),
  'of addresses': (name, i) =>
    machine(name, { networks: [{ name: 'd', binding: 'bridge', pod: {}, macAddress: `02:00:00:00:00:0${i}` }] }),
};

test.each(Object.entries(FLEETS))('machines %s arrive as they would have been made, and are written so', (_, fleet) => {
  const declarations = names(8).map(fleet);
  const { taken } = pass(declarations);
  const alone = declarations.map((each) => virtualMachine(each, { ...PLATFORM }));
  expect(taken.map(({ object }) => object)).toEqual(JSON.parse(JSON.stringify(alone)));
  for (const { object, text } of taken) {
    expect(text ?? emitYaml(object)).toBe(emitYaml(JSON.parse(JSON.stringify(object))));
  }
});

test('of machines that are alike a few are made', () => {
  const { made, kinds } = pass(
    names(50).map((name) => machine(name)),
    { ...PLATFORM, requested: ['amd64'] },
  );
  // The first one is alone, the second begins the kind.
  expect([made, kinds.length]).toEqual([2, 1]);
});

test('machines of platforms that are called otherwise have identities of their own', () => {
  const uuids = ['p', 'q'].map((name) => {
    const { taken } = pass(
      names(4).map((each) => machine(each)),
      { ...PLATFORM, name },
    );
    return JSON.stringify(taken[3]!.object).match(/"uuid":"[^"]+"/)?.[0];
  });
  expect(uuids[0]).toBeDefined();
  expect(uuids[0]).not.toBe(uuids[1]);
});

test('what does not have the texts that it was thought to have is made each time', () => {
  const teller = new MachineTeller(() => undefined);
  const { root: kind } = new ContentTrie(1);
  const platform = { ...PLATFORM };
  const objects = names(4).map((name) => virtualMachine(machine(name), platform));
  const made = objects.map((object) => teller.told(() => object, { kind, own: ['other'] }));
  expect(made.slice(1)).toEqual(objects.slice(1).map(() => ({ kind: 0, own: expect.not.arrayContaining(['other']) })));
});
