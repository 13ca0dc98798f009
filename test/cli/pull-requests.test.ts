import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { appFolder, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=a@b.c', ...args], { cwd: folder, encoding: 'utf8' });

const run = (folder: string, ...args: string[]) => polyvirt(folder, args);

const vm = (name = 'web', memory = '4Gi', more = '') => `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: ${name}, namespace: shop }
spec:
  runStrategy: Always
  template:
    spec:
      architecture: amd64
      domain:
        memory: { guest: ${memory} }
        devices: {}
${more}`;

/** The same object in other words. */
const reformatted = (text: string) =>
  `# a comment\n${text.replace('metadata: { name: web', 'metadata: {   name: web')}`;

const PATCH = (memory = '8Gi') => `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: web, namespace: shop }
spec: { template: { spec: { domain: { memory: { guest: ${memory} } } } } }
`;

const KUSTOMIZE: Files = {
  'base/kustomization.yaml': 'resources: [vm.yaml]\n',
  'base/vm.yaml': vm(),
  'overlays/prod/kustomization.yaml': 'resources: [../../base]\npatches: [{ path: memory.yaml }]\n',
  'overlays/prod/memory.yaml': PATCH(),
  'README.md': '# Machines\n',
};

const CHART: Files = {
  'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'charts/web/values.yaml': 'memory: 4Gi\nreplicas: 1\n',
  'charts/web/README.md': '# A chart\n',
  'charts/web/templates/vm.yaml': vm('{{ .Release.Name }}', '{{ .Values.memory }}'),
  'charts/web/templates/_helpers.tpl': '{{- define "web.name" -}}web{{- end -}}\n',
  'charts/web/templates/NOTES.txt': 'Hello.\n',
  'charts/web/charts/db/Chart.yaml': 'apiVersion: v2\nname: db\nversion: 1.0.0\n',
  'charts/web/charts/db/values.yaml': 'size: 1Gi\n',
  'vms/web.yaml': vm(),
};

const CLUSTERS: Files = { 'eu/vm.yaml': vm(), 'eu/db.yaml': vm('db'), 'us/vm.yaml': vm(), 'asia/vm.yaml': vm() };

const APPLICATION = (source: string, more = '') => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web, namespace: argocd${more} }
spec:
  project: default
  source: { repoURL: 'https://example.com/infra.git', ${source} }
  destination: { name: edge, namespace: shop }
`;

const APPLICATION_SET = (source: string, generator = 'charts') => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: all, namespace: argocd }
spec:
  generators: [{ list: { elements: [{ cluster: ${generator} }] } }]
  template:
    metadata: { name: '{{cluster}}' }
    spec:
      project: default
      source: { repoURL: 'https://example.com/infra.git', ${source} }
      destination: { name: '{{cluster}}', namespace: shop }
`;

const FLUX = (version: string) => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: web, namespace: flux-system }
spec: { interval: 5m, chart: { spec: { chart: web, version: ${version}, sourceRef: { kind: HelmRepository, name: x } } } }
`;

const FLUX_KUSTOMIZATION = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: vms, namespace: flux-system }
spec: { interval: 5m, path: ./vms, prune: true, sourceRef: { kind: GitRepository, name: infra } }
`;

const POINTER = (digit: string) =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${digit.repeat(64)}\nsize 12345\n`;

const PLATFORM = (memory = '4Gi') => `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { kubevirt: '1.9' }
  kubevirt: {}
  virtualMachines:
  - { name: web, namespace: shop, architecture: amd64, memory: ${memory}, disks: [{ name: os, containerDisk: { image: quay.io/containerdisks/fedora:41 } }] }
`;

const NODE = (name: string) => `apiVersion: v1
kind: Node
metadata: { name: ${name}, labels: { kubernetes.io/arch: amd64 } }
status: { allocatable: { cpu: '16', memory: 64Gi, devices.kubevirt.io/kvm: 1k }, nodeInfo: { architecture: amd64 } }
`;

/** What the root of a repository has beside manifests. */
const ROOT_FILES: Files = {
  'polyvirt-review.yaml': 'apiVersion: polyvirt.io/v1\nkind: ReviewPolicy\nspec: { prune: true }\n',
  '.gitlab-ci.yml': 'stages: [review]\nreview: { script: [polyvirt review main] }\n',
  '.pre-commit-config.yaml': 'repos: []\n',
  '.github/workflows/ci.yml': 'on: push\njobs: {}\n',
  '.github/dependabot.yml': 'version: 2\nupdates: []\n',
  'mkdocs.yml': 'site_name: infra\n',
  'package.json': '{ "name": "infra" }\n',
  'README.md': '# infra\n',
};

const KUBEVIRT = (gates: string) => `apiVersion: kubevirt.io/v1
kind: KubeVirt
metadata: { name: kubevirt, namespace: kubevirt }
spec: { configuration: { developerConfiguration: { featureGates: [${gates}] } } }
`;

type Files = Record<string, string>;

interface PullRequest {
  readonly base: Files;
  /** Files that it writes; null for those that it removes. */
  readonly files?: Record<string, string | null>;
  /** What else is done to the base, and to the branch. */
  readonly first?: (folder: string) => void;
  readonly after?: (folder: string) => unknown;
  readonly args?: readonly string[];
  readonly code: number;
  /** All that is named, with how it changes. */
  readonly named?: Record<string, 'added' | 'removed' | 'modified' | 'none'>;
  /** The changes of objects, as `VirtualMachine web removed`, with the cluster where there is one. */
  readonly changes?: readonly string[];
}

const KUSTOMIZE_NAMED = { 'overlays/prod/kustomization.yaml': 'none' } as const;
const OVERLAY_CHANGED = { 'overlays/prod/kustomization.yaml': 'modified' } as const;
const CHART_NAMED = { 'charts/web': 'none' } as const;
const CHART_CHANGED = { 'charts/web': 'modified' } as const;

const PULL_REQUESTS: Record<string, PullRequest> = {
  // Kustomize.
  'kustomize: nothing': { base: KUSTOMIZE, code: 0, named: KUSTOMIZE_NAMED },
  'kustomize: the README': { base: KUSTOMIZE, files: { 'README.md': '# Other\n' }, code: 0, named: KUSTOMIZE_NAMED },
  'kustomize: a patch': {
    base: KUSTOMIZE,
    files: { 'overlays/prod/memory.yaml': PATCH('16Gi') },
    code: 1,
    named: OVERLAY_CHANGED,
    changes: [],
  },
  'kustomize: a patch, reformatted': {
    base: KUSTOMIZE,
    files: { 'overlays/prod/memory.yaml': `# why\n${PATCH()}` },
    code: 0,
    named: KUSTOMIZE_NAMED,
  },
  'kustomize: comments of an overlay': {
    base: KUSTOMIZE,
    files: { 'overlays/prod/kustomization.yaml': `# why\n${KUSTOMIZE['overlays/prod/kustomization.yaml']}` },
    code: 0,
    named: KUSTOMIZE_NAMED,
  },
  'kustomize: lines that end otherwise': {
    base: KUSTOMIZE,
    files: {
      'overlays/prod/kustomization.yaml': KUSTOMIZE['overlays/prod/kustomization.yaml']!.replace(/\n/g, '\r\n'),
      'base/vm.yaml': vm().replace(/\n/g, '\r\n'),
    },
    code: 0,
    named: KUSTOMIZE_NAMED,
    changes: [],
  },
  'kustomize: namePrefix': {
    base: KUSTOMIZE,
    files: { 'overlays/prod/kustomization.yaml': `namePrefix: x-\n${KUSTOMIZE['overlays/prod/kustomization.yaml']}` },
    code: 1,
    named: OVERLAY_CHANGED,
    changes: [],
  },
  'kustomize: a resource is left out, and its file stays': {
    base: KUSTOMIZE,
    files: { 'base/kustomization.yaml': 'resources: []\n' },
    code: 1,
    named: { ...OVERLAY_CHANGED, 'base/vm.yaml': 'none' },
    changes: [],
  },
  'kustomize: a base changes, and with it what overlays make of it': {
    base: KUSTOMIZE,
    files: { 'base/vm.yaml': vm('web', '5Gi') },
    code: 1,
    named: OVERLAY_CHANGED,
    changes: [],
  },
  'kustomize: a list of files, which needs no tool': {
    base: { 'vms/kustomization.yaml': 'resources: [web.yaml]\n', 'vms/web.yaml': vm(), 'vms/old.yaml': vm('old') },
    files: { 'vms/web.yaml': vm('web', '5Gi'), 'vms/old.yaml': vm('old', '5Gi'), 'vms/new.yaml': vm('new') },
    code: 10,
    named: { 'vms/new.yaml': 'none', 'vms/old.yaml': 'none' },
    changes: ['VirtualMachine web modified'],
  },
  'kustomize: values beside a kustomization': {
    base: { 'vms/kustomization.yaml': 'resources: [web.yaml]\n', 'vms/web.yaml': vm(), 'vms/values.yaml': 'a: 1\n' },
    files: { 'vms/values.yaml': 'a: 2\n' },
    code: 1,
    named: { 'vms/values.yaml': 'modified' },
    changes: [],
  },
  'kustomize: files beside an object of Flux in a file of that name': {
    base: { 'vms/kustomization.yaml': FLUX_KUSTOMIZATION, 'vms/web.yaml': vm() },
    files: { 'vms/web.yaml': vm('web', '5Gi') },
    code: 10,
    changes: ['VirtualMachine web modified'],
  },
  'kustomize: files beside a kustomization that cannot be read': {
    base: { 'vms/kustomization.yaml': 'resources: [\n', 'vms/web.yaml': vm() },
    files: { 'vms/web.yaml': vm('web', '5Gi') },
    code: 10,
    changes: ['VirtualMachine web modified'],
  },
  'kustomize: a file is no longer listed': {
    base: { 'vms/kustomization.yaml': 'resources: [web.yaml]\n', 'vms/web.yaml': vm() },
    files: { 'vms/kustomization.yaml': 'resources: []\n' },
    code: 10,
    named: { 'vms/web.yaml': 'none' },
    changes: ['VirtualMachine web removed'],
  },
  'kustomize: bases that name each other': {
    base: { ...KUSTOMIZE, 'base/kustomization.yaml': 'resources: [vm.yaml, ../overlays/prod]\n' },
    files: { 'overlays/prod/memory.yaml': PATCH('16Gi') },
    code: 1,
    named: { ...OVERLAY_CHANGED, 'base/kustomization.yaml': 'none' },
  },
  'kustomize: a base outside of the folder that is asked for': {
    base: KUSTOMIZE,
    files: { 'base/vm.yaml': vm('web', '5Gi') },
    args: ['--dir', 'overlays'],
    code: 1,
    named: { 'overlays/prod/kustomization.yaml': 'modified' },
    changes: [],
  },
  'kustomize: an overlay is deleted': {
    base: KUSTOMIZE,
    files: { 'overlays/prod/kustomization.yaml': null, 'overlays/prod/memory.yaml': null },
    code: 1,
    named: { ...KUSTOMIZE_NAMED, 'overlays/prod/kustomization.yaml': 'removed' },
    changes: [],
  },
  'kustomize: an overlay is new': {
    base: KUSTOMIZE,
    files: { 'overlays/dev/kustomization.yml': 'resources: [../../base]\n' },
    code: 10,
    named: KUSTOMIZE_NAMED,
    changes: ['VirtualMachine web added in dev'],
  },
  'kustomize: an overlay is renamed': {
    base: KUSTOMIZE,
    after: (folder) => renameSync(join(folder, 'overlays/prod'), join(folder, 'overlays/live')),
    code: 1,
    named: {
      'overlays/live/kustomization.yaml': 'added',
      'overlays/prod/kustomization.yaml': 'removed',
    },
    changes: [],
  },
  'kustomize: the input of a generator': {
    base: {
      'a/kustomization.yaml': 'configMapGenerator: [{ name: c, files: [app.properties, x=app.yaml] }]\n',
      'a/app.properties': 'a=1\n',
      'a/app.yaml': 'a: 1\n',
    },
    files: { 'a/app.properties': 'a=2\n', 'a/app.yaml': 'a: 2\n' },
    code: 1,
    named: { 'a/kustomization.yaml': 'modified' },
  },
  'kustomize: a JSON patch, and a component without an ending': {
    base: {
      'c/Kustomization': 'kind: Component\npatchesJson6902: [{ target: { kind: VirtualMachine }, path: p.json }]\n',
      'c/p.json': '[{ "op": "remove", "path": "/spec" }]\n',
    },
    files: { 'c/p.json': '[{ "op": "add", "path": "/spec/x", "value": 1 }]\n' },
    code: 0,
    named: { 'c/Kustomization': 'none' },
  },
  'kustomize: a file that nothing names beside an overlay': {
    base: KUSTOMIZE,
    files: { 'overlays/prod/notes.txt': 'x\n' },
    code: 0,
    named: KUSTOMIZE_NAMED,
  },

  // Helm.
  'helm: nothing': { base: CHART, code: 0, named: CHART_NAMED },
  'helm: the README and the notes': {
    base: CHART,
    files: { 'charts/web/README.md': '# Other\n', 'charts/web/templates/NOTES.txt': 'Bye.\n' },
    code: 0,
    named: CHART_NAMED,
  },
  'helm: values': {
    base: CHART,
    files: { 'charts/web/values.yaml': 'memory: 8Gi\nreplicas: 1\n' },
    code: 1,
    named: CHART_CHANGED,
  },
  'helm: values in another order': {
    base: CHART,
    files: { 'charts/web/values.yaml': '# sorted\nreplicas: 1\nmemory: 4Gi\n' },
    code: 0,
    named: CHART_NAMED,
  },
  'helm: a version': {
    base: CHART,
    files: { 'charts/web/Chart.yaml': CHART['charts/web/Chart.yaml']!.replace('1.0.0', '1.0.1') },
    code: 1,
    named: CHART_CHANGED,
  },
  'helm: a template': {
    base: CHART,
    files: { 'charts/web/templates/vm.yaml': vm('{{ .Release.Name }}', '9Gi') },
    code: 1,
    named: CHART_CHANGED,
    changes: [],
  },
  'helm: a helper': {
    base: CHART,
    files: { 'charts/web/templates/_helpers.tpl': '{{/* x */}}\n' },
    code: 1,
    named: CHART_CHANGED,
  },
  'helm: a chart below a chart': {
    base: CHART,
    files: { 'charts/web/charts/db/values.yaml': 'size: 2Gi\n' },
    code: 1,
    named: CHART_CHANGED,
  },
  'helm: a chart is removed': {
    base: CHART,
    after: (folder) => rmSync(join(folder, 'charts'), { recursive: true }),
    code: 1,
    named: { 'charts/web': 'removed' },
  },
  'helm: values without a chart': {
    base: { 'vms/web.yaml': vm(), 'env/prod-values.yaml': 'memory: 1Gi\n', 'env/web.yaml': 'memory: 1Gi\n' },
    files: { 'env/prod-values.yaml': 'memory: 2Gi\n', 'env/web.yaml': 'memory: 2Gi\n' },
    code: 1,
    named: { 'env/prod-values.yaml': 'modified', 'env/web.yaml': 'modified' },
  },
  'helm: a packaged chart': {
    base: { 'vms/web.yaml': vm(), 'packages/web.tgz': 'a' },
    files: { 'packages/web.tgz': 'b' },
    code: 1,
    named: { 'packages/web.tgz': 'modified' },
  },
  'helm: an unchanged chart, and a change that makes everything be read': {
    base: { ...CHART, 'kubevirt.yaml': KUBEVIRT('') },
    files: { 'kubevirt.yaml': KUBEVIRT('HostDisk') },
    code: 10,
    named: CHART_NAMED,
  },

  // Argo CD and Flux.
  'an Application of a chart, unchanged': {
    base: { 'app.yaml': APPLICATION('chart: web, targetRevision: 1.0.0') },
    code: 0,
    named: { 'Application argocd/web': 'none' },
  },
  'an Application of a chart, another version': {
    base: { 'app.yaml': APPLICATION('chart: web, targetRevision: 1.0.0') },
    files: { 'app.yaml': APPLICATION('chart: web, targetRevision: 2.0.0') },
    code: 1,
    named: { 'Application argocd/web': 'modified' },
    changes: ['Application web modified'],
  },
  'an Application of a chart, another label': {
    base: { 'app.yaml': APPLICATION('chart: web, targetRevision: 1.0.0') },
    files: { 'app.yaml': APPLICATION('chart: web, targetRevision: 1.0.0', ', labels: { a: b }') },
    code: 10,
    named: { 'Application argocd/web': 'none' },
  },
  'an Application of a folder that is judged': {
    base: { 'vms/web.yaml': vm() },
    files: { 'app.yaml': APPLICATION('path: vms, targetRevision: HEAD') },
    code: 10,
    named: {},
    changes: ['Application web added'],
  },
  'an Application that changes its folder': {
    base: { 'a/web.yaml': vm(), 'b/db.yaml': vm('db'), 'app.yaml': APPLICATION('path: a') },
    files: { 'app.yaml': APPLICATION('path: b') },
    code: 10,
    named: {},
    changes: ['Application web modified'],
  },
  'an Application with options of kustomize': {
    base: { 'a/web.yaml': vm(), 'app.yaml': APPLICATION("path: a, kustomize: { namePrefix: 'a-' }") },
    files: { 'app.yaml': APPLICATION("path: a, kustomize: { namePrefix: 'b-' }") },
    code: 1,
    named: { 'Application argocd/web': 'modified' },
  },
  'an ApplicationSet with another generator': {
    base: { 'set.yaml': APPLICATION_SET('chart: web, targetRevision: 1.0.0') },
    files: { 'set.yaml': APPLICATION_SET('chart: web, targetRevision: 1.0.0', 'more') },
    code: 1,
    named: { 'ApplicationSet argocd/all': 'modified' },
  },
  'parameters of Argo CD beside a chart': {
    base: { 'vms/web.yaml': vm(), 'vms/.argocd-source-edge.yaml': 'helm: { parameters: [] }\n' },
    files: { 'vms/.argocd-source-edge.yaml': 'helm: { parameters: [{ name: a, value: b }] }\n' },
    code: 1,
    named: { 'vms/.argocd-source-edge.yaml': 'modified' },
  },
  'the input of a generator of files': {
    base: { 'vms/web.yaml': vm(), 'clusters/eu/config.json': '{ "size": 1 }\n' },
    files: { 'clusters/eu/config.json': '{ "size": 2 }\n' },
    code: 1,
    named: { 'clusters/eu/config.json': 'modified' },
  },
  'a release of Flux': {
    base: { 'release.yaml': FLUX('1.0.0') },
    files: { 'release.yaml': FLUX('1.1.0') },
    code: 1,
    named: { 'HelmRelease flux-system/web': 'modified' },
  },

  // Other tools.
  'jsonnet, templates and Terraform': {
    base: {
      'vm.jsonnet': '{}',
      'lib/x.libsonnet': '{}',
      'a.yaml.j2': 'a',
      'x.tpl': 'a',
      'main.tf': 'resource "kubernetes_manifest" "x" {}',
      'net.tf': 'a',
    },
    files: { 'vm.jsonnet': '{a: 1}', 'x.tpl': 'b', 'net.tf': 'b' },
    code: 1,
    named: {
      'vm.jsonnet': 'modified',
      'x.tpl': 'modified',
      'lib/x.libsonnet': 'none',
      'a.yaml.j2': 'none',
      'main.tf': 'none',
    },
  },
  'ytt hides in comments': {
    base: { 'vm.yaml': `#@ load("@ytt:data", "data")\n${vm('web', '4Gi #@ data.values.memory')}` },
    files: { 'vm.yaml': `#@ load("@ytt:data", "data")\n${vm('web', '4Gi #@ data.values.more')}` },
    code: 1,
    named: { 'vm.yaml': 'modified' },
    changes: [],
  },
  'a program below the folder': {
    base: { 'vms/web.yaml': vm(), 'app/cdk8s.yaml': 'language: typescript\napp: node main.js\n', 'app/main.ts': 'a()' },
    files: { 'app/main.ts': 'b()' },
    code: 1,
    named: { app: 'modified' },
  },
  'a platform below the folder': {
    base: { 'vms/db.yaml': vm('db'), 'edge/polyvirt.yaml': PLATFORM() },
    files: { 'edge/polyvirt.yaml': PLATFORM('8Gi') },
    code: 10,
    named: {},
    changes: ['VirtualMachine web modified in edge'],
  },
  'a platform below the folder, under another name': {
    base: { 'vms/db.yaml': vm('db'), 'edge/platform.yaml': PLATFORM() },
    files: { 'edge/platform.yaml': PLATFORM('8Gi') },
    code: 1,
    named: { 'edge/platform.yaml': 'modified' },
  },
  'an overlay beside a platform': {
    base: { ...KUSTOMIZE, 'polyvirt.yaml': PLATFORM() },
    files: { 'overlays/prod/memory.yaml': PATCH('16Gi') },
    code: 1,
    named: { ...OVERLAY_CHANGED, 'base/kustomization.yaml': 'none', 'base/vm.yaml': 'none' },
  },
  'manifests beside a platform': {
    base: { 'polyvirt.yaml': PLATFORM(), 'vms/db.yaml': vm('db') },
    files: { 'vms/db.yaml': vm('db', '8Gi') },
    code: 1,
    named: { 'vms/db.yaml': 'modified' },
  },
  'a platform, with what it reads and what it writes': {
    base: {
      ...ROOT_FILES,
      'polyvirt.yaml': PLATFORM().replace('  kubevirt: {}', '  nodes: { from: nodes.yaml }\n  kubevirt: {}'),
      'nodes.yaml': NODE('a'),
      'dist/edge/x.yaml': vm('x'),
    },
    files: {
      'polyvirt.yaml': PLATFORM('8Gi').replace('  kubevirt: {}', '  nodes: { from: nodes.yaml }\n  kubevirt: {}'),
      'nodes.yaml': `${NODE('a')}---\n${NODE('b')}`,
      'dist/edge/x.yaml': vm('x', '8Gi'),
      '.gitlab-ci.yml': 'stages: []\n',
    },
    code: 10,
    named: {},
    changes: ['VirtualMachine web modified in edge'],
  },

  // Files that cannot be read.
  'a template that is not of a chart changes': {
    base: { 'vms/web.yaml': vm(), 'x/vm.yaml': `a: {{ x }}\n${vm()}` },
    files: { 'x/vm.yaml': `a: {{ y }}\n${vm()}` },
    code: 1,
  },
  'unreadable YAML that nobody changes, where everything is read': {
    base: {
      'kubevirt.yaml': KUBEVIRT(''),
      'vms/web.yaml': vm(),
      'bad/vm.yaml': `apiVersion: v1\nkind: A\nmetadata: {\n`,
    },
    files: { 'kubevirt.yaml': KUBEVIRT('HostDisk') },
    code: 10,
    named: { 'bad/vm.yaml': 'none' },
  },
  'a binary that nobody changes': {
    base: { 'vms/web.yaml': vm(), 'x.yaml': 'a\0b' },
    files: { 'vms/web.yaml': vm('web', '8Gi') },
    code: 10,
    named: { 'x.yaml': 'none' },
  },
  'a binary that changes': {
    base: { 'vms/web.yaml': vm(), 'x.yaml': 'a\0b' },
    files: { 'x.yaml': 'a\0c' },
    code: 1,
    named: { 'x.yaml': 'modified' },
  },
  'a pointer of LFS': {
    base: { 'vms/web.yaml': POINTER('a') },
    files: { 'vms/web.yaml': POINTER('b') },
    code: 1,
    named: { 'vms/web.yaml': 'modified' },
  },
  'encrypted values': {
    base: { 'vms/web.yaml': vm(), 'secrets.yaml': 'a: ENC[x]\nsops: { mac: a }\n' },
    files: { 'secrets.yaml': 'a: ENC[y]\nsops: { mac: b }\n' },
    code: 1,
    named: { 'secrets.yaml': 'modified' },
  },
  'an empty file': {
    base: { 'vms/web.yaml': vm() },
    files: { 'vms/none.yaml': '', 'vms/comment.yaml': '# x\n' },
    code: 0,
    named: {},
  },
  'a file is emptied': {
    base: { 'vms/web.yaml': vm() },
    files: { 'vms/web.yaml': '' },
    code: 10,
    changes: ['VirtualMachine web removed'],
  },
  'a link to a folder': {
    base: { 'common/web.yaml': vm(), 'other/web.yaml': vm('other') },
    first: (folder) => symlinkSync('common', join(folder, 'eu')),
    after: (folder) => {
      rmSync(join(folder, 'eu'));
      symlinkSync('other', join(folder, 'eu'));
    },
    args: ['--clusters', 'one'],
    code: 1,
    named: { eu: 'modified' },
    changes: [],
  },
  'a link out of the repository': {
    base: { 'vms/web.yaml': vm() },
    first: (folder) => writeFiles(join(folder, '../outside'), { 'db.yaml': vm('db') }),
    after: (folder) => symlinkSync('../../outside/db.yaml', join(folder, 'vms/db.yaml')),
    code: 1,
    named: { 'vms/db.yaml': 'added' },
    changes: [],
  },
  'a submodule that are not checked out': {
    base: { 'vms/web.yaml': vm() },
    first: (folder) => gitLink(folder, 'a'),
    after: (folder) => gitLink(folder, 'b'),
    args: ['main', 'HEAD'],
    code: 1,
    named: { module: 'modified' },
  },
  'only the mode of files': {
    base: { ...CHART, ...KUSTOMIZE },
    after: (folder) => ['charts/web/values.yaml', 'base/vm.yaml'].map((file) => chmodSync(join(folder, file), 0o755)),
    code: 0,
    named: { ...CHART_NAMED, ...KUSTOMIZE_NAMED },
  },
  'what git ignores': {
    base: { 'vms/web.yaml': vm(), '.gitignore': 'dist/\nnotes.json\n' },
    files: { 'dist/web.yaml': vm('new'), 'notes.json': '{ "a": 1 }', 'dist/Chart.yaml': 'name: x\n' },
    code: 0,
    named: {},
    changes: [],
  },
  'what polyvirt wrote before': {
    base: { 'vms/web.yaml': vm() },
    files: {
      'polyvirt-review/review.json': '{ "verdict": {}, "changes": [], "folded": [] }',
      'known.json': '{ "findings": [] }',
    },
    code: 0,
    named: {},
  },
  'tools of a repository': {
    base: { 'vms/web.yaml': vm(), ...ROOT_FILES },
    files: Object.fromEntries(
      Object.entries(ROOT_FILES).map(([name, text]) => [name, text.startsWith('{') ? '{}' : `# more\n${text}`]),
    ),
    code: 0,
    named: {},
  },
  documentation: {
    base: { 'vms/web.yaml': vm(), 'docs/index.md': 'a', 'docs/data.yaml': 'a: 1\n' },
    files: { 'docs/index.md': 'b', 'docs/data.yaml': 'a: 2\n', LICENSE: 'x' },
    code: 0,
    named: {},
  },

  // Clusters as folders of the root.
  'clusters: reformatted': {
    base: { ...CLUSTERS, ...ROOT_FILES },
    files: { 'eu/vm.yaml': reformatted(vm()) },
    code: 0,
    changes: [],
  },
  'clusters: one changes': {
    base: { ...CLUSTERS, ...ROOT_FILES },
    files: { 'us/vm.yaml': vm('web', '8Gi') },
    code: 10,
    changes: ['VirtualMachine web modified in us'],
  },
  'clusters: one changes, two commits': {
    base: { ...CLUSTERS, ...ROOT_FILES },
    files: { 'us/vm.yaml': vm('web', '8Gi') },
    args: ['main', 'HEAD'],
    code: 10,
    changes: ['VirtualMachine web modified in us'],
  },
  'clusters: Applications in the root': {
    base: { ...CLUSTERS, 'apps.yaml': APPLICATION('path: eu') },
    files: { 'us/vm.yaml': vm('web', '8Gi') },
    code: 10,
    changes: ['VirtualMachine web modified in us'],
  },
  'clusters: one is added': {
    base: { 'eu/vm.yaml': vm() },
    files: { 'us/vm.yaml': vm() },
    code: 10,
    changes: ['VirtualMachine web added in us'],
  },
  'clusters: one is removed': {
    base: { 'eu/vm.yaml': vm(), 'us/vm.yaml': vm() },
    files: { 'us/vm.yaml': null },
    code: 10,
    changes: ['VirtualMachine web removed in us'],
  },
  'clusters: one is renamed': {
    base: { 'eu/vm.yaml': vm(), 'us/vm.yaml': vm() },
    after: (folder) => renameSync(join(folder, 'us'), join(folder, 'ca')),
    code: 10,
    changes: ['VirtualMachine web added in ca', 'VirtualMachine web removed in us'],
  },
  'clusters: a policy is added to the root': {
    base: CLUSTERS,
    files: ROOT_FILES,
    code: 0,
    named: {},
    changes: [],
  },
  'clusters: folders of one cluster, with its KubeVirt in the root': {
    base: { 'kubevirt.yaml': KUBEVIRT(''), 'a/vm.yaml': vm('a'), 'b/vm.yaml': vm('b') },
    files: { 'a/vm.yaml': vm('a', '8Gi') },
    code: 10,
    changes: ['VirtualMachine a modified'],
  },
};

/** Notes a submodule at a commit that nobody has. */
function gitLink(folder: string, digit: string): void {
  writeFiles(folder, { '.gitmodules': '[submodule "module"]\n\tpath = module\n\turl = https://example.com/m.git\n' });
  mkdirSync(join(folder, 'module'), { recursive: true });
  git(folder, 'update-index', '--add', '--cacheinfo', `160000,${digit.repeat(40)},module`);
}

/** A repository with the pull request in its working tree, and as a commit. */
function repositoryOf({ base, files = {}, first, after }: PullRequest): string {
  const folder = join(appFolder(), 'work');
  writeFiles(folder, base);
  git(folder, 'init', '--quiet', '--initial-branch', 'main');
  first?.(folder);
  git(folder, 'add', '--all', '--ignore-errors', '.', ':!module');
  git(folder, 'commit', '--quiet', '--message', 'first');
  git(folder, 'checkout', '--quiet', '-b', 'change');
  for (const [path, text] of Object.entries(files)) {
    if (text === null) {
      rmSync(join(folder, path));
    } else {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFiles(folder, { [path]: text });
    }
  }
  after?.(folder);
  git(folder, 'add', '--all', '--ignore-errors', '.', ':!module');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'change');
  return folder;
}

interface Told {
  readonly notJudged: { readonly name: string; readonly change: string }[];
  readonly changes: {
    readonly change: string;
    readonly cluster?: string;
    readonly object: { kind: string; name: string };
  }[];
}

test.each(Object.entries(PULL_REQUESTS))('%s', async (_, pull) => {
  const folder = repositoryOf(pull);
  const { args = [] } = pull;
  const words = ['review', ...(args[0] === 'main' ? args : ['main', ...args]), '--format', 'json', '--no-render'];
  const { code, stdout, stderr } = await run(folder, ...words);
  expect([code, stderr]).toEqual([pull.code, pull.code === 1 ? expect.stringMatching(/^error PV0(29|30)/) : '']);
  if (stdout === '') {
    return;
  }
  const { notJudged, changes } = JSON.parse(stdout) as Told;
  const names = changes.map(
    ({ change, object, cluster }) =>
      `${object.kind} ${object.name} ${change}${cluster === undefined ? '' : ` in ${cluster}`}`,
  );
  if (pull.named !== undefined) {
    expect(Object.fromEntries(notJudged.map(({ name, change }) => [name, change]))).toEqual(pull.named);
  }
  expect(names.sort()).toEqual(pull.changes ?? names);
  if (pull.code === 0) {
    expect(changes).toEqual([]);
    expect(notJudged.filter(({ change }) => change !== 'none')).toEqual([]);
  }
});
