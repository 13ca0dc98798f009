import { join } from 'node:path';
import { appFolder, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';
import { type Files, reviewOf, vm } from './pull-request';

const FINALIZER = ', finalizers: [resources-finalizer.argocd.argoproj.io]';

const application = (name: string, path: string, { more = '', policy = '', cluster = name, revision = 'main' } = {}) =>
  `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd${more} }
spec:
  project: default
  source: { repoURL: 'https://example.com/infra.git', path: ${path}, targetRevision: ${revision} }
  destination: { name: ${cluster}, namespace: shop }
${policy}`;

const AUTOMATED = (prune: boolean) => `  syncPolicy: { automated: { prune: ${prune} } }\n`;

const set = (generators: string, { more = '', revision = 'main' } = {}) => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: all, namespace: argocd }
spec:
  goTemplate: true
  goTemplateOptions: [missingkey=error]
  generators: [${generators}]
${more}  template:
    metadata: { name: 'shop-{{ .site }}' }
    spec:
      project: default
      source: { repoURL: 'https://example.com/infra.git', path: 'sites/{{ .site }}', targetRevision: ${revision} }
      destination: { name: '{{ .site }}', namespace: shop }
`;

const list = (...sites: string[]) => `{ list: { elements: [${sites.map((site) => `{ site: ${site} }`).join(', ')}] } }`;
const CONFIGS = '{ git: { files: [{ path: config/*.json }] } }';

const VMS: Files = { 'sites/fra/web.yaml': vm('web'), 'sites/fra/db.yaml': vm('db'), 'sites/nyc/api.yaml': vm('api') };
const TWO: Files = {
  ...VMS,
  'apps/fra.yaml': application('fra', 'sites/fra'),
  'apps/nyc.yaml': application('nyc', 'sites/nyc'),
};
const SET: Files = { ...VMS, 'apps/all.yaml': set(list('fra', 'nyc')) };
const BY_FILES: Files = {
  ...VMS,
  'apps/all.yaml': set(CONFIGS),
  'config/fra.json': '{ "site": "fra" }',
  'config/nyc.json': '{ "site": "nyc" }',
};

interface Case {
  readonly what: string;
  readonly base: Files;
  readonly files: Record<string, string | null>;
  readonly code: number;
  readonly changes: readonly string[];
  /** What the worst change comes to. */
  readonly effect?: string;
  readonly says?: RegExp;
}

test.each<Case>([
  {
    what: 'an Application with the resources finalizer goes, and its VMs with it',
    base: { ...TWO, 'apps/fra.yaml': application('fra', 'sites/fra', { more: FINALIZER }) },
    files: { 'apps/fra.yaml': null },
    code: 10,
    changes: ['fra removed'],
    effect: 'prune destructive',
    says: /Argo CD deletes VMs shop\/db, shop\/web on fra with the Application/,
  },
  {
    what: 'an Application without a finalizer goes, and its VMs stay',
    base: TWO,
    files: { 'apps/fra.yaml': null },
    code: 10,
    changes: ['fra removed'],
    effect: 'kept caution',
    says: /VMs shop\/db, shop\/web on fra stay, no longer managed/,
  },
  {
    what: 'an Application without a finalizer goes with its folder, and its VMs stay all the same',
    base: TWO,
    files: { 'apps/fra.yaml': null, 'sites/fra/web.yaml': null, 'sites/fra/db.yaml': null },
    code: 10,
    changes: ['db removed in fra', 'fra removed', 'web removed in fra'],
    effect: 'kept caution',
    says: /Stays on the cluster, no longer managed: Application argocd\/fra, which deploys it, goes without the resources finalizer/,
  },
  {
    what: 'an Application is what it brings',
    base: { ...VMS, 'apps/nyc.yaml': TWO['apps/nyc.yaml']! },
    files: { 'apps/fra.yaml': TWO['apps/fra.yaml']! },
    code: 10,
    changes: ['fra added'],
    effect: 'create info',
    says: /It deploys VMs shop\/db, shop\/web to fra\./,
  },
  {
    what: 'an Application of another folder',
    base: { ...VMS, 'apps/fra.yaml': application('fra', 'sites/fra', { policy: AUTOMATED(true) }) },
    files: { 'apps/fra.yaml': application('fra', 'sites/nyc', { policy: AUTOMATED(true) }) },
    code: 10,
    changes: ['fra modified'],
    effect: 'prune destructive',
    says: /It deploys VMs shop\/db, shop\/web on fra no longer: deleted, with their disks\. VM shop\/api is made on fra/,
  },
  {
    what: 'an Application for another cluster',
    base: TWO,
    files: { 'apps/fra.yaml': application('fra', 'sites/fra', { cluster: 'sin' }) },
    code: 10,
    changes: ['fra modified'],
    effect: 'kept disruptive',
    says: /made on sin; what runs on fra stays there, no longer managed/,
  },
  {
    what: 'pruning is turned on',
    base: { ...VMS, 'apps/fra.yaml': application('fra', 'sites/fra', { policy: AUTOMATED(false) }) },
    files: { 'apps/fra.yaml': application('fra', 'sites/fra', { policy: AUTOMATED(true) }) },
    code: 10,
    changes: ['fra modified'],
    effect: 'prune caution',
    says: /also what left Git before this change/,
  },
  {
    what: 'an Application of another revision is not judged',
    base: TWO,
    files: { 'apps/fra.yaml': application('fra', 'sites/fra', { revision: 'v2' }) },
    code: 1,
    changes: ['fra modified'],
  },
  {
    what: 'an element of a set goes, and with it the VMs of its Application',
    base: SET,
    files: { 'apps/all.yaml': set(list('nyc')) },
    code: 10,
    changes: ['all modified', 'shop-fra removed'],
    effect: 'prune destructive',
    says: /VMs shop\/db, shop\/web on fra/,
  },
  {
    what: 'an element of a set goes that preserves resources',
    base: {
      ...VMS,
      'apps/all.yaml': set(list('fra', 'nyc'), { more: '  syncPolicy: { preserveResourcesOnDeletion: true }\n' }),
    },
    files: { 'apps/all.yaml': set(list('nyc'), { more: '  syncPolicy: { preserveResourcesOnDeletion: true }\n' }) },
    code: 10,
    changes: ['all modified', 'shop-fra removed'],
    effect: 'kept caution',
  },
  {
    what: 'a set goes with all that it deploys',
    base: SET,
    files: { 'apps/all.yaml': null },
    code: 10,
    changes: ['all removed', 'shop-fra removed', 'shop-nyc removed'],
    effect: 'prune destructive',
  },
  {
    what: 'an element of a set is new',
    base: { ...VMS, 'apps/all.yaml': set(list('nyc')) },
    files: { 'apps/all.yaml': SET['apps/all.yaml']! },
    code: 10,
    changes: ['all modified', 'shop-fra added'],
    says: /It deploys VMs shop\/db, shop\/web to fra/,
  },
  {
    what: 'elements of a set in another order change nothing that it makes',
    base: SET,
    files: { 'apps/all.yaml': set(list('nyc', 'fra')) },
    code: 10,
    changes: ['all modified'],
    effect: 'live-update info',
  },
  {
    what: 'a set of another revision is not judged',
    base: SET,
    files: { 'apps/all.yaml': set(list('fra', 'nyc'), { revision: 'v2' }) },
    code: 1,
    changes: ['all modified', 'shop-fra modified', 'shop-nyc modified'],
  },
  {
    what: 'a file of a generator goes, and with it an Application',
    base: BY_FILES,
    files: { 'config/fra.json': null },
    code: 10,
    changes: ['shop-fra removed'],
    effect: 'prune destructive',
  },
  {
    what: 'a file of a generator names another site',
    base: BY_FILES,
    files: { 'config/fra.json': '{ "site": "nyc" }', 'config/nyc.json': null },
    code: 10,
    changes: ['shop-fra removed'],
  },
  {
    what: 'a file of a generator is reformatted',
    base: BY_FILES,
    files: { 'config/fra.json': '{\n  "site": "fra"\n}\n' },
    code: 0,
    changes: [],
  },
  {
    what: 'a set that asks for clusters of Argo CD is not judged where it changes',
    base: { ...VMS, 'apps/all.yaml': set('{ clusters: {} }') },
    files: { 'apps/all.yaml': set('{ clusters: { selector: { matchLabels: { a: b } } } }') },
    code: 1,
    changes: ['all modified'],
  },
  {
    what: 'a set that asks for clusters of Argo CD from now on deletes nothing that is known',
    base: SET,
    files: { 'apps/all.yaml': set('{ clusters: {} }') },
    code: 1,
    changes: ['all modified'],
  },
  {
    what: 'a VM moves between the folders of a set, which are clusters',
    base: SET,
    files: { 'sites/fra/db.yaml': null, 'sites/nyc/db.yaml': vm('db') },
    code: 10,
    changes: ['db added in nyc', 'db removed in fra'],
  },
])('$what', async ({ base, files, code, changes, effect, says }) => {
  const { told, ...verdict } = await reviewOf(base, files);
  expect({ code: verdict.code, changes: verdict.changes }).toEqual({ code, changes });
  const [worst] = told.changes;
  expect(`${worst?.effect} ${worst?.severity}`).toBe(effect ?? `${worst?.effect} ${worst?.severity}`);
  expect(told.changes.map(({ text }) => text).join('\n')).toMatch(says ?? /^/);
});

test.each([
  ['base', 'other.yaml'],
  ['other.yaml', 'base'],
])('what an Application deploys is not looked for below a file: %s against %s', async (base, head) => {
  const folder = join(appFolder(), 'work');
  writeFiles(folder, { 'base/application.yaml': application('fra', 'sites/fra'), 'other.yaml': vm('web') });
  const { code, stderr } = await polyvirt(folder, ['review', base, head]);
  expect(stderr).toContain('PV029 at base/application.yaml');
  expect(code).toBe(1);
});
