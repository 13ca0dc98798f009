import { join } from 'node:path';
import { appFolder, writeFiles } from '../../app-folder';
import { marker } from './markers';
import { kubeconfig, type Plant, plantedObjects } from './planted-objects';
import { givenParameters, plantedPlatform, plantedPlatforms } from './planted-platforms';

/** Text of JSON, which is YAML too, and can write everything. */
const written = (...documents: readonly object[]): string =>
  documents.map((each) => `---\n${JSON.stringify(each)}\n`).join('');

/** A world full of secrets: where it is, what they are by the place where they stand, and what a process there has of them. */
export interface PlantedWorld {
  readonly folder: string;
  readonly markers: ReadonlyMap<string, string>;
  readonly env: Readonly<Record<string, string>>;
  /** Values of `ARGOCD_APP_PARAMETERS`. */
  readonly given: readonly string[];
}

export function plantedWorld(): PlantedWorld {
  const markers = new Map<string, string>();
  const plant: Plant = (place) => {
    markers.set(place, marker(place));
    return marker(place);
  };
  const folder = join(appFolder(), 'work');
  const before: Plant = (place) => plant(`${place}, before`);
  writeFiles(folder, {
    ...objectFiles('base', plantedObjects(before)),
    ...objectFiles('head', plantedObjects(plant)),
    ...brokenFiles(plant),
    ...toolFiles(plant),
    ...plantedPlatforms(plant),
  });
  return { folder, markers, env: environment(plant), given: givenParameters(plant) };
}

/** One file each, so that a renamed one, or one that cannot be read, is one of many. */
function objectFiles(side: string, objects: readonly object[]): Record<string, string> {
  return Object.fromEntries(
    objects.map((object, i) => [`${side}/${String(i).padStart(3, '0')}.yaml`, written(object)]),
  );
}

/** Text that no reader takes: readers like to quote the line. */
function brokenFiles(m: Plant): Record<string, string> {
  return {
    'broken/quote.yaml': `kind: Secret\nstringData:\n  password: "${m('broken: open quote')}\n`,
    'broken/alias.yaml': `kind: Secret\nstringData: { password: *${m('broken: alias')} }\n`,
    'broken/tag.yaml': `kind: Secret\nstringData: { password: !${m('broken: tag')} x }\n`,
    'broken/twice.yaml': `kind: Secret\n${m('broken: key twice')}: 1\n${m('broken: key twice')}: 2\n`,
    'broken/indent.yaml': `kind: Secret\nstringData:\n  password: a\n ${m('broken: indent')}: b\n`,
    'broken/json.json': `{"kind":"Secret","stringData":{"password":"${m('broken: JSON')}",}}`,
    'broken/control.yaml': `kind: Secret\nstringData: { password: ${m('broken: control')}\u0001 }\n`,
    'broken/directive.yaml': `%${m('broken: directive')} x\n---\na: 1\n`,
    'broken/polyvirt.yaml': `apiVersion: polyvirt.io/v1\nkind: Platform\nspec: { x: [${m('broken: platform')}\n`,
    'broken/kind.yaml': written({ apiVersion: 'v1', kind: { token: m('broken: kind') }, metadata: { name: 'x' } }),
    'broken/name.yaml': written({ apiVersion: 'v1', kind: 'Pod', metadata: { name: { password: m('broken: name') } } }),
    'broken/text.yaml': `${m('broken: text')}\n`,
  };
}

const node = (m: Plant) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name: 'good',
    labels: { 'kubernetes.io/arch': 'amd64', 'kubevirt.io/schedulable': 'true', 'kubernetes.io/hostname': 'good' },
    annotations: { 'example.com/token': m('Node annotation') },
  },
  status: {
    allocatable: { cpu: '8', memory: `8Gi --password=${m('Node amount')}`, pods: '10' },
    nodeInfo: { architecture: 'amd64' },
  },
});

/** What commands are given beside objects. */
function toolFiles(m: Plant): Record<string, string> {
  return {
    'nodes.yaml': written(node(m)),
    'pods.yaml': written({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p', namespace: 'shop' },
      spec: {
        nodeName: 'good',
        containers: [
          {
            name: 'c',
            resources: { requests: { cpu: `1 --password=${m('Pod amount')}` } },
            env: [{ name: 'TOKEN', value: m('Pod env') }],
          },
        ],
      },
    }),
    'crd.yaml': written({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'lamps.example.com' },
      spec: {
        group: 'example.com',
        names: { kind: 'Lamp', plural: 'lamps' },
        scope: 'Namespaced',
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  spec: {
                    type: 'object',
                    'x-kubernetes-validations': [
                      {
                        rule: 'self.password == self.token',
                        messageExpression: '"password " + self.password + " is not " + self.token',
                      },
                    ],
                    properties: {
                      password: { type: 'string', pattern: '^[0-9]+$', maxLength: 3 },
                      token: { type: 'string' },
                      mode: { type: 'string', enum: ['on', 'off'] },
                      level: { type: 'integer' },
                    },
                  },
                },
              },
            },
          },
        ],
      },
    }),
    'bad-crd.yaml': written({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'bad.example.com' },
      spec: {
        group: 'example.com',
        names: { kind: 'Bad', plural: 'bads' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  'token,': { type: `Basic ${m('CRD type')}` },
                },
              },
            },
          },
        ],
      },
    }),
    'rule-crd.yaml': written({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'rules.example.com' },
      spec: {
        group: 'example.com',
        names: { kind: 'Rule', plural: 'rules' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  password: { type: 'string', pattern: '^[0-9]+$' },
                },
                'x-kubernetes-validations': [{ rule: 'false', message: `Bearer ${m('CRD message')}` }],
              },
            },
          },
        ],
      },
    }),
    'ruled.yaml': written({
      apiVersion: 'example.com/v1',
      kind: 'Rule',
      metadata: { name: 'ruled', namespace: 'shop' },
      password: m('CRD pattern and value'),
    }),
    'policy.yaml': written({
      apiVersion: 'polyvirt.io/v1',
      kind: 'ReviewPolicy',
      spec: {
        token: m('policy token'),
        rules: [
          { name: 'all', action: `Bearer ${m('policy action')}`, severities: [`--password=${m('policy severity')}`] },
          { name: { password: m('policy name') }, action: 'block', kinds: m('policy kinds') },
        ],
      },
    }),
    'policy-ignoring.yaml': written({
      apiVersion: 'polyvirt.io/v1',
      kind: 'ReviewPolicy',
      spec: {
        ignoreDifferences: [
          { kind: 'Secret', jsonPointers: [`data?token=${m('policy pointer')}`], pasword: m('policy pasword') },
        ],
      },
    }),
    'ignore.yaml': written({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      spec: {
        source: { repoURL: `https://u:${m('ignore repoURL')}@git.example.com/a.git` },
        ignoreDifferences: [
          { kind: 'Secret', jqPathExpressions: [`.data.x --token ${m('ignore expression')}`], jsonPointers: 5 },
        ],
      },
    }),
    'baseline.json': JSON.stringify({ version: 7, findings: [{ token: m('baseline token') }] }),
    'plugin-policy.yaml': written({
      apiVersion: 'polyvirt.io/v1',
      kind: 'PluginPolicy',
      spec: {
        token: m('plugin policy token'),
        output: { kinds: `--password=${m('plugin policy kinds')}`, maximumMiB: { password: m('plugin policy map') } },
      },
    }),
    'repo/application.yaml': written({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'doctored' },
      spec: {
        source: {
          repoURL: `https://u:${m('doctor repoURL')}@git.example.com/a.git`,
          path: `platform?token=${m('doctor path')}`,
          plugin: {
            name: 'polyvirt',
            env: [{ name: 'API_TOKEN', value: m('doctor env') }],
            parameters: [{ name: 'memory', array: [m('doctor parameter')] }],
          },
        },
      },
    }),
    'repo/infra.yaml': kubeconfig(m('doctor kubeconfig')),
    'repo/polyvirt.yaml': written(plantedPlatform(m, 'doctor')),
  };
}

/** What the process has in its environment. */
function environment(m: Plant): Record<string, string> {
  return {
    REGISTRY_TOKEN: m('environment token'),
    DB_PASSWORD: m('environment password'),
    HTTPS_PROXY: `http://u:${m('environment proxy')}@proxy.example.com:3128`,
  };
}
