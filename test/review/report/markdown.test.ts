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
import { review } from '../../../src/review/review-objects';
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
    '| caution | live-migrate | VirtualMachine shop/web in 412 clusters (modified) | The new memory is plugged in by a live migration. Or: never applied without an action by hand, if it cannot migrate. |',
  ]);
});

/** Changes that have nothing in common, so that nothing folds. */
function unlike(count: number) {
  const objects = (memory: (i: number) => string) =>
    Array.from({ length: count }, (_, i): KubeObject => vm(`vm-${i}`, { memory: memory(i) }));
  const base = [KUBEVIRT, ...objects(() => '4Gi'), vm('doomed')];
  return reportOf(review(base, [KUBEVIRT, ...objects((i) => `${4096 + 2 * (i + 1)}Mi`)], { prune: true }));
}

test('a comment that is too long loses the least important first, and says what', () => {
  const report = unlike(600);
  expect(report.groups).toHaveLength(601);
  for (const budget of [COMMENT_BUDGET, 10_000, 2_000]) {
    const text = renderReviewMarkdown(report, { ...GITHUB, budget, link: 'https://ci.example/review.html' });
    expect(text.length).toBeLessThanOrEqual(budget);
    expect(text).toContain('VirtualMachine shop/doomed (removed)');
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
    shownFinding({ ...finding, path: `spec.p${i}`, file: `f${i}.yaml` }),
  );
  const review = { ...report.review, findings: { appeared, resolved: [] } };
  const text = renderReviewMarkdown({ ...report, review }, GITHUB);
  expect(text.length).toBeLessThanOrEqual(COMMENT_BUDGET);
  expect(text).toContain('VirtualMachine shop/doomed (removed)');
  expect(text).toContain('f19.yaml');
  expect(text).toMatch(/Left out for length, the least important first: \d+ notes, 1 assumption\./);
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

test('on a terminal the verdict is first, and what it rests on is last', () => {
  const lines = renderReviewText(reportOf(sampleReview(1)))
    .trimEnd()
    .split('\n');
  expect(lines[0]).toBe('1 virtual machine is deleted, 1 virtual machine is live-migrated.');
  expect(lines.slice(-3)).toEqual([
    'What this rests on:',
    expect.stringContaining('KubeVirt compares with what a VM was last started with'),
    expect.stringContaining('Whether a VM can be live-migrated'),
  ]);
});

test('nothing is said of nothing', () => {
  expect(renderReviewText(reportOf(review([vm('a')], [vm('a')])))).toBe('Nothing changes on a cluster.\n');
});
