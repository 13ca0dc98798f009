import { appFolder } from '../app-folder';
import { polyvirt } from '../run-cli';

/** A program whose lines begin at line 6; `vm` takes what JSON may hold. */
const program = (body: string) => `import { App, Lazy } from 'cdk8s';
import { DataVolume, NodePool, Platform, VirtualMachine, VirtualMachineInstance } from 'polyvirt';
const deep = require('deep');
const app = new App();
const edge = new Platform(app, 'edge', { target: { kubevirt: '1.9' }, nodes: [NodePool.of('a', { architecture: 'amd64' })] });
${body}
app.synth();
`;

const DEEP = {
  'node_modules/deep/package.json': '{ "name": "deep", "version": "1.0.0", "main": "index.js" }\n',
  'node_modules/deep/index.js': `function down(n) { if (n === 0) { throw new Error('deep inside'); } return down(n - 1) + 1; }
exports.down = () => down(40);
exports.text = () => { throw 'just text'; };
`,
};

async function said(body: string): Promise<string[]> {
  const { code, stdout, stderr } = await polyvirt(appFolder({ 'main.ts': program(body), ...DEEP }), [
    'synth',
    '--stdout',
  ]);
  expect([code, stdout]).toEqual([1, '']);
  return stderr.split('\n').filter((line) => /^(error|warning)/.test(line));
}

test('props that are misspelt or of the wrong type are one finding each, at their construct', async () => {
  const props = [
    "{ memory: '1Gi', evictionStratgey: 'None' }",
    "{ memory: '1Gi', cpu: { coers: 2 } }",
    "{ memory: '1Gi', disks: [{ nam: 'os', containerDisk: { image: 'x' } }] }",
    '{ memory: 5 }',
    "{ memory: '1Gi', disks: 'x' }",
    "{ memory: '1Gi', labels: ['a'] }",
    "{ memory: '1Gi', cpu: null }",
    "{ memory: '1Gi', cpu: 'x' }",
    "{ memory: '1Gi', tpm: 'always' }",
    "{ memory: '1Gi', placement: { hard: 'x' } }",
    "{ memory: '1Gi', spec: 5 }",
    "{ memory: '1Gi', patches: ['x'] }",
    "{ memory: '1Gi', subdomain: [] }",
  ];
  const lines = await said(
    props.map((each, i) => `new VirtualMachine(edge, 'vm${i + 10}', ${each} as any);`).join('\n'),
  );
  expect(lines).toEqual([
    'error PV031 VirtualMachine vm10 at main.ts:6:1, evictionStratgey: there is no key "evictionStratgey" here.',
    'error PV031 VirtualMachine vm11 at main.ts:7:1, cpu.coers: there is no key "coers" here.',
    'error PV031 VirtualMachine vm12 at main.ts:8:1, disks[0].nam: there is no key "nam" here.',
    'error PV032 VirtualMachine vm14 at main.ts:10:1, disks: "x" is text.',
    'error PV032 VirtualMachine vm15 at main.ts:11:1, labels: it is a list.',
    'error PV032 VirtualMachine vm16 at main.ts:12:1, cpu: it is empty.',
    'error PV032 VirtualMachine vm17 at main.ts:13:1, cpu: "x" is text.',
    'error PV032 VirtualMachine vm18 at main.ts:14:1, tpm: "always" is text.',
    'error PV032 VirtualMachine vm19 at main.ts:15:1, placement.hard: "x" is text.',
    'error PV032 VirtualMachine vm20 at main.ts:16:1, spec: "5" is read as the number 5.',
    'error PV032 VirtualMachine vm21 at main.ts:17:1, patches[0]: "x" is text.',
    'error PV032 VirtualMachine vm22 at main.ts:18:1, subdomain: it is a list.',
    'warning PV001 VirtualMachine vm13 at main.ts:9:1, memory: "5" is less than 1Mi.',
  ]);
});

test('other constructs are told the same', async () => {
  expect(
    await said(`new DataVolume(edge, 'dv', { size: '1Gi' } as any);
new VirtualMachineInstance(edge, 'vmi', { memory: '1Gi', disks: [null] } as any);`),
  ).toEqual([
    'error PV004 DataVolume dv at main.ts:6:1, source: it is missing.',
    'error PV032 VirtualMachineInstance vmi at main.ts:7:1, disks[0]: it is empty.',
  ]);
});

test('a class that extends ours has props of its own, unless they look like a slip', async () => {
  expect(
    await said(`class Own extends VirtualMachine { constructor(scope: any, id: string, props: any) { super(scope, id, props); } }
new Own(edge, 'good', { memory: '1Gi', team: 'shop', size: 3, callback: () => 1 });
new Own(edge, 'slip', { memory: '1Gi', evictionStratgey: 'None' });`),
  ).toEqual([
    'error PV031 VirtualMachine slip at main.ts:8:1, evictionStratgey: there is no key "evictionStratgey" here.',
  ]);
});

test('what spec and patches say is shown at them, and what a key says at the key', async () => {
  const bad = "disks: [{ name: 'os', containerDisk: { image: 'x' }, bus: 'nope' }]";
  const good = "disks: [{ name: 'os', containerDisk: { image: 'x' } }]";
  const bus = "{ template: { spec: { domain: { devices: { disks: [{ name: 'os', disk: { bus: 'nope' } }] } } } } }";
  expect(
    await said(`new VirtualMachine(edge, 'a', { memory: '1Gi', ${bad} } as any);
new VirtualMachine(edge, 'b', { memory: '1Gi', ${good}, spec: ${bus} } as any);
new VirtualMachine(edge, 'c', { memory: '1Gi', ${good}, patches: [{ op: 'replace', path: '/spec/template/spec/domain/devices/disks/0/disk/bus', value: 'nope' }] });
new VirtualMachine(edge, 'd', { memory: '1Gi', patches: [{ op: 'remove', path: '/spec/nope' }] });
new VirtualMachine(edge, 'e', { memory: '1Gi', cpu: { cores: 1 }, spec: { template: { spec: { domain: { cpu: { cores: 2 } } } } } });
new VirtualMachine(edge, 'f', { memory: '1Gi', spec: { brandNew: true } } as any);`),
  ).toEqual([
    'error PV105 VirtualMachine a at main.ts:6:1, disks[os].bus: there is no bus nope.',
    'error PV105 VirtualMachine b at main.ts:7:1, spec.template.spec.domain.devices.disks[os].disk.bus: there is no bus nope.',
    'error PV105 VirtualMachine c at main.ts:8:1, patches[0]: there is no bus nope.',
    'error PV028 VirtualMachine d at main.ts:9:1, patches[0]: the patch at /spec/nope does not apply: there is nothing there.',
    'error PV027 VirtualMachine e at main.ts:10:1, spec.template.spec.domain.cpu.cores: cpu.cores sets something else.',
    'error PV040 VirtualMachine f at main.ts:11:1, spec.brandNew: KubeVirt 1.9 has no field "brandNew" here.',
  ]);
});

test.each<[what: string, body: string, place: string]>([
  ['deep inside of a library', '\ndeep.down();', '7:6'],
  [
    'in what is produced late',
    "\nnew VirtualMachine(edge, 'a', { memory: Lazy.any({ produce: () => deep.down() }) as any });",
    '7:72',
  ],
  [
    'in a library that produces late',
    "\nnew VirtualMachine(edge, 'a', { memory: Lazy.any({ produce: deep.down }) as any });",
    '7:1',
  ],
  ['a text, late', "\nnew VirtualMachine(edge, 'a', { memory: Lazy.any({ produce: deep.text }) as any });", '7:1'],
  [
    'in a library that validates',
    "\nconst vm = new VirtualMachine(edge, 'a', { memory: '1Gi' });\nvm.node.addValidation({ validate: deep.down });",
    '7:12',
  ],
  ['in a module of Node', "\nrequire('node:fs').readFileSync('nope');", '7:20'],
])('a throw %s is shown at the line of the user', async (_what, body, place) => {
  expect(await said(body)).toEqual([
    expect.stringContaining(`error PV013 at main.ts:${place}: the app failed: Error: `),
  ]);
});
