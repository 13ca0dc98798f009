import { Size } from 'cdk8s';
import { type Expression, generalize, valueExpression } from '../../../src/adopt/typescript/expression';
import { idiomatic } from '../../../src/adopt/typescript/factories';
import { printed, withComments } from '../../../src/adopt/typescript/print';
import { CloudInit } from '../../../src/model/cloud-init';
import { DataVolumeSource } from '../../../src/model/data-volume-source';
import { Disk } from '../../../src/model/disk';
import { Network } from '../../../src/model/network';

/** What a piece of TypeScript gives, with rows of a table as variables. */
function evaluated(text: string, row: Record<string, unknown> = {}): unknown {
  const known = { CloudInit, DataVolumeSource, Disk, Network, Size, ...row };
  return new Function(...Object.keys(known), `return (${text});`)(...Object.values(known));
}

const declarationOf = (value: unknown) => (value as { readonly declaration: unknown }).declaration;

test.each<[string, string, object]>([
  ['disks', "Disk.container('os', 'quay.io/x/os:1')", { name: 'os', containerDisk: { image: 'quay.io/x/os:1' } }],
  [
    'disks',
    "Disk.container('os', 'a/b', { bus: 'sata', path: '/d' })",
    { name: 'os', bus: 'sata', containerDisk: { image: 'a/b', path: '/d' } },
  ],
  [
    'disks',
    "Disk.claim('data', 'pvc', { cache: 'none' })",
    { name: 'data', cache: 'none', persistentVolumeClaim: { claimName: 'pvc' } },
  ],
  ['disks', "Disk.dataVolume('data', 'dv')", { name: 'data', dataVolume: { name: 'dv' } }],
  ['networks', 'Network.pod()', { name: 'default', pod: {} }],
  ['networks', "Network.pod('one', { model: 'e1000e' })", { name: 'one', pod: {}, model: 'e1000e' }],
  ['networks', "Network.multus('lan', 'shop/lan')", { name: 'lan', multus: { networkName: 'shop/lan' } }],
  [
    'networks',
    "Network.sriov('fast', 'shop/fast')",
    { name: 'fast', multus: { networkName: 'shop/fast' }, binding: 'sriov' },
  ],
])('%s are said by %s, which declares the same', (key, text, item) => {
  const props = idiomatic(valueExpression({ [key]: [item] }), new Set());
  const printedText = printed(props);
  expect(printedText).toBe(`{ ${key}: [${text}] }`);
  const [made] = (evaluated(printedText) as Record<string, unknown[]>)[key]!;
  expect(declarationOf(made)).toEqual(item);
});

test.each<[object]>([
  [{ name: 'cd', device: 'cdrom', containerDisk: { image: 'a' } }],
  [{ name: 'host', hostDisk: { path: '/d', type: 'Disk' } }],
  [{ name: 'default', pod: {}, binding: 'bridge' }],
  [{ name: 'default', pod: {}, binding: null }],
  [{ name: 'lan', multus: { networkName: 'lan' }, binding: 'macvtap' }],
  [{ name: 'lan', multus: { networkName: 'lan', default: true }, binding: 'bridge' }],
])('%j stays as it is', (item) => {
  for (const key of ['disks', 'networks']) {
    expect(evaluated(printed(idiomatic(valueExpression({ [key]: [item] }), new Set())))).toEqual({ [key]: [item] });
  }
});

test('volumes of a VM, sizes and user data are said by factories', () => {
  const imports = new Set<string>();
  const keys = {
    memory: '4Gi',
    disks: [{ name: 'os', dataVolumeTemplate: { source: { registry: { url: 'docker://a/b' } }, size: '30Gi' } }],
    cloudInit: { type: 'noCloud', userData: '#cloud-config\nusers: []\n' },
  };
  const text = printed(idiomatic(valueExpression(keys), imports));
  expect([...imports].sort()).toEqual(['CloudInit', 'DataVolumeSource', 'Disk', 'Size']);
  const made = evaluated(text) as { memory: Size; disks: Disk[]; cloudInit: CloudInit };
  expect(made.memory.asString()).toBe('4Gi');
  expect(made.disks[0]!.declaration).toEqual({
    name: 'os',
    dataVolumeTemplate: { ...keys.disks[0]!.dataVolumeTemplate, size: expect.anything() },
  });
  expect(made.cloudInit.declaration).toEqual(keys.cloudInit);
});

test.each<[string, object]>([
  ["DataVolumeSource.dataSource('fedora', 'images')", { sourceRef: { name: 'fedora', namespace: 'images' } }],
  ["DataVolumeSource.dataSource('fedora')", { sourceRef: { name: 'fedora' } }],
  [
    "DataVolumeSource.http('https://a/b', { certConfigMap: 'ca' })",
    { http: { url: 'https://a/b', certConfigMap: 'ca' } },
  ],
  ['DataVolumeSource.blank()', { blank: {} }],
])('a source is said by %s', (text, source) => {
  expect(printed(idiomatic(valueExpression({ source }), new Set()))).toBe(`{ source: ${text} }`);
  expect(declarationOf(evaluated(text))).toEqual(source);
});

test('alike values are one expression and a row each', () => {
  const vm = (name: string, mac: string) => ({
    memory: '2Gi',
    hostname: name,
    disks: [{ name: 'os', dataVolume: { name: `${name}-os` } }],
    networks: [
      { name: 'a', macAddress: mac },
      { name: 'b', macAddress: `${mac}9` },
    ],
    script: `#!/bin/sh\necho "${name} \`x\` \${HOME}"\n`,
  });
  const names = ['web-1', 'web-2'];
  const values = [vm('web-1', '01'), vm('web-2', '02')];
  const { expression, columns } = generalize(values, names);
  expect(columns).toEqual([
    { name: 'macAddress', values: ['01', '02'] },
    { name: 'bMacAddress', values: ['019', '029'] },
  ]);
  for (const [i, name] of names.entries()) {
    const row = Object.fromEntries(columns.map((column) => [column.name, column.values[i]]));
    expect(evaluated(printed(expression), { name, ...row })).toEqual(values[i]);
  }
});

test.each<unknown>([
  "it's",
  `a "b" \\ \`c\` \${d}`,
  'one\ntwo\n',
  ['x'.repeat(60), 'y'.repeat(60), { 'a/b': null, deep: [{ z: 'z'.repeat(120) }], empty: {}, none: [] }],
])('%j is printed as what it is', (value) => {
  expect(evaluated(printed(valueExpression(value)))).toEqual(value);
});

test('long calls are broken, with the options where the call is', () => {
  const call: Expression = {
    kind: 'call',
    callee: 'Disk.container',
    args: [
      valueExpression('os'),
      valueExpression('a'),
      valueExpression({ serial: 's'.repeat(60), cache: 'n'.repeat(50) }),
    ],
  };
  expect(printed(call)).toBe(`Disk.container('os', 'a', {
  serial: '${'s'.repeat(60)}',
  cache: '${'n'.repeat(50)}',
})`);
});

test('texts that differ in a word of a line, or in what a column holds, are written with it', () => {
  const vm = (user: string, platform: string) => ({
    userData: `#cloud-config\nuser: ${user}\nshell: /bin/sh\n`,
    labels: { 'example.com/platform': platform, site: `${platform}.internal` },
  });
  const names = ['web', 'db'];
  const values = [vm('fedora', 'prod'), vm('core', 'test')];
  const { expression, columns } = generalize(values, names);
  // `platform` is a variable of the module.
  expect(columns).toEqual([
    { name: 'user', values: ['fedora', 'core'] },
    { name: 'labelsPlatform', values: ['prod', 'test'] },
  ]);
  expect(printed(expression)).toContain(`site: \`\${labelsPlatform}.internal\``);
  for (const [i, name] of names.entries()) {
    const row = Object.fromEntries(columns.map((column) => [column.name, column.values[i]]));
    expect(evaluated(printed(expression), { name, ...row })).toEqual(values[i]);
  }
});

test('comments stand above keys and items', () => {
  const props = valueExpression({ memory: '2Gi', disks: [{ name: 'os' }, { name: 'data' }] });
  const comments = [
    { key: 'memory', lines: ['# enough'] },
    { key: 'disks', item: 'data', lines: ['## the second', '# is slow'] },
  ];
  expect(printed(withComments(props as Parameters<typeof withComments>[0], comments))).toBe(`{
  // enough
  memory: '2Gi',
  disks: [
    { name: 'os' },
    // the second
    // is slow
    { name: 'data' },
  ],
}`);
});
