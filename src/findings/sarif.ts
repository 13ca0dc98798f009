import { CODES } from './codes';
import { jsonText } from './escape/formats';
import type { FindingObject, Severity } from './finding';
import type { Judgement } from './judgement';
import { isChanged, type NotJudged, notJudgedAdvice } from './not-judged';
import { fileUri, type ShownFinding } from './shown-finding';
import { messageText, sentence } from './text';

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const satisfies Record<Severity, string>;

const RULES = Object.entries(CODES).map(([id, title]) => ({
  id,
  shortDescription: { text: title },
  help: { text: `"polyvirt explain ${id}" says what it means, its impact, how to see it and what to do.` },
}));

/** A rule for each code. */
export function findingRules(): readonly object[] {
  return RULES;
}

/**
 * SARIF 2.1.0, for code scanning.
 *
 * A finding without a file is about the call, as an unknown release. It is a notification and not a result:
 * GitHub rejects a whole report for one result without a location.
 */
export function renderSarif({ findings, notJudged, version }: Judgement): string {
  const placed = findings.filter(({ file }) => file !== undefined);
  const unplaced = findings.filter(({ file }) => file === undefined);
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'polyvirt', version, rules: RULES } },
        columnKind: 'utf16CodeUnits',
        // Of the run, not of the objects: it came to its end.
        invocations: [
          {
            executionSuccessful: true,
            toolConfigurationNotifications: unplaced.map(notificationOf),
            ...notJudgedPart(notJudged),
          },
        ],
        results: placed.map(resultOf),
      },
    ],
  };
  return `${jsonText(log, 2)}\n`;
}

/** One finding that has a file, as a result. */
export function resultOf(finding: ShownFinding): object {
  const { code, severity, path, source } = finding;
  const ruleIndex = RULES.findIndex(({ id }) => id === code);
  return {
    ruleId: code,
    ...(ruleIndex === -1 ? {} : { ruleIndex }),
    level: LEVELS[severity],
    message: { text: literal(messageText(finding)) },
    locations: [locationOf(finding)],
    partialFingerprints: { 'codeObjectPath/v1': fingerprintOf(finding) },
    // A key that is undefined is not written.
    properties: { path, source },
  };
}

/** One finding that has none. */
export function notificationOf(finding: ShownFinding): object {
  return {
    descriptor: { id: finding.code },
    level: LEVELS[finding.severity],
    message: { text: literal(messageText(finding)) },
  };
}

/** What was not judged is about the run and no result: a note, or an error where it changes. */
export function notJudgedPart(items: readonly NotJudged[]): object {
  return items.length === 0 ? {} : { toolExecutionNotifications: items.map(notJudgedNotification) };
}

function notJudgedNotification(item: NotJudged): object {
  return {
    descriptor: { id: 'PV029' },
    level: isChanged(item) ? 'error' : 'note',
    message: { text: literal(sentence(notJudgedAdvice(item))) },
    ...(item.file === undefined
      ? {}
      : { locations: [{ physicalLocation: { artifactLocation: { uri: fileUri(item.file) } } }] }),
  };
}

function locationOf({ file = '', line, column, object }: ShownFinding): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: fileUri(file) },
      ...(line === undefined ? {} : { region: { startLine: line, startColumn: column } }),
    },
    ...(object === undefined ? {} : { logicalLocations: [logicalLocationOf(object)] }),
  };
}

function logicalLocationOf({ kind, namespace, name }: FindingObject): object {
  const fullyQualifiedName = [kind, ...(namespace === undefined ? [] : [namespace]), name].join('/');
  return { name, fullyQualifiedName, kind: 'object' };
}

/**
 * The same for a finding that only moved to another line or file. The version of the API does not count, since an
 * object that is written for a newer one is still the same; the file counts where it is all that there is to tell by.
 */
function fingerprintOf({ code, object, path = '', file = '' }: ShownFinding): string {
  const group = object?.apiVersion.includes('/') ? object.apiVersion.replace(/\/.*/s, '') : '';
  const subject = object === undefined ? [fileUri(file)] : [group, object.kind, object.namespace ?? '', object.name];
  return JSON.stringify([code, ...subject, path]);
}

/** In a message of SARIF, `{0}` is a placeholder (§3.11.5) and `[text](target)` a link (§3.11.6). Ours has neither. */
export function literal(text: string): string {
  return text.replace(/[{}]/g, '$&$&').replaceAll('](', '\\](');
}
