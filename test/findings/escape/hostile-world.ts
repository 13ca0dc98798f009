import { join } from 'node:path';
import { appFolder, writeFiles } from '../../app-folder';

/** Strings that do something to a terminal, a page, a comment, a log or a spreadsheet that takes them for its own. */
export const HOSTILE = {
  hidden:
    'x\u001b[31m\u001b]8;;http://evil\u0007\u0000\u0008\u007f\u0085\u009b2J\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u2028\u2029\u202a\u202e\u2060\u2066\u2069\ufeff\ufff9\u{e0041}\rz',
  markup:
    '<script>alert(1)</script><img src=x onerror=alert(1)>"\'>]]>--> & &lt;b ![i](http://evil/i.png)[l](javascript:alert(1)) `a` ```b *c* _d_ ~~e~~ |f| @team #12 !3 $x$ https://evil/o/r/issues/1 {0}',
  lines:
    '=cmd()|x\n::error file=a::pwned\r\n  ::stop-commands::pwned\n##[add-mask]pwned\n```\n# pwned\n---\n> pwned\n%0A::error::pwned\n',
} as const;

/** Text of JSON, which is YAML too, and can write everything. */
const written = (...documents: readonly object[]): string =>
  documents.map((each) => `---\n${JSON.stringify(each)}\n`).join('');

const vm = (name: string, bad: string, memory: string) => ({
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: {
    name,
    namespace: bad,
    labels: { [bad]: bad },
    annotations: { [bad]: bad, 'polyvirt.io/allow': `PV999 until 2020-01-01: ${bad}` },
  },
  spec: {
    runStrategy: bad,
    [bad]: bad,
    instancetype: { name: bad },
    template: {
      metadata: { labels: { [bad]: bad } },
      spec: {
        architecture: bad,
        nodeSelector: { [bad]: bad },
        domain: {
          machine: { type: bad },
          memory: { guest: memory },
          devices: { disks: [{ name: bad, disk: { bus: bad } }] },
        },
        volumes: [{ name: bad, containerDisk: { image: `quay.io/${bad}:1` } }],
      },
    },
  },
});

const node = (name: string, bad: string) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name,
    labels: {
      'kubernetes.io/arch': bad,
      'topology.kubernetes.io/zone': bad,
      'kubevirt.io/schedulable': 'true',
      'node-role.kubernetes.io/worker': '',
      [bad]: bad,
    },
  },
  spec: { taints: [{ key: bad, value: bad, effect: 'NoSchedule' }] },
  status: { allocatable: { cpu: '8', memory: '8Gi', pods: '10' }, nodeInfo: { architecture: bad } },
});

const platform = (name: string, bad: string, more: object = {}) => ({
  apiVersion: 'polyvirt.io/v1',
  kind: 'Platform',
  metadata: { name },
  spec: {
    target: { kubevirt: '1.8' },
    nodes: [{ pool: 'intel', architecture: 'amd64', count: 2, cpu: 8, memory: '16Gi', labels: { zone: 'a' } }],
    kubevirt: { featureGates: ['HostDisk', bad] },
    virtualMachines: [
      { name: 'web', namespace: 'shop', architecture: 'amd64', memory: '1Gi', annotations: { note: bad } },
      { name: 'db', namespace: 'shop', architecture: 'amd64', memory: '64Gi', labels: { app: 'db' } },
    ],
    parameters: [{ name: 'memory', title: bad, tooltip: bad, sets: 'spec.virtualMachines[web].memory' }],
    findings: { allow: [{ code: 'PV201', object: `VirtualMachine/${bad}`, until: '2020-01-01', reason: bad }] },
    ...more,
  },
});

/** A folder in which everything that has a name or a text has this one. File names cannot hold all of it. */
export function hostileFolder(bad: string): string {
  const folder = join(appFolder(), 'work');
  const file = `${bad.replace(/[\0/]/g, '').slice(0, 60)}.yaml`;
  const kubevirt = {
    apiVersion: 'kubevirt.io/v1',
    kind: 'KubeVirt',
    metadata: { name: bad, namespace: bad },
    spec: { configuration: { developerConfiguration: { featureGates: [bad, 'Snapshot'] } } },
  };
  const image = {
    metadata: { name: bad, annotations: { 'ssp.kubevirt.io/dict.architectures': `amd64,${bad}` } },
    spec: {
      managedDataSource: bad,
      schedule: bad,
      template: { spec: { source: { registry: { url: `docker://u:p@${bad}` } } } },
    },
  };
  const hco = {
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: { name: bad, namespace: 'kubevirt-hyperconverged' },
    spec: { featureGates: { enableMultiArchBootImageImport: true, [bad]: true }, dataImportCronTemplates: [image] },
  };
  const pool = {
    apiVersion: 'cluster.k8s.io/v1alpha1',
    kind: 'MachineDeployment',
    metadata: { name: bad, namespace: 'kube-system' },
    spec: {
      replicas: 2,
      template: {
        spec: {
          versions: { kubelet: '1.34.1' },
          providerSpec: {
            value: {
              cloudProvider: 'kubevirt',
              operatingSystem: bad,
              cloudProviderSpec: {
                [bad]: bad,
                virtualMachine: {
                  template: {
                    cpus: '1',
                    memory: '1Gi',
                    primaryDisk: { osImage: bad, size: '10Gi', storageClassName: bad },
                  },
                },
                affinity: { nodeAffinityPreset: { type: bad, key: bad, values: [bad] } },
              },
            },
          },
        },
      },
    },
  };
  const stranger = { apiVersion: `${bad}/v1`, kind: bad, metadata: { name: bad, namespace: bad } };
  writeFiles(folder, {
    [`base/${file}`]: written(vm(bad, bad, '1Gi'), vm('gone', bad, '1Gi'), kubevirt, stranger, pool),
    [`head/${file}`]: written(
      vm(bad, bad, '2Gi'),
      vm(`new ${bad}`, bad, '1Gi'),
      { ...kubevirt, spec: {} },
      { ...stranger, spec: bad },
      pool,
    ),
    'hco.yaml': written(hco),
    'nodes.yaml': written(node('good', 'amd64'), node(bad, bad)),
    'machines.yaml': written(pool),
    'crd.yaml': written({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: bad },
      spec: {
        group: 'example.com',
        names: { kind: bad, plural: 'lamps' },
        scope: 'Namespaced',
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', description: bad } },
          },
        ],
      },
    }),
    'policy.yaml': written({
      apiVersion: 'polyvirt.io/v1',
      kind: 'ReviewPolicy',
      spec: {
        [bad]: 1,
        rules: [
          {
            name: bad,
            action: 'acknowledge',
            severities: ['info', 'caution', 'disruptive', 'destructive', 'rejected'],
          },
        ],
      },
    }),
    'application.yaml': written({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'edge' },
      spec: {
        source: {
          repoURL: bad,
          path: 'platform',
          plugin: {
            name: 'polyvirt',
            parameters: [{ name: bad, string: bad }],
          },
        },
        destination: { server: bad, namespace: bad },
      },
    }),
    'platform/polyvirt.yaml': written(platform('edge', bad)),
    'argo/polyvirt.yaml': written(
      platform('edge', bad, {
        kubevirt: {},
        virtualMachines: [
          { name: 'web', namespace: 'shop', architecture: 'amd64', memory: '1Gi', annotations: { note: bad } },
        ],
        findings: {},
        argocd: { destination: { name: 'edge' }, labels: { note: 'x' } },
      }),
    ),
    'named/polyvirt.yaml': written(platform(bad, bad)),
    'wrong/polyvirt.yaml': written({ ...platform('edge', bad), [bad]: bad }),
    'broken/polyvirt.yaml': `spec: { [${JSON.stringify(bad)}\n`,
    [`broken/${file}`]: `a: [${JSON.stringify(bad)}\n`,
  });
  return folder;
}

/** The name that files with the string have. */
export function hostileFile(bad: string): string {
  return `${bad.replace(/[\0/]/g, '').slice(0, 60)}.yaml`;
}
