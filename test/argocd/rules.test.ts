import { pluginEnvironment, readApplication } from '../../src/argocd/application';
import { failureText } from '../../src/argocd/failure';
import { announcementText, readGiven, typedValue } from '../../src/argocd/given';
import {
  checkClusterApis,
  checkKubernetes,
  checkOutput,
  type OutputPolicy,
  splitOutput,
} from '../../src/argocd/output-policy';
import { readPluginConfig, readSettings } from '../../src/argocd/settings';
import type { Finding } from '../../src/findings/finding';
import type { KubeObject } from '../../src/kube/object';
import { readYaml, type YamlDocument } from '../../src/kube/yaml/reader';
import { typedParameters } from '../../src/model/read/given-parameters';
import { readPlatform } from '../../src/model/read/read-platform';
import { readPluginPolicy } from '../../src/plugin/request';

const object = (apiVersion: string, kind: string, name: string, namespace?: string): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
});
const told = (findings: readonly Finding[]) => findings.map(({ code, what }) => `${code} ${what}`);

test.each<[string | undefined, unknown]>([
  [undefined, []],
  ['', []],
  ['null', []],
  ['[]', []],
  ['[{"name":"a","string":"b"}]', [{ name: 'a', string: 'b' }]],
  ['{', 'PV702 it is not JSON'],
  ['{}', 'PV702 it is not a list'],
  ['[{"string":"b"}]', 'PV702 an entry has no name, or holds something else than texts'],
  ['[{"name":"a","array":[1]}]', 'PV702 an entry has no name, or holds something else than texts'],
  ['[{"name":"a"},{"name":"a"}]', 'PV702 the parameter a is given twice'],
])('ARGOCD_APP_PARAMETERS %j is read as %j', (text, expected) => {
  const { given, findings } = readGiven(text);
  expect(findings.length > 0 ? told(findings)[0] : given).toEqual(expected);
});

test('values have the type that is asked for, or a problem that does not show them', () => {
  expect(typedValue({ name: 'a', string: '2.5' }, 'number')).toEqual({ value: 2.5 });
  expect(typedValue({ name: 'a', string: 'false' }, 'boolean')).toEqual({ value: false });
  expect(typedValue({ name: 'a', array: ['x'] }, 'array')).toEqual({ value: ['x'] });
  expect(typedValue({ name: 'a', map: { x: 'y' } }, 'map')).toEqual({ value: { x: 'y' } });
  for (const type of ['number', 'boolean', 'array', 'map'] as const) {
    expect(JSON.stringify(typedValue({ name: 'a', string: 'hunter2' }, type))).not.toContain('hunter2');
  }
});

const PLATFORM = `
apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { kubevirt: "1.8", cdi: "1.65" }
  parameters: [{ name: size, sets: "spec.virtualMachines[web].memory" }]
  virtualMachines:
  - { name: web, architecture: amd64, memory: 2Gi, replicas: 2 }
  - { name: alone, architecture: amd64, memory: 2Gi }
  machines:
  - { name: workers, replicas: 3, kubelet: "1.34.1", cpus: "2", memory: 4Gi, primaryDisk: { size: 25Gi, storageClassName: fast, osImage: "http://i/u.img" } }
`;
const document = [...readYaml(PLATFORM)][0] as YamlDocument;

function declared(...given: Parameters<typeof typedParameters>[1]) {
  const { values, findings } = typedParameters(document.value, given, ['cluster']);
  const read = readPlatform(document, values);
  return { declaration: read.declaration, findings: told([...findings, ...read.findings]) };
}

test('every platform takes target, namespace, severities, counts and placement from outside', () => {
  const { declaration, findings } = declared(
    { name: 'target', map: { kubevirt: '1.9' } },
    { name: 'namespace', string: 'other' },
    { name: 'severity', map: { PV102: 'error' } },
    { name: 'web.replicas', string: '5' },
    { name: 'workers.replicas', string: '7' },
    { name: 'size', string: '4Gi' },
    { name: 'workers.nodeAffinityPreset.type', string: 'hard' },
    { name: 'workers.nodeAffinityPreset.keyAndValues', string: 'rack=r1' },
  );
  expect(findings).toEqual([]);
  expect(declaration).toMatchObject({
    target: { kubevirt: '1.9', cdi: '1.65' },
    namespace: 'other',
    findings: { severity: { PV102: 'error' } },
    virtualMachines: [{ name: 'web', replicas: 5, memory: '4Gi' }, { name: 'alone' }],
    machines: [{ replicas: 7, presets: { nodeAffinityPreset: { type: 'hard', key: 'rack', values: ['r1'] } } }],
  });
});

test.each<[Parameters<typeof typedParameters>[1][number], string]>([
  [{ name: 'targets', map: {} }, 'PV701 there is no such parameter'],
  [{ name: 'alone.replicas', string: '2' }, 'PV701 there is no such parameter'],
  [{ name: '__proto__', string: '2' }, 'PV701 there is no such parameter'],
  [{ name: 'web.replicas', string: 'two' }, 'PV702 it is not a number'],
  [{ name: 'target', string: '1.9' }, 'PV702 it is text, and should be a map (map:)'],
  [{ name: 'web.replicas', string: '-1' }, 'PV702 what it sets at spec.virtualMachines[web].replicas cannot be: '],
  [{ name: 'target', map: { kubvirt: '1.9' } }, 'PV702 what it sets at spec.target cannot be: '],
  [{ name: 'severity', map: { PV102: 'fatal' } }, 'PV702 what it sets at spec.findings.severity.PV102 cannot be: '],
  [{ name: 'workers.podAffinityPreset', string: 'firm' }, 'PV702 it is not one of: soft, hard'],
])('%j is rejected: %s', (given, expected) => {
  const { findings } = declared(given);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain(expected);
});

test('an announcement is a list of texts, also where it is empty', () => {
  expect(announcementText([])).toBe('[]\n');
  expect(
    JSON.parse(
      announcementText([
        { name: 'a', type: 'string', title: 'A', tooltip: 'T', default: 'x' },
        { name: 'b', type: 'number', default: 2 },
        { name: 'c', type: 'boolean', default: false },
        { name: 'd', type: 'array', default: ['x', 1] },
        { name: 'e', type: 'map', default: { k: 1, n: { deep: true } } },
        { name: 'f', type: 'map' },
      ]),
    ),
  ).toEqual([
    { name: 'a', title: 'A', tooltip: 'T', string: 'x' },
    { name: 'b', itemType: 'number', string: '2' },
    { name: 'c', itemType: 'boolean', string: 'false' },
    { name: 'd', collectionType: 'array', array: ['x', '1'] },
    { name: 'e', collectionType: 'map', map: { k: '1', n: '{"deep":true}' } },
    { name: 'f', collectionType: 'map' },
  ]);
});

const VM = object('kubevirt.io/v1', 'VirtualMachine', 'web', 'shop');
const OPEN = object('v1', 'ConfigMap', 'open');
const ROLE = object('rbac.authorization.k8s.io/v1', 'ClusterRole', 'all', 'shop');

test.each<[OutputPolicy, string[]]>([
  [{}, []],
  [{ kinds: ['VirtualMachine', 'ConfigMap', 'ClusterRole'] }, []],
  [
    { kinds: ['*.kubevirt.io'] },
    ['ConfigMap is not an allowed kind', 'ClusterRole.rbac.authorization.k8s.io is not an allowed kind'],
  ],
  [
    { kinds: ['VirtualMachine.example.com', '*', 'ClusterRole'] },
    ['VirtualMachine.kubevirt.io is not an allowed kind'],
  ],
  [{ namespaces: ['shop', 'arg*'] }, ['objects without a namespace are not allowed']],
  [{ namespaces: ['shop'], clusterScoped: true }, ['argo is not an allowed namespace']],
  [{ clusterScoped: false }, ['objects without a namespace are not allowed']],
  [
    { namespaces: ['sh.p'], clusterScoped: true },
    ['shop is not an allowed namespace', 'argo is not an allowed namespace'],
  ],
])('the policy %j rejects %j', (policy, refused) => {
  expect(checkOutput([VM, OPEN, ROLE], policy, 'argo').map(({ what }) => what)).toEqual(refused);
});

test.each<[KubeObject[], string[], string[]]>([
  [[VM], [], []],
  [[VM], ['kubevirt.io/v1', 'kubevirt.io/v1/VirtualMachine'], []],
  [[VM], ['kubevirt.io/v1'], []],
  [
    [VM, VM],
    ['v1', 'v1/Pod'],
    ['the cluster does not serve VirtualMachine of kubevirt.io/v1, and there are 2 objects'],
  ],
  // Operators bring kinds with them: a fresh cluster would otherwise never get them.
  [[VM, object('kubevirt.io/v1', 'KubeVirt', 'kubevirt', 'kubevirt')], ['kubevirt.io/v1/KubeVirt'], []],
  [
    [VM, object('kubevirt.io/v1', 'KubeVirt', 'kubevirt', 'kubevirt')],
    ['v1/Pod'],
    ['the cluster does not serve KubeVirt of kubevirt.io/v1, and there is one object'],
  ],
  [
    [
      object('example.com/v1', 'Thing', 'a'),
      {
        ...object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'things'),
        spec: { group: 'example.com', names: { kind: 'Thing' } },
      },
    ],
    ['apiextensions.k8s.io/v1/CustomResourceDefinition'],
    [],
  ],
])('%j on a cluster with %j: %j', (objects, apis, expected) => {
  expect(checkClusterApis(objects, { apis }).map(({ what }) => what)).toEqual(expected);
});

test('a Kubernetes that the target does not name is told once', () => {
  expect(checkKubernetes('1.36', { apis: [], kubernetes: 'v1.36.2' })).toEqual([]);
  expect(checkKubernetes(undefined, { apis: [], kubernetes: '1.30.1' })).toEqual([]);
  expect(told(checkKubernetes('1.36', { apis: [], kubernetes: '1.30.1' }))).toEqual([
    'PV710 the target is Kubernetes 1.36, but the cluster runs 1.30.1',
  ]);
});

test('a failure has one decisive line, and neither secrets nor contents nor colour', () => {
  const wrong: Finding = {
    code: 'PV013',
    severity: 'error',
    file: 'main.ts',
    line: 3,
    what: '',
    why: 'Because',
    fix: 'mend it',
  };
  const env = { ARGOCD_ENV_API_TOKEN: 'hunter2', PATH: '/usr/bin' };
  const text = failureText(
    [
      { ...wrong, what: 'the app failed: SyntaxError: Unexpected token \'r\', "root:x:0:0" is not valid JSON' },
      { ...wrong, what: 'the app failed: Error: hunter2 at https://me:pw@git.example.com\nsecond line of contents' },
      { ...wrong, severity: 'warning', what: 'not shown' },
    ],
    env,
  );
  expect(
    text,
  ).toBe(`error PV013 at main.ts:3: the app failed: SyntaxError: a text is not valid JSON. Fix: mend it. (the first of 2 errors)
  Because.
error PV013 at main.ts:3: the app failed: Error: (hidden) at https://(hidden)@git.example.com.
  Because. Fix: mend it.
`);
});

test('settings of the pod, and the deadline of an Application', () => {
  expect(readSettings({}).settings).toEqual({ deadlineMs: 45_000 });
  expect(
    readSettings({
      POLYVIRT_DEADLINE: '30',
      ARGOCD_ENV_POLYVIRT_DEADLINE: '20',
      POLYVIRT_RENDERS: '4',
      POLYVIRT_RENDER_WAIT: '0',
      POLYVIRT_POLICY: '/p',
      ARGOCD_ENV_POLYVIRT_POLICY: '/mine',
    }).settings,
  ).toEqual({ deadlineMs: 20_000, waitMs: 0, renders: 4, policyFile: '/p' });
  expect(told(readSettings({ POLYVIRT_DEADLINE: 'x', POLYVIRT_RENDERS: '0' }).findings)).toHaveLength(2);
});

test('a policy that cannot be read allows nothing', () => {
  const head = 'apiVersion: polyvirt.io/v1\nkind: PluginPolicy\n';
  expect(readPluginPolicy(`${head}spec: { typescript: false, output: { kinds: [VirtualMachine] } }`)).toEqual({
    policy: { typescript: false, output: { kinds: ['VirtualMachine'] } },
    findings: [],
  });
  for (const text of [
    '',
    'a: [',
    `${head}spec: { typscript: false }`,
    `${head}spec: { typescript: true }`,
    `${head}---\n${head}`,
  ]) {
    const { policy, findings } = readPluginPolicy(text);
    expect({ text, policy, isTold: findings.length > 0 }).toEqual({ text, policy: undefined, isTold: true });
  }
});

test('the environment of an Application is that of Argo CD', () => {
  const app = readApplication({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'edge' },
    spec: {
      project: 'default',
      destination: { namespace: 'shop' },
      sources: [
        { repoURL: 'a' },
        {
          repoURL: 'b',
          path: 'infra',
          targetRevision: 'main',
          plugin: {
            env: [{ name: 'X', value: '$ARGOCD_APP_NAME-$' + '{KUBE_VERSION} $$5 $NONE' }],
            parameters: [
              { name: 'a.b', string: 's' },
              { name: 'list', array: ['x'] },
              { name: 'm', map: { 'k-1': 'v' } },
            ],
          },
        },
      ],
    },
  });
  const env = Object.fromEntries(
    pluginEnvironment(app as Exclude<typeof app, string>, {
      revision: '0123456789',
      kubeVersion: '1.36.1',
      apiVersions: ['v1', 'v1/Pod'],
    }),
  );
  expect(env).toEqual({
    ARGOCD_APP_NAME: 'edge',
    ARGOCD_APP_NAMESPACE: 'shop',
    ARGOCD_APP_PROJECT_NAME: 'default',
    ARGOCD_APP_REVISION: '0123456789',
    ARGOCD_APP_REVISION_SHORT: '0123456',
    ARGOCD_APP_REVISION_SHORT_8: '01234567',
    ARGOCD_APP_SOURCE_REPO_URL: 'b',
    ARGOCD_APP_SOURCE_PATH: 'infra',
    ARGOCD_APP_SOURCE_TARGET_REVISION: 'main',
    KUBE_VERSION: '1.36.1',
    KUBE_API_VERSIONS: 'v1,v1/Pod',
    ARGOCD_ENV_X: 'edge-1.36.1 $5 ',
    ARGOCD_APP_PARAMETERS: '[{"name":"a.b","string":"s"},{"name":"list","array":["x"]},{"name":"m","map":{"k-1":"v"}}]',
    PARAM_A_B: 's',
    PARAM_LIST_0: 'x',
    PARAM_M_K_1: 'v',
  });
  expect(readApplication({ kind: 'Pod' })).toBe('it is not an Application of argoproj.io');
});

test.each<[string, unknown]>([
  ['', []],
  ['---\n---\nnull\n', []],
  ['{"kind":"A","apiVersion":"v1"}\n{"kind":"B","apiVersion":"v1"}', ['A', 'B']],
  ['---\nkind: A\napiVersion: v1\n---\nkind: B\napiVersion: v1\n', ['A', 'B']],
  ['kind: List\napiVersion: v1\nitems: [{ kind: A, apiVersion: v1 }]\n', ['A']],
  ['hello\n---\nkind: A\napiVersion: v1\n', "failed to unmarshal manifest: Object 'Kind' is missing"],
  ['[{"kind":"A"}]', "failed to unmarshal manifest: Object 'Kind' is missing"],
  ['a: [', expect.stringContaining('failed to unmarshal manifest: ')],
])('%j is taken apart as %j', (text, expected) => {
  const result = splitOutput(text);
  expect(typeof result === 'string' ? result : result.map(({ kind }) => kind)).toEqual(expected);
});

test('a plugin.yaml says what is run', () => {
  const spec = {
    version: 'v1',
    init: { command: ['a'] },
    generate: { command: ['b', 'c'], args: ['d'] },
    discover: { fileName: 'x' },
  };
  expect(readPluginConfig({ kind: 'ConfigManagementPlugin', metadata: { name: 'p' }, spec })).toEqual({
    name: 'p-v1',
    init: ['a'],
    generate: ['b', 'c', 'd'],
    discover: { fileName: 'x' },
    preserveFileMode: false,
  });
  expect(readPluginConfig({ kind: 'ConfigManagementPlugin', metadata: { name: 'p' }, spec: {} })).toBe(
    'spec.generate.command is missing',
  );
});
