import { withoutCount } from '../../cluster/judge/judge';
import type { FindingObject } from '../../findings/finding';
import { isChanged, notJudgedAdvice, notJudgedText } from '../../findings/not-judged';
import { placeText, sentence, subjectText } from '../../findings/text';
import type { AlertChange, ClusterFinding, FitChange, Review } from '../result';
import { type ReviewedRollout, rolloutLines } from '../rollouts';
import { masked, nameOf } from './fold';
import type { ReviewReport } from './report';
import { few, inClusters, many } from './words';

/** One thing that a review has to say besides its changes. */
export interface ReviewNote {
  readonly text: string;
  /** Of whom it is said, where that are several: each with its place. */
  readonly members: readonly string[];
}

/** Notes of one sort. */
export interface ReviewNotes {
  readonly title: string;
  readonly notes: readonly ReviewNote[];
}

/** How many things notes are about: `Findings that are resolved (12)`. */
export function countedTitle({ title, notes }: ReviewNotes): string {
  return `${title} (${notes.reduce((sum, { members }) => sum + Math.max(1, members.length), 0)})`;
}

/** All that a review has to say besides its changes, by how much a reader needs it. */
interface ReviewSections {
  /** Before the changes: what a reader must know who reads no further. */
  readonly first: readonly ReviewNotes[];
  /** After them, in sight: what is wrong now and was not before. */
  readonly next: readonly ReviewNotes[];
  /** To be looked up: folded where a format can fold. */
  readonly folded: readonly ReviewNotes[];
  /** What is well now, last of all. */
  readonly resolved: readonly ReviewNotes[];
}

export function sectionsOf({ review, policy }: ReviewReport): ReviewSections {
  const { findings, placement, alerts, gates, targets, notJudged, rendered = [], rollouts = [] } = review;
  const isInfo = ({ severity }: ClusterFinding) => severity === 'info';
  const isEarly = ({ production }: ReviewedRollout) => production !== undefined;
  const only = (...sections: readonly ReviewNotes[]) => sections.filter(({ notes }) => notes.length > 0);
  return {
    first: only(
      { title: 'Changed, and not judged', notes: plain(notJudged.filter(isChanged).map(notJudgedAdvice)) },
      { title: 'Policy', notes: plain(policy.breaches.map(breachText)) },
      {
        title: 'Releases',
        notes: folded(
          targets.map(({ component, before = 'none', after = 'none', cluster }) => ({
            head: `${component} ${before} → ${after}`,
            cluster,
          })),
        ),
      },
      { title: 'Production is not last', notes: plain(rollouts.filter(isEarly).flatMap(rolloutLines)) },
      { title: 'No node takes these any more', notes: folded(placement.lost.map((fit) => fitLine(fit, ''))) },
    ),
    next: only(
      { title: 'Order of syncs', notes: plain(rollouts.filter((each) => !isEarly(each)).flatMap(rolloutLines)) },
      { title: 'Alerts that start', notes: folded(alerts.started.map(alertLine)) },
      {
        title: 'Findings that appear',
        notes: folded(findings.appeared.filter((finding) => !isInfo(finding)).map(findingLine)),
      },
    ),
    folded: only(
      { title: 'Infos that appear', notes: folded(findings.appeared.filter(isInfo).map(findingLine)) },
      {
        title: 'Feature gates',
        notes: folded(
          gates.map(({ gate, before, after, cluster }) => ({ head: `${gate}: ${before} → ${after}`, cluster })),
        ),
      },
      { title: 'Some node takes these now', notes: folded(placement.gained.map((fit) => fitLine(fit, 'before: '))) },
      { title: 'Alerts that stop', notes: folded(alerts.stopped.map(alertLine)) },
      {
        title: 'Not judged, and unchanged or not deployed',
        notes: plain(notJudged.filter((item) => !isChanged(item)).map(notJudgedText)),
      },
      { title: 'Built first', notes: plain(rendered) },
    ),
    resolved: only({ title: 'Findings that are resolved', notes: folded(findings.resolved.map(findingLine)) }),
  };
}

function plain(lines: readonly string[]): ReviewNote[] {
  return lines.map((text) => ({ text, members: [] }));
}

function breachText({ rule, action, changes, acknowledged, acknowledge }: ReviewReport['policy']['breaches'][number]) {
  const state =
    acknowledged !== undefined
      ? `acknowledged by ${acknowledged}`
      : action === 'block'
        ? 'blocked'
        : `blocked until it is acknowledged: ${acknowledge}`;
  return `${rule}: ${many(changes.length, 'change')}, ${state}`;
}

/** Notes about one object, in parts: those that say the same of several are one note. */
interface Line {
  /** What comes before the object: `error PV111`. */
  readonly head: string;
  readonly object?: FindingObject;
  readonly place?: string;
  /** What comes after it. */
  readonly tail?: string;
  readonly cluster?: string | undefined;
}

function findingLine(finding: ClusterFinding): Line {
  const { severity, code, object, cluster } = finding;
  const place = placeText(finding);
  return {
    head: `${severity} ${code}`,
    ...(object === undefined ? {} : { object }),
    ...(place === '' ? {} : { place }),
    tail: sentence(withoutCount(finding)),
    cluster,
  };
}

function fitLine({ object, reason, cluster }: FitChange, word: string): Line {
  return { head: '', object, tail: `${word}${reason}`, cluster };
}

function alertLine({ alert, images, cluster }: AlertChange): Line {
  return { head: `${alert}${images.length === 0 ? '' : `: ${few(images)}`}`, cluster };
}

/** Lines that say the same, of several objects or in several clusters, as one note each. */
function folded(lines: readonly Line[]): ReviewNote[] {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const { head, tail = '', object } = line;
    const key = JSON.stringify([head, masked(tail, line), object?.kind]);
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [line]);
    } else {
      group.push(line);
    }
  }
  return [...groups.values()].map(noteOf);
}

function noteOf(lines: readonly Line[]): ReviewNote {
  const [first] = lines as readonly [Line, ...Line[]];
  const { head, object, tail } = first;
  const clusters = [...new Set(lines.flatMap(({ cluster }) => cluster ?? []))];
  const names = [...new Set(lines.map((line) => (line.object === undefined ? '' : nameOf({ object: line.object }))))];
  const isOne = lines.length === 1;
  const subject = names.length > 1 && object !== undefined ? many(lines.length, object.kind) : subjectText(object);
  const who = `${[head, subject].filter((part) => part !== '').join(' ')}${inClusters(clusters)}`;
  const place = isOne && first.place !== undefined ? ` at ${first.place}` : '';
  const said = tail === undefined ? '' : `: ${isOne ? tail : masked(tail, first)}`;
  const text = `${who}${place}${said}`;
  return {
    text: names.length > 1 ? `${text} ${few(names, 3)}` : text,
    members: isOne ? [] : lines.map(memberText),
  };
}

/** `shop/web in fra (clusters/fra/web.yaml:3:1)`. */
function memberText({ object, place, cluster }: Line): string {
  const name = object === undefined ? '' : nameOf({ object });
  const who = `${name}${cluster === undefined ? '' : name === '' ? cluster : ` in ${cluster}`}`;
  return place === undefined ? who : who === '' ? place : `${who} (${place})`;
}

/** What the effects rest on, each as a sentence. */
export function assumptionLines({ assumptions }: Review): string[] {
  return assumptions.map(({ text }) => text);
}
