import { expandSet } from '../../src/argocd/sets/expand';
import { executeTemplate } from '../../src/argocd/sets/go-template';
import type { KubeObject } from '../../src/kube/object';

const FILES: Record<string, string> = {
  'clusters/fra/vm.yaml': '',
  'clusters/nyc/vm.yaml': '',
  'clusters/nyc/deep/vm.yaml': '',
  'clusters/.hidden/vm.yaml': '',
  'config/fra.json': '{ "cluster": { "name": "fra", "size": 3 } }',
  'config/nyc.yaml': 'cluster: { name: nyc, size: 1 }',
};

const secret = (name: string, env: string) =>
  ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, labels: { 'argocd.argoproj.io/secret-type': 'cluster', env } },
    stringData: { name, server: `https://${name}.example.com` },
  }) as unknown as KubeObject;

const set = (generators: unknown[], more: object = {}, template: object = {}) =>
  ({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'ApplicationSet',
    metadata: { name: 'all', namespace: 'argocd' },
    spec: { generators, template, ...more },
  }) as unknown as KubeObject;

const names = (made: KubeObject, clusters: readonly KubeObject[] = []) => {
  const expanded = expandSet(made, { paths: Object.keys(FILES), textOf: (path) => FILES[path]!, clusters });
  return 'why' in expanded ? expanded.why : expanded.applications.map(({ metadata }) => metadata.name);
};

const plain = (name: string) => ({ metadata: { name }, spec: {} });

test.each<{ what: string; generators: unknown[]; name: string; isGo?: boolean; gives: string[] | string }>([
  {
    what: 'list',
    generators: [{ list: { elements: [{ cluster: 'fra' }, { cluster: 'nyc', values: { a: 'x' } }] } }],
    name: '{{cluster}}-{{ values.a }}',
    gives: ['fra-{{ values.a }}', 'nyc-x'],
  },
  {
    what: 'directories, without hidden ones and those that are left out',
    generators: [{ git: { directories: [{ path: 'clusters/*' }, { path: 'clusters/nyc', exclude: true }] } }],
    name: '{{path.basename}}-{{path[0]}}',
    gives: ['fra-clusters'],
  },
  {
    what: 'directories for templates of Go',
    generators: [{ git: { directories: [{ path: 'clusters/*' }], values: { at: '{{ .path.path }}' } } }],
    name: '{{ index .path.segments 1 }}-{{ .values.at | replace "/" "-" }}',
    isGo: true,
    gives: ['fra-clusters-fra', 'nyc-clusters-nyc'],
  },
  {
    what: 'files',
    generators: [{ git: { files: [{ path: 'config/*' }] } }],
    name: '{{cluster.name}}-{{cluster.size}}-{{path.filename}}',
    gives: ['fra-3-fra.json', 'nyc-1-nyc.yaml'],
  },
  {
    what: 'clusters by label',
    generators: [{ clusters: { selector: { matchLabels: { env: 'prod' } } } }],
    name: '{{name}}-{{metadata.labels.env}}',
    gives: ['fra-prod'],
  },
  {
    what: 'all clusters, also that of Argo CD itself',
    generators: [{ clusters: {} }],
    name: '{{name}}',
    gives: ['fra', 'nyc', 'in-cluster'],
  },
  {
    what: 'a matrix, whose second generator names what the first gives',
    generators: [
      {
        matrix: {
          generators: [
            { git: { directories: [{ path: 'clusters/*' }] } },
            { list: { elements: [{ app: 'shop-{{path.basename}}' }] } },
          ],
        },
      },
    ],
    name: '{{app}}',
    gives: ['shop-fra', 'shop-nyc'],
  },
  {
    what: 'merge',
    generators: [
      {
        merge: {
          mergeKeys: ['name'],
          generators: [
            {
              list: {
                elements: [
                  { name: 'a', size: 's' },
                  { name: 'b', size: 's' },
                ],
              },
            },
            { list: { elements: [{ name: 'b', size: 'l' }] } },
          ],
        },
      },
    ],
    name: '{{name}}-{{size}}',
    gives: ['a-s', 'b-l'],
  },
  {
    what: 'a selector behind a generator',
    generators: [{ list: { elements: [{ name: 'a' }, { name: 'b' }] }, selector: { matchLabels: { name: 'b' } } }],
    name: '{{name}}',
    gives: ['b'],
  },
  {
    what: 'pull requests, which are not in a repository',
    generators: [{ pullRequest: { github: {} } }],
    name: 'x',
    gives: 'its generator pullRequest asks what is not in the repository',
  },
])('$what', ({ generators, name, isGo = false, gives }) => {
  const clusters = [secret('fra', 'prod'), secret('nyc', 'dev')];
  expect(names(set(generators, { goTemplate: isGo }, plain(name)), clusters)).toEqual(gives);
});

test('clusters that are not in the repository are not guessed', () => {
  expect(names(set([{ clusters: {} }], {}, plain('{{name}}')))).toMatch(/not in the repository/);
});

test('an Application has the resources finalizer, unless it has others or the set preserves resources', () => {
  const one = [{ list: { elements: [{}] } }];
  const finalizers = (more: object, metadata: object = {}) => {
    const expanded = expandSet(set(one, more, { metadata: { name: 'a', ...metadata }, spec: {} }), {
      paths: [],
      textOf: () => '',
      clusters: [],
    });
    return 'why' in expanded ? expanded.why : expanded.applications[0]!.metadata.finalizers;
  };
  expect(finalizers({})).toEqual(['resources-finalizer.argocd.argoproj.io']);
  expect(finalizers({ syncPolicy: { preserveResourcesOnDeletion: true } })).toBeUndefined();
  expect(finalizers({}, { finalizers: ['other'] })).toEqual(['other']);
});

test('a templatePatch is put over the template', () => {
  const patched = set(
    [{ list: { elements: [{ name: 'a', prune: true }] } }],
    {
      goTemplate: true,
      templatePatch: 'spec:\n  syncPolicy:\n{{- if .prune }}\n    automated: { prune: {{ .prune }} }\n{{- end }}\n',
    },
    plain('{{.name}}'),
  );
  const expanded = expandSet(patched, { paths: [], textOf: () => '', clusters: [] });
  expect('applications' in expanded && expanded.applications[0]!.spec).toEqual({
    syncPolicy: { automated: { prune: true } },
  });
});

test.each<[template: string, gives: string]>([
  ['{{ .name }}', 'fra'],
  ['{{ .missing }}', '<no value>'],
  ['{{- .name -}}  x', 'frax'],
  ['a {{- /* why */ -}} b', 'ab'],
  ['{{ if eq .name "fra" }}yes{{ else }}no{{ end }}', 'yes'],
  ['{{ if and .none .name }}a{{ else if .name }}b{{ end }}', 'b'],
  ['{{ range $i, $x := .list }}{{ $i }}={{ $x }};{{ end }}', '0=a;1=b;'],
  ['{{ range .none }}x{{ else }}empty{{ end }}', 'empty'],
  ['{{ with .map }}{{ .key }}{{ $.name }}{{ end }}', 'valuefra'],
  ['{{ $x := .name | upper }}{{ $x }}', 'FRA'],
  ['{{ default "x" .none }}-{{ .name | trunc 2 }}', 'x-fr'],
  ['{{ (index .list 1) | quote }}', '"b"'],
  ['{{ (dict "a" .name).a }}', 'fra'],
  ['{{ .list | join "," }} {{ len .list }}', 'a,b 2'],
  ['{{ printf "%s-%02d" .name 3 }}', 'fra-03'],
  ['{{ splitList "-" "x-y" | last }} {{ ternary "p" "q" true }}', 'y p'],
  ['{{ normalize "A_b" }} {{ "}}" }}', 'a-b }}'],
  ['{{ dig "map" "key" "none" . }} {{ hasKey .map "x" }}', 'value false'],
])('%s gives %s', (template, gives) => {
  const data = { name: 'fra', list: ['a', 'b'], map: { key: 'value' } };
  expect(executeTemplate(template, data, { isStrict: false })).toBe(gives);
});

test.each([
  ['{{ .missing }}', 'there is no missing'],
  ['{{ env "HOME" }}', 'the function "env" is not known here'],
  ['{{ if .name }}', '"end" is missing'],
  ['{{ $x }}', 'the variable $x is not set'],
])('%s is rejected: %s', (template, why) => {
  expect(() => executeTemplate(template, { name: 'fra' }, { isStrict: true })).toThrow(why);
});
