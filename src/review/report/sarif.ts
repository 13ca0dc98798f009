import { jsonText } from '../../findings/escape/formats';
import { isChanged } from '../../findings/not-judged';
import {
  notificationOf as findingNotification,
  resultOf as findingResult,
  findingRules,
  literal,
  notJudgedPart,
} from '../../findings/sarif';
import { fileUri } from '../../findings/shown-finding';
import { EFFECT_NAMES, EFFECTS, type EffectSeverity } from '../effects/effect';
import type { ReviewedChange } from '../result';
import { type ReviewReport, subjectOf } from './report';
import { effectText } from './words';

const LEVELS: Readonly<Record<EffectSeverity, string>> = {
  rejected: 'error',
  destructive: 'error',
  disruptive: 'warning',
  caution: 'note',
  info: 'none',
};

/** SARIF 2.1.0, for code scanning: a result for each change that does something, and for each finding that appears. */
export function renderReviewSarif({ review, version }: ReviewReport): string {
  const told = review.changes.filter(({ severity }) => severity !== 'info');
  const placed = told.filter(({ origin }) => origin?.file !== undefined);
  const unplaced = told.filter(({ origin }) => origin?.file === undefined);
  const notifications = [
    ...unplaced.map(notificationOf),
    ...review.findings.appeared.filter(({ file }) => file === undefined).map(findingNotification),
  ];
  const rules = EFFECT_NAMES.map((name) => ({ id: `review/${name}`, shortDescription: { text: EFFECTS[name] } }));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'polyvirt', version, rules: [...findingRules(), ...rules] } },
        columnKind: 'utf16CodeUnits',
        // GitHub rejects a whole report for one result without a location: those are notifications.
        invocations: [
          {
            // What changed and was not judged: the review did not come to its end.
            executionSuccessful: !review.notJudged.some(isChanged),
            toolConfigurationNotifications: notifications,
            ...notJudgedPart(review.notJudged),
          },
        ],
        results: [
          ...placed.map(resultOf),
          ...review.findings.appeared.filter(({ file }) => file !== undefined).map(findingResult),
        ],
      },
    ],
  };
  return `${jsonText(log, 2)}\n`;
}

function messageOf(change: ReviewedChange): { text: string } {
  const where = change.cluster === undefined ? '' : ` in ${change.cluster}`;
  return { text: literal(`${subjectOf(change)}${where}, ${change.change}: ${effectText(change)}`) };
}

function resultOf(change: ReviewedChange): object {
  const { effect, severity, origin, object, cluster } = change;
  return {
    ruleId: `review/${effect}`,
    level: LEVELS[severity],
    message: messageOf(change),
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: fileUri(origin?.file ?? '') },
          ...(origin?.line === undefined ? {} : { region: { startLine: origin.line, startColumn: origin.column } }),
        },
        logicalLocations: [{ name: object.name, fullyQualifiedName: subjectOf(change), kind: 'object' }],
      },
    ],
    partialFingerprints: {
      'effectObject/v1': JSON.stringify([effect, cluster ?? '', object.kind, object.namespace ?? '', object.name]),
    },
  };
}

function notificationOf(change: ReviewedChange): object {
  return {
    descriptor: { id: `review/${change.effect}` },
    level: LEVELS[change.severity],
    message: messageOf(change),
  };
}
