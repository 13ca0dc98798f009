import { isChanged, notJudgedAdvice, notJudgedText } from '../../findings/not-judged';
import { placeText, sentence, subjectText } from '../../findings/text';
import type { ClusterFinding, Review } from '../result';
import type { ReviewReport } from './report';
import { few, many } from './words';

/** Things of one sort that a review has to say besides its changes. */
interface ReviewNotes {
  readonly title: string;
  readonly lines: readonly string[];
}

/** All that is to be said before the changes: what a reader must know who reads no further. */
export function notesOf({ review, policy }: ReviewReport): ReviewNotes[] {
  const { findings, placement, alerts, gates, targets, notJudged, clustered, rendered = [] } = review;
  const where = (cluster: string | undefined) => (cluster === undefined ? '' : ` (${cluster})`);
  const sections: ReviewNotes[] = [
    { title: 'Changed, and not judged', lines: notJudged.filter(isChanged).map(notJudgedAdvice) },
    {
      title: 'Policy',
      lines: policy.breaches.map(({ rule, action, changes, acknowledged, acknowledge }) => {
        const count = many(changes.length, 'change');
        const state =
          acknowledged !== undefined
            ? `acknowledged by ${acknowledged}`
            : action === 'block'
              ? 'blocked'
              : `blocked until it is acknowledged: ${acknowledge}`;
        return `${rule}: ${count}, ${state}`;
      }),
    },
    {
      title: 'Releases',
      lines: folded(targets, ({ component, before = 'none', after = 'none' }) => `${component} ${before} → ${after}`),
    },
    {
      title: 'No node takes these any more',
      lines: folded(placement.lost, ({ object, reason }) => `${subjectText(object)}: ${reason}`),
    },
    {
      title: 'Some node takes these now',
      lines: folded(placement.gained, ({ object, reason }) => `${subjectText(object)}; before: ${reason}`),
    },
    {
      title: 'Alerts that start',
      lines: alerts.started.map(
        ({ alert, images, cluster }) => `${alert}${images.length === 0 ? '' : `: ${few(images)}`}${where(cluster)}`,
      ),
    },
    {
      title: 'Alerts that stop',
      lines: alerts.stopped.map(
        ({ alert, images, cluster }) => `${alert}${images.length === 0 ? '' : `: ${few(images)}`}${where(cluster)}`,
      ),
    },
    { title: 'Feature gates', lines: folded(gates, ({ gate, before, after }) => `${gate}: ${before} → ${after}`) },
    { title: 'Findings that appear', lines: folded(findings.appeared, findingLine) },
    { title: 'Findings that are resolved', lines: folded(findings.resolved, findingLine) },
    {
      title: 'Not judged, and the same on both sides',
      lines: notJudged.filter((item) => !isChanged(item)).map(notJudgedText),
    },
    { title: 'Built first', lines: rendered },
    { title: 'Clusters', lines: clustered === undefined ? [] : [clustered] },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

function findingLine(finding: ClusterFinding): string {
  const place = placeText(finding);
  const who = [subjectText(finding.object), place === '' ? '' : `at ${place}`].filter((part) => part !== '').join(' ');
  return `${finding.severity} ${finding.code}${who === '' ? '' : ` ${who}`}: ${sentence(finding.what)}`;
}

/** The same line of many clusters is one, with how many they are. */
function folded<T extends { readonly cluster?: string }>(items: readonly T[], lineOf: (item: T) => string): string[] {
  const lines = new Map<string, Set<string>>();
  for (const item of items) {
    const line = lineOf(item);
    const clusters = lines.get(line) ?? new Set();
    if (item.cluster !== undefined) {
      clusters.add(item.cluster);
    }
    lines.set(line, clusters);
  }
  return [...lines].map(([line, clusters]) => {
    const [only, ...more] = clusters;
    return more.length > 0 ? `${line} (${clusters.size} clusters)` : only === undefined ? line : `${line} (${only})`;
  });
}

/** What the effects rest on, each as a sentence. */
export function assumptionLines({ assumptions }: Review): string[] {
  return assumptions.map(({ text }) => text);
}
