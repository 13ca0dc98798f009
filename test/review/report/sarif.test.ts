import type { Finding } from '../../../src/findings/finding';
import { shownFindings } from '../../../src/findings/shown-finding';
import { renderReviewSarif } from '../../../src/review/report/sarif';
import { reportOf, sampleReview } from './sample';

test('what has no place is told as a notification, changes and findings alike', () => {
  const report = reportOf(sampleReview(1));
  const finding = { code: 'PV041', severity: 'error', what: 'this is a text', why: 'w', fix: 'f' } as const;
  const appeared = shownFindings<Finding>([finding, { ...finding, file: 'a.yaml', line: 3, column: 1 }]);
  const review = { ...report.review, findings: { appeared, resolved: [] } };
  const [run] = JSON.parse(renderReviewSarif({ ...report, review })).runs;
  const notified = run.invocations[0].toolConfigurationNotifications;
  expect(notified.map(({ descriptor }: { descriptor: { id: string } }) => descriptor.id)).toEqual([
    'review/prune',
    'review/live-migrate',
    'PV041',
  ]);
  expect(run.results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['PV041']);
});
