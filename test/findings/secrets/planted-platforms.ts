import type { Plant } from './planted-objects';

const written = (document: object): string => `${JSON.stringify(document)}\n`;

type Spec = Readonly<Record<string, unknown>>;

const platform = (spec: Spec, rest: Spec = {}) => ({
  apiVersion: 'polyvirt.io/v1',
  kind: 'Platform',
  metadata: { name: 'edge' },
  spec: {
    target: { kubevirt: '1.8' },
    nodes: [{ pool: 'intel', architecture: 'amd64', count: 2, cpu: 8, memory: '16Gi' }],
    ...spec,
  },
  ...rest,
});

const guest = (name: string, spec: Spec) => ({
  name,
  namespace: 'shop',
  architecture: 'amd64',
  memory: '1Gi',
  ...spec,
});

/** A platform that is right, with secrets where they may be declared. There is something to say of each VM. */
export function plantedPlatform(m: Plant, name: string): object {
  return platform({
    virtualMachines: [
      guest('web', {
        memory: '64Gi',
        cloudInit: {
          type: 'noCloud',
          userData: m(`${name} platform userData`),
          networkData: m(`${name} platform networkData`),
        },
        annotations: { 'example.com/token': m(`${name} platform annotation`) },
        disks: [{ name: 'root', containerDisk: { image: `bot:${m(`${name} platform image`)}@quay.io/disks/a:1` } }],
      }),
    ],
    dataVolumes: [
      {
        name: 'disk',
        namespace: 'shop',
        size: '1Gi',
        source: { http: { url: `https://u:${m(`${name} platform http`)}@example.com/a.img` } },
      },
    ],
    parameters: [{ name: 'memory', title: 'Memory', sets: 'spec.virtualMachines[web].memory' }],
    findings: {
      allow: [
        {
          code: 'PV201',
          object: 'VirtualMachine/none',
          until: '2020-01-01',
          reason: `see https://u:${m(`${name} platform reason`)}@example.com`,
        },
      ],
    },
  });
}

/** Platform files: right ones, and wrong ones of which each mistake is at a secret. */
export function plantedPlatforms(m: Plant): Record<string, string> {
  const before: Plant = (place) => m(`${place}, before`);
  return {
    'platform/polyvirt.yaml': written(plantedPlatform(m, 'reviewed')),
    'platform-before/polyvirt.yaml': written(plantedPlatform(before, 'reviewed')),
    'argo/polyvirt.yaml': written(
      platform({
        argocd: {
          destination: { server: `https://u:${m('argocd destination')}@kubernetes.example.com` },
          labels: { note: 'x' },
        },
        virtualMachines: [guest('web', {})],
      }),
    ),
    'wrong/polyvirt.yaml': written(
      platform(
        {
          token: m('platform: unknown key'),
          virtualMachines: [
            guest('a', { cloudInit: m('platform: cloudInit text') }),
            guest('b', { cloudInit: { type: 'noCloud', userData: Number(m('platform: userData number')) } }),
            guest('c', { cloudInit: { type: 'noCloud', userData: [m('platform: userData list')] } }),
            guest('d', { cloudInit: { type: m('platform: cloudInit type'), userdata: m('platform: userdata') } }),
            guest('e', {
              cloudInit: { type: 'noCloud', userDta: m('platform: userDta') },
              pasword: m('platform: pasword'),
            }),
            guest('f', { watchdog: `--token=${m('platform: watchdog')}`, cpu: `Bearer ${m('platform: cpu')}` }),
            guest('g', { replicas: `password=${m('platform: replicas')}` }),
            guest('h', { disks: [{ name: 'root', containerDisk: { image: { password: m('platform: image map') } } }] }),
            guest('i', { disks: [{ name: 'root', bus: `https://u:${m('platform: bus')}@example.com` }] }),
            guest('k', { placement: { keep: `token=${m('platform: placement')}` } }),
            guest('j', { architecture: `--password=${m('platform: architecture')}` }),
          ],
          machines: [
            {
              name: 'pool',
              kubelet: '1.34.1',
              kubeconfig: m('platform: kubeconfig text'),
              sshPublicKeys: m('platform: sshPublicKeys text'),
              caPublicKey: 5,
              primaryDisk: {
                size: '1Gi',
                storageClassName: 'fast',
                osImage: 'x',
                extraHeaders: m('platform: extraHeaders text'),
              },
            },
            {
              name: 'other',
              kubelet: '1.34.1',
              kubeconfig: { namespace: 'a', name: 'b', key: 'c', value: m('platform: kubeconfig value') },
            },
          ],
          goldenImages: [
            { name: 'x', url: `docker://u:${m('platform: golden image')}@quay.io/a:1`, architectures: 'amd64' },
          ],
        },
        { metadata: { name: `token: ${m('platform: name')}` } },
      ),
    ),
    'checked/polyvirt.yaml': written(
      platform({
        target: { kubevirt: `1.8?token=${m('platform: release')}` },
        namespace: `https://u:${m('platform: namespace')}@example.com`,
        virtualMachines: [
          guest('a', {
            memory: `token: ${m('platform: memory')}`,
            machineType: `--password=${m('platform: machineType')}`,
            nodeSelector: { 'a b': `Basic ${m('platform: nodeSelector')}` },
            labels: { 'example.com/token': `!${m('platform: label')}` },
            networks: [
              { name: 'default', binding: 'masquerade', macAddress: `token: ${m('platform: macAddress')}`, pod: {} },
            ],
            cloudInit: { type: 'noCloud', userData: m('platform: both'), userDataSecret: 'x' },
          }),
        ],
      }),
    ),
    'alias/polyvirt.yaml': `apiVersion: polyvirt.io/v1\nkind: Platform\nmetadata: { name: edge }\nspec:\n  virtualMachines:\n    - name: web\n      cloudInit: { type: noCloud, userData: *${m('platform: alias')} }\n`,
    'parameters/polyvirt.yaml': written(
      platform({
        virtualMachines: [guest('web', { annotations: { note: 'x' } })],
        parameters: [
          { name: 'memory', sets: 'spec.virtualMachines[web].memory' },
          {
            name: 'cores',
            type: 'number',
            sets: 'spec.virtualMachines[web].cpu.cores',
            default: { token: m('parameter: default') },
          },
        ],
      }),
    ),
    'given/polyvirt.yaml': written(
      platform({
        virtualMachines: [guest('web', { cpu: { cores: 1 } })],
        parameters: [
          { name: 'memory', sets: 'spec.virtualMachines[web].memory' },
          { name: 'strategy', sets: 'spec.virtualMachines[web].runStrategy' },
          { name: 'cores', type: 'number', sets: 'spec.virtualMachines[web].cpu.cores' },
        ],
      }),
    ),
  };
}

/** What Applications give to the plugin, each wrong in a way of its own. */
export function givenParameters(m: Plant): readonly string[] {
  const given = (...parameters: readonly object[]) => JSON.stringify(parameters);
  return [
    given({ name: 'memory', string: m('given: memory') }),
    given({ name: 'memory', array: [m('given: list for a text')] }),
    given({ name: 'memory', map: { a: m('given: map for a text') } }),
    given({ name: 'cores', string: m('given: number') }),
    given({ name: 'cores', string: m('given: cores') }),
    given({ name: 'strategy', string: m('given: strategy') }),
    given({ name: 'memry', string: m('given: misspelt') }),
    given({ name: `token: ${m('given: name')}`, string: 'x' }),
    given({ name: 'cluster', string: `https://u:${m('given: cluster address')}@example.com` }),
    given({ name: 'cluster', string: `Token ${m('given: cluster')}` }),
    given({ name: 'memory', string: m('given: twice') }, { name: 'memory', string: m('given: twice') }),
    given({ name: 'namespace', string: `Token ${m('given: namespace')}` }),
    `[{"name":"memory","string":"${m('given: broken JSON')}"`,
    JSON.stringify({ token: m('given: no list') }),
    JSON.stringify([m('given: a text')]),
  ];
}
