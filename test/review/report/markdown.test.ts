import { shownFinding } from '../../../src/findings/shown-finding';
import type { KubeObject } from '../../../src/kube/object';
import { foldChanges } from '../../../src/review/report/fold';
import {
  COMMENT_BUDGET,
  fitBlocks,
  type MarkdownOptions,
  renderReviewMarkdown,
} from '../../../src/review/report/markdown';
import { renderReviewText } from '../../../src/review/report/text';
import { groupTitle } from '../../../src/review/report/words';
import { review } from '../../../src/review/review';
import { KUBEVIRT, reportOf, sampleReview, vm } from './sample';

const GITHUB: MarkdownOptions = { forge: 'github', budget: COMMENT_BUDGET, marker: 'review', mermaid: false };

test('the first lines are the marker and the verdict', () => {
  const text = renderReviewMarkdown(reportOf(sampleReview()), GITHUB);
  expect(text.split('\n').slice(0, 6)).toEqual([
    '<!-- polyvirt-review: review -->',
    '### polyvirt review: destructive',
    '',
    '**1 virtual machine is deleted, 1 virtual machine needs a restart, 12 virtual machines are live-migrated, 1 virtual machine is new. In 12 of 12 clusters.**',
    '',
    '1 destructive, 1 disruptive, 12 caution, 1 info; main → HEAD',
  ]);
});

test('the same change in many clusters is one line', () => {
  const rows = renderReviewMarkdown(reportOf(sampleReview(412)), GITHUB)
    .split('\n')
    .filter((line) => line.startsWith('| caution'));
  expect(rows).toEqual([
    '| caution: live-migrate | VirtualMachine shop/web in 412 clusters | memory.guest 4Gi → 8Gi | The new memory is plugged in by a live migration. Or: never applied without an action by hand, if it cannot migrate. |',
  ]);
});

/** Changes that have nothing in common, so that nothing folds. */
function unlike(count: number) {
  const objects = (label: (i: number) => string) =>
    Array.from({ length: count }, (_, i): KubeObject => vm(`vm-${i}`, { more: { nodeSelector: { [label(i)]: 'x' } } }));
  const base = [KUBEVIRT, ...objects(() => 'same'), vm('doomed')];
  return reportOf(review(base, [KUBEVIRT, ...objects((i) => `label-${i}`)], { prune: true }));
}

test('a comment that is too long loses the least important first, and says what', () => {
  const report = unlike(600);
  expect(report.groups).toHaveLength(601);
  for (const budget of [COMMENT_BUDGET, 10_000, 2_000]) {
    const text = renderReviewMarkdown(report, { ...GITHUB, budget, link: 'https://ci.example/review.html' });
    expect(text.length).toBeLessThanOrEqual(budget);
    expect(text).toContain('| destructive: prune | VirtualMachine shop/doomed | removed |');
    expect(text).toMatch(
      /Left out for length, the least important first: .*lists of fields.*\[The whole\]\(https:\/\/ci\.example\/review\.html\)/,
    );
  }
});

test('the longest link leaves a comment within its budget', () => {
  const report = unlike(100);
  for (const length of [500, 30_000, 100_000]) {
    const link = `https://ci.example/${'a'.repeat(length)}`;
    const text = renderReviewMarkdown(report, { ...GITHUB, budget: 40_000, link });
    expect(text.length).toBeLessThanOrEqual(40_000);
    expect(text.startsWith('<!-- polyvirt-review: review -->\n### polyvirt review: destructive')).toBe(true);
    expect(text.includes(link)).toBe(length < 20_000);
  }
});

test('notes by the thousand do not keep changes out', () => {
  const report = unlike(20);
  const finding = { code: 'PV041', severity: 'error', what: 'x'.repeat(60), why: 'w', fix: 'f' } as const;
  const appeared = Array.from({ length: 2_000 }, (_, i) =>
    shownFinding({ ...finding, what: `${finding.what}${i}`, path: `spec.p${i}`, file: `f${i}.yaml` }),
  );
  const review = { ...report.review, findings: { appeared, resolved: [] } };
  const text = renderReviewMarkdown({ ...report, review }, GITHUB);
  expect(text.length).toBeLessThanOrEqual(COMMENT_BUDGET);
  expect(text).toContain('| destructive: prune | VirtualMachine shop/doomed | removed |');
  expect(text).toContain('f19.yaml');
  expect(text).toMatch(/Left out for length, the least important first: \d+ notes(, \d+ assumptions)?\./);
});

test('one of a group speaks for the others: what is said of them is the same, and names what is not', () => {
  const pool = (name: string, replicas: number, memory: string): KubeObject => ({
    apiVersion: 'cluster.k8s.io/v1alpha1',
    kind: 'MachineDeployment',
    metadata: { name, namespace: 'kube-system' },
    spec: { replicas, template: { spec: { providerSpec: { value: { memory } } } } },
  });
  const fleet = (memory: string) => ({
    north: [pool('north-a', 3, memory), pool('north-b', 5, memory)],
    south: [pool('south-a', 3, memory), pool('south-b', 5, memory)],
  });
  const { groups } = reportOf(review(fleet('2Gi'), fleet('4Gi')));
  expect(groups.map((group) => [groupTitle(group), group.first.text.split(',')[0]])).toEqual([
    ['MachineDeployment kube-system/<cluster>-a in 2 clusters', 'All 3 machines are replaced'],
    ['MachineDeployment kube-system/<cluster>-b in 2 clusters', 'All 5 machines are replaced'],
  ]);
});

test('a group says in how many places it was made', () => {
  const report = reportOf(sampleReview(3));
  const changes = report.review.changes.map((change, i) => ({ ...change, origin: { file: `f${i}.yaml`, line: 2 } }));
  const placed = { ...report, review: { ...report.review, changes }, groups: foldChanges(changes) };
  expect(renderReviewText(placed)).toMatch(/from f\d\.yaml:2 and 2 more places/);
  expect(renderReviewMarkdown(placed, GITHUB)).toMatch(/From f\d\.yaml:2 and 2 more places/);
});

test('blocks are kept by weight and written in their order', () => {
  const block = (text: string, weight: number) => ({ text, weight, part: 'line' });
  const { text, cut } = fitBlocks([block('aa', 1), block('bb', 3), block('cc', 2)], 4);
  expect([text, [...cut]]).toEqual(['bbcc', [['line', 1]]]);
});

test('what a manifest says stays text', () => {
  const report = reportOf(review([vm('a|b')], [vm('a|b', { image: 'x:1`<img src=x>@team #12' })], { prune: true }));
  const text = renderReviewMarkdown(report, GITHUB);
  expect(text).toContain('a\\|b');
  expect(text).not.toMatch(/<img|[^&;]@team|#12/);
});

test('each forge is told of a block in its own way', () => {
  const blocked = reportOf(sampleReview(1), { blocked: true, breaches: [] });
  expect(renderReviewMarkdown(blocked, GITHUB)).toContain('> [!CAUTION]\n> Blocked by policy.');
  expect(renderReviewMarkdown(blocked, { ...GITHUB, forge: 'gitlab' })).toContain('> **Blocked by policy.**');
  expect(renderReviewMarkdown(blocked, { ...GITHUB, mermaid: true })).toContain('"prune" : 1');
});

test('on a terminal the verdict is first, and what is resolved is last and counted', () => {
  const lines = renderReviewText(reportOf(sampleReview(1)))
    .trimEnd()
    .split('\n');
  expect(lines[0]).toBe('1 virtual machine is deleted, 1 virtual machine is live-migrated.');
  expect(lines.slice(-6)).toEqual([
    'What this rests on:',
    expect.stringContaining('KubeVirt compares with what a VM was last started with'),
    expect.stringContaining('Whether a VM can be live-migrated'),
    '',
    'Findings that are resolved (1):',
    expect.stringContaining('error PV002 VirtualMachine shop/old-<b>x</b> in edge-01:'),
  ]);
});

test('nothing is said of nothing', () => {
  expect(renderReviewText(reportOf(review([vm('a')], [vm('a')])))).toBe('Nothing changes on a cluster.\n');
});

/** A VM with a disk that has its name. */
function withDisk(name: string, { size = '30Gi', memory = '4Gi', source = 'fedora' } = {}): KubeObject {
  const object = vm(name, { memory, more: { volumes: [{ name: 'os', dataVolume: { name: `${name}-os` } }] } });
  const template = {
    metadata: { name: `${name}-os` },
    spec: {
      sourceRef: { kind: 'DataSource', name: source, namespace: 'golden' },
      storage: { resources: { requests: { storage: size } } },
    },
  };
  return { ...object, spec: { ...(object.spec as object), dataVolumeTemplates: [template] } };
}

const NAMES = ['web-1', 'web-2', 'web-3', 'web-4'];

const rowsOf = (text: string) => text.split('\n').filter((line) => /^\| (rejected|destr|disr|caution|info)/.test(line));

test('changes that are alike are one line, also where disks have the names of their VMs and values differ', () => {
  const before = NAMES.map((name) => withDisk(name));
  const grown = NAMES.map((name) => withDisk(name, { size: '50Gi' }));
  expect(rowsOf(renderReviewMarkdown(reportOf(review(before, grown)), GITHUB))).toEqual([
    '| caution | 4 VirtualMachines: shop/web-1, shop/web-2, shop/web-3 and 1 more | dataVolumeTemplates\\[&lt;name>-os].spec.storage.resources.requests.storage 30Gi → 50Gi | This changes nothing that exists: a data volume is made once, and only a new VM would use it. |',
  ]);
  const sized = NAMES.map((name, i) => withDisk(name, { memory: `${5 + i}Gi` }));
  const text = renderReviewMarkdown(reportOf(review([KUBEVIRT, ...before], [KUBEVIRT, ...sized])), GITHUB);
  expect(rowsOf(text)).toEqual([
    expect.stringContaining(
      '| 4 VirtualMachines: shop/web-1, shop/web-2, shop/web-3 and 1 more | memory.guest 4Gi → 5Gi, 6Gi, 7Gi and 1 more |',
    ),
  ]);
  expect(text).toContain('| shop/web-4 | memory.guest | 4Gi | 8Gi |');
});

test('verdict, changes and findings are in sight in this order; all else unfolds, and what is resolved is last', () => {
  const base = [KUBEVIRT, ...NAMES.map((name) => vm(name)), vm('UPPER')];
  const head = [KUBEVIRT, ...NAMES.map((name) => vm(name, { more: { architecture: 'arm46' } }))];
  const text = renderReviewMarkdown(reportOf(review(base, head, { prune: true })), GITHUB);
  const order = [
    '### polyvirt review: destructive',
    '| destructive: prune | VirtualMachine shop/UPPER',
    '**Findings that appear**',
    '<details><summary>Every field',
    '<details><summary>What this rests on',
    '<details><summary>Findings that are resolved (1)',
  ].map((part) => text.indexOf(part));
  expect(order).not.toContain(-1);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(text).toMatch(
    /- <details><summary>error PV\d+ 4 VirtualMachines: .*shop\/web-1, shop\/web-2, shop\/web-3 and 1 more<\/summary>/,
  );
});

test('a finding that stays with another number or in other words is neither new nor resolved', () => {
  const fleet = (count: number) => Array.from({ length: count }, (_, i) => withDisk(`vm-${i + 1}`));
  expect(review(fleet(5), fleet(5).slice(1)).findings).toEqual({ appeared: [], resolved: [] });
  const missing = review(fleet(2), [...fleet(2), withDisk('other', { source: 'debian' })]).findings;
  expect(missing.appeared.map(({ code, what }) => [code, what])).toEqual([
    ['PV805', expect.stringContaining('no DataSource debian in golden')],
  ]);
  const other = review(fleet(2), [withDisk('vm-1', { source: 'debian' }), withDisk('vm-2')]).findings;
  expect([other.appeared.map(({ what }) => what), other.resolved]).toEqual([
    [expect.stringContaining('no DataSource debian in golden')],
    [],
  ]);
  const typo = (architecture: string) => [vm('web', { more: { architecture } })];
  expect(review(typo('arm46'), typo('arm47')).findings).toEqual({ appeared: [], resolved: [] });
});
