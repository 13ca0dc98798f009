// Calls of Argo CD to a plugin, as cases that run twice: against `polyvirt argocd simulate` in `npm test`, and against a
// real argocd-cmp-server in `npm run e2e:argocd`.
//
// A case is a repository (`fleet` for the reference fleet in YAML, `charts` for the one in TypeScript, or files), what the
// Application says, what the sidecar says, and what must come of it: the bytes of `polyvirt synth` for a cluster, or an
// error whose text matches and whose first line after the command is ours.

const PLATFORM = `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { kubevirt: "1.9" }
  namespace: shop
  virtualMachines:
  - { name: web, architecture: amd64, memory: 2Gi, replicas: 2, disks: [{ name: os, containerDisk: { image: quay.io/containerdisks/fedora:42 } }] }
`;

const program = (body) => ({
  'cdk8s.yaml': 'language: typescript\napp: npx ts-node main.ts\n',
  'main.ts': `import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { ApiObject, App, Chart } from 'cdk8s';
import { Disk, Parameter, Platform, VirtualMachine } from 'polyvirt';
const app = new App();
const edge = new Platform(app, 'edge', { target: { kubevirt: '1.9' }, namespace: 'shop' });
const web = (name: string) =>
  new VirtualMachine(edge, name, { architecture: 'amd64', memory: '2Gi', disks: [Disk.container('os', 'quay.io/containerdisks/fedora:42')] });
${body}
app.synth();
`,
});

const parameters = (...list) => ({ parameters: list });
const cluster = (name) => ({ name: 'cluster', string: name });

const policy = (spec) => ({
  'policy.yaml': `apiVersion: polyvirt.io/v1\nkind: PluginPolicy\nspec: ${JSON.stringify(spec)}\n`,
});

/** The first words of an error on our line. */
const first = (text) => ({ error: `(failed exit status 1: |^)error ${text}` });

exports.CASES = [
  { name: 'the reference fleet in YAML', repository: 'fleet', plugin: parameters(cluster('edge')), synth: ['edge'] },
  {
    name: 'another cluster of it',
    repository: 'fleet',
    plugin: parameters(cluster('mainframe')),
    synth: ['mainframe'],
  },
  {
    name: 'the reference fleet in TypeScript',
    repository: 'charts',
    plugin: parameters(cluster('warehouse')),
    synth: ['warehouse'],
  },
  { name: 'parameters null', repository: { 'polyvirt.yaml': PLATFORM }, plugin: { parameters: null }, synth: ['edge'] },
  { name: 'parameters unset', repository: { 'polyvirt.yaml': PLATFORM }, plugin: undefined, synth: ['edge'] },
  {
    name: 'a cluster by the environment of the Application',
    repository: 'fleet',
    plugin: { parameters: null, env: [{ name: 'POLYVIRT_CLUSTER', value: 'edge' }] },
    synth: ['edge'],
  },
  {
    name: 'no cluster chosen',
    repository: 'fleet',
    plugin: { parameters: null },
    ...first('PV711\\b.*branch, edge, lab, mainframe, tenants, warehouse'),
  },
  {
    name: 'an unknown cluster',
    repository: 'fleet',
    plugin: parameters(cluster('egde')),
    ...first('PV711\\b.*did you mean "edge"'),
  },
  {
    name: 'an unknown parameter',
    repository: { 'polyvirt.yaml': PLATFORM },
    plugin: parameters({ name: 'namespaces', string: 'hunter2hunter2' }),
    ...first('PV701\\b.*did you mean "namespace"'),
    silent: 'hunter2hunter2',
  },
  {
    name: 'a parameter of the wrong type',
    repository: { 'polyvirt.yaml': PLATFORM },
    plugin: parameters({ name: 'web.replicas', string: 'hunter2hunter2' }),
    ...first('PV702 parameter web.replicas: it is not a number'),
    silent: 'hunter2hunter2',
  },
  {
    name: 'empty output',
    repository: { 'polyvirt.yaml': 'apiVersion: polyvirt.io/v1\nkind: Platform\nmetadata: { name: edge }\nspec: {}\n' },
    ...first('PV016\\b'),
  },
  { name: 'an empty program', repository: program(''), ...first('PV016\\b') },
  { name: 'no platform at all', repository: { 'README.md': 'nothing\n' }, ...first('PV010\\b') },
  {
    name: 'fewer objects than there must be',
    repository: { 'polyvirt.yaml': `${PLATFORM}  argocd: { minimumObjects: 3 }\n` },
    ...first('PV703\\b.*2 objects.*at least 3'),
  },
  {
    name: 'noise on stdout',
    repository: program("web('a');\nconsole.log('kind: Evil');\nprocess.stdout.write('---\\nkind: Evil\\n');"),
    synth: ['edge'],
  },
  {
    name: 'duplicate identities',
    repository: program(
      "for (const id of ['a', 'b']) new ApiObject(edge, id, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'same' } });",
    ),
    ...first('PV801\\b'),
  },
  {
    name: 'a finding of severity error',
    repository: { 'polyvirt.yaml': PLATFORM.replace('architecture: amd64', 'architecture: arm46') },
    ...first('PV101\\b.*polyvirt.yaml:8:\\d+.*did you mean "arm64"'),
  },
  {
    name: 'not YAML',
    repository: { 'polyvirt.yaml': 'top: [secretvalue1\n' },
    ...first('PV030\\b'),
    silent: 'secretvalue1',
  },
  {
    name: 'a program that throws, with what it read',
    repository: {
      ...program("JSON.parse(readFileSync('data.txt', 'utf8'));"),
      'data.txt': 'secretvalue1 secretvalue1',
    },
    ...first('PV013\\b.*main.ts:\\d+:\\d+: .*unexpected token'),
    silent: 'secretvalue1',
  },
  {
    name: 'a program that shows the environment of the sidecar',
    repository: program(
      "throw new Error(['ARGOCD_ENV_NONE', 'ARGOCD_ENV_TOKEN'].map((name) => String(process.env[name])).join(' '));",
    ),
    plugin: { parameters: null, env: [{ name: 'TOKEN', value: 'hunter2hunter2' }] },
    sidecar: { SIDECAR_TOKEN: 'secretvalue1' },
    ...first('PV013\\b.*undefined \\(hidden\\)'),
    silent: 'hunter2hunter2|secretvalue1',
  },
  {
    name: 'a program that asks for the environment of the sidecar',
    repository: program('web(String(process.env.SIDECAR_TOKEN));'),
    sidecar: { SIDECAR_TOKEN: 'secretvalue1' },
    ...first('PV709\\b.*process.env.SIDECAR_TOKEN'),
    silent: 'secretvalue1',
  },
  {
    name: 'a program that uses the loopback',
    repository: program('connect(8081);'),
    ...first('PV709\\b.*main.ts:\\d+:\\d+: .*net.connect'),
  },
  {
    name: 'a program that asks for the time',
    repository: program("web('a' + Date.now());"),
    ...first('PV709\\b.*the clock'),
  },
  { name: 'a program that rolls dice', repository: program("web('a' + Math.random());"), ...first('PV709\\b.*random') },
  {
    name: 'a program that reads the VM',
    repository: program("readFileSync('/etc/hostname');"),
    ...first('PV709\\b.*main.ts:\\d+:\\d+: .*outside of the repository'),
  },
  {
    name: 'a program that imports a file of the machine',
    repository: program(
      "web(require('/etc/ssl/openssl.json'));\nweb(require('../../../../../../../proc/self/environ'));",
    ),
    ...first('PV012\\b'),
  },
  {
    name: 'a program that imports a text from outside of the repository',
    repository: program("web(require('OUTSIDE'));"),
    outside: 'secretvalue1',
    ...first('PV012 at main.ts:\\d+:\\d+: .*lies outside of the repository'),
    silent: 'secretvalue1',
  },
  {
    name: 'a program that writes to the channel',
    repository: program("require('node:fs').writeSync(3, 'secretvalue1\\n');"),
    ...first('PV709\\b.*fs.writeSync'),
    silent: 'secretvalue1',
  },
  {
    name: 'a program that needs too much memory',
    repository: {
      ...program('const all: unknown[] = [];\nfor (;;) all.push(new Array(1000).fill(all.length));'),
      ...policy({ typescript: { heapMiB: 48 } }),
    },
    policy: 'policy.yaml',
    ...first('PV013\\b.*48 MiB of memory'),
  },
  {
    name: 'a program that reads its repository',
    repository: { ...program("web(readFileSync('name.txt', 'utf8').trim());"), 'name.txt': 'shown\n' },
    synth: ['edge'],
  },
  {
    name: 'a program with parameters',
    repository: program("for (let i = 1; i <= Parameter.number('count', 1); i++) web('web-' + i);"),
    plugin: parameters({ name: 'count', string: '3' }, { name: 'namespace', string: 'other' }),
    objects: ['VirtualMachine other/web-1', 'VirtualMachine other/web-2', 'VirtualMachine other/web-3'],
  },
  {
    name: 'an unknown parameter of a program',
    repository: program("web(Parameter.text('name', 'a'));"),
    plugin: parameters({ name: 'nam', string: 'b' }),
    ...first('PV701\\b.*did you mean "name"'),
  },
  {
    name: 'a link that leaves the repository',
    repository: program("web('a');"),
    links: { outside: '../../../../../../../etc/passwd' },
    error: 'PV708|illegal filepath in symlink|out-of-bounds',
  },
  {
    name: 'a link within the repository',
    repository: { 'real.yaml': PLATFORM },
    links: { 'polyvirt.yaml': 'real.yaml' },
    synth: ['edge'],
  },
  {
    name: 'a list',
    repository: program(
      "new ApiObject(edge, 'l', { apiVersion: 'v1', kind: 'ConfigMapList', metadata: { name: 'l' }, items: ['a', 'b'].map((name) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' } })) } as never);",
    ),
    objects: ['ConfigMap shop/a', 'ConfigMap shop/b'],
  },
  {
    name: 'JSON instead of YAML',
    repository: 'fleet',
    plugin: parameters(cluster('edge')),
    format: 'json',
    synth: ['edge'],
  },
  {
    name: 'more output than is allowed',
    repository: {
      'polyvirt.yaml': PLATFORM.replace('replicas: 2', 'replicas: 50'),
      ...policy({ output: { maximumMiB: 0.01 } }),
    },
    policy: 'policy.yaml',
    ...first('PV705\\b'),
  },
  {
    name: 'a kind that the policy does not allow',
    repository: { 'polyvirt.yaml': PLATFORM, ...policy({ output: { kinds: ['DataVolume'] } }) },
    policy: 'policy.yaml',
    ...first('PV707 VirtualMachine shop/web-1'),
  },
  {
    name: 'a program where the policy allows none',
    repository: { ...program("web('a');"), ...policy({ typescript: false }) },
    policy: 'policy.yaml',
    ...first('PV707\\b.*YAML only'),
  },
  {
    name: 'a program that is not allowed',
    repository: program("throw new Error('it ran');"),
    noPrograms: true,
    silent: 'it ran',
    ...first('PV721: this is a program.*--programs in the commands of plugin.yaml.*typescript: \\{\\}'),
  },
  {
    name: 'a program that the policy of the sidecar allows',
    repository: { ...program("web('a');"), ...policy({ typescript: { heapMiB: 512 } }) },
    noPrograms: true,
    policy: 'policy.yaml',
    objects: ['VirtualMachine shop/a'],
  },
  {
    name: 'a program that its Application and its repository allow',
    repository: {
      ...program("throw new Error('it ran');"),
      ...policy({ typescript: {} }),
      '.argocd-source.yaml':
        'plugin: { env: [{ name: POLYVIRT_POLICY, value: policy.yaml }, { name: PROGRAMS, value: "true" }] }\n',
    },
    noPrograms: true,
    plugin: {
      parameters: [
        { name: 'programs', string: 'true' },
        { name: 'typescript', map: { heapMiB: '64' } },
      ],
      env: [
        { name: 'POLYVIRT_POLICY', value: 'policy.yaml' },
        { name: 'POLYVIRT_PROGRAMS', value: 'true' },
      ],
    },
    silent: 'it ran',
    ...first('PV721\\b'),
  },
  {
    name: 'a program that is allowed by a policy of its own repository',
    repository: { ...program("throw new Error('it ran');"), ...policy({ typescript: {} }) },
    noPrograms: true,
    sidecar: { POLYVIRT_POLICY: 'policy.yaml' },
    silent: 'it ran',
    ...first('PV721 at policy\\.yaml: .*is in the same repository'),
  },
  {
    name: 'a cluster without KubeVirt',
    repository: { 'polyvirt.yaml': PLATFORM },
    apiVersions: ['v1', 'v1/Pod', 'apps/v1', 'apps/v1/Deployment'],
    ...first('PV704\\b.*VirtualMachine of kubevirt.io/v1'),
  },
  {
    name: 'a cluster that serves all of it',
    repository: { 'polyvirt.yaml': PLATFORM },
    apiVersions: ['v1', 'kubevirt.io/v1', 'kubevirt.io/v1/VirtualMachine'],
    synth: ['edge'],
  },
  {
    name: 'a program that never ends, within its own deadline',
    repository: program('for (;;);'),
    plugin: { parameters: null, env: [{ name: 'POLYVIRT_DEADLINE', value: '5' }] },
    ...first('PV706\\b.*within 5.0 s: .* were spent on (running|bundling) main.ts'),
  },
  {
    name: 'a program that never ends, with a caller who waits 1 s',
    repository: program('for (;;);'),
    deadline: 1,
    error: 'signal: killed',
  },
  {
    name: 'neither home nor cache',
    repository: { 'polyvirt.yaml': PLATFORM },
    sidecar: { HOME: '', POLYVIRT_CACHE: '/dev/null/none', TMPDIR: '/nowhere' },
    synth: ['edge'],
  },
];

/** The announcement of the fleet, and a platform that announces nothing. */
exports.ANNOUNCEMENTS = [
  { name: 'nothing', repository: { 'polyvirt.yaml': PLATFORM }, announced: [] },
  {
    name: 'what a platform declares',
    repository: {
      'polyvirt.yaml': `${PLATFORM}  parameters:
  - { name: size, title: Memory, tooltip: Of each VM, sets: "spec.virtualMachines[web].memory" }
  - { name: count, type: number, default: 4, sets: "spec.virtualMachines[web].replicas" }
  - { name: labels, type: map, default: { team: shop }, sets: spec.labels }
`,
    },
    announced: [
      { name: 'size', title: 'Memory', tooltip: 'Of each VM', string: '2Gi' },
      { name: 'count', itemType: 'number', string: '2' },
      { name: 'labels', collectionType: 'map', map: { team: 'shop' } },
    ],
  },
];
