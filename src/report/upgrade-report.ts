import { oneLine } from '../findings/escape/characters';
import { jsonText, markdownText } from '../findings/escape/formats';
import { countFindings } from '../findings/judgement';
import { renderText, sentence } from '../findings/text';
import { largest } from '../kube/object';
import { type NamedRelease, nameOfRelease } from '../target/target';
import { shownField } from '../upgrade/fields';
import type { UpgradeAdvice, UpgradeStep } from '../upgrade/upgrade';

/** Advice for one platform, or for the manifests that were named. */
export interface UpgradeReport {
  readonly name?: string;
  readonly from: NamedRelease;
  readonly to: NamedRelease;
  readonly advice: UpgradeAdvice;
}

/** A part of a report: rows of a name and what there is to say. */
interface ReportSection {
  readonly title: string;
  readonly rows: readonly (readonly string[])[];
}

const WHEN: Readonly<Record<UpgradeStep['when'], string>> = {
  before: 'Before',
  with: 'With the change',
  after: 'After',
};

/** `KubeVirt 1.8 → 1.9`. */
function journey({ from, to, advice }: UpgradeReport): string {
  const name = to.component === 'hco' ? 'HyperConverged' : 'KubeVirt';
  const brought = to.component === 'hco' ? ` (KubeVirt ${advice.from.kubevirt} → ${advice.to.kubevirt})` : '';
  return `${name} ${from.release} → ${to.release}${brought}${advice.direction === 'downgrade' ? ', a downgrade' : ''}`;
}

/** The verdict on one line: what there is, by numbers. */
function verdict(report: UpgradeReport): string {
  const { gates, fields, defaults, findings, hco } = report.advice;
  const appearing = findings.filter(({ change }) => change === 'appears');
  const count = (number: number, one: string, many: string) =>
    number === 0 ? [] : [`${number} ${number === 1 ? one : many}`];
  const of = (change: string) => fields.filter((field) => field.change === change).length;
  const parts = [
    ...count(gates.turnedOn.length, 'gate turns on', 'gates turn on').map(
      (text) => `${text} (${gates.turnedOn.filter(({ canBeTurnedOff }) => canBeTurnedOff).length} can be turned off)`,
    ),
    ...count(gates.turnedOff.length, 'gate turns off', 'gates turn off'),
    ...count(gates.optOut.length, 'gate to opt out of', 'gates to opt out of'),
    ...count(gates.inert.length, 'entry loses its effect', 'entries lose their effect'),
    ...count(gates.removed.length, 'entry is no longer known', 'entries are no longer known'),
    ...count(gates.deprecated.length, 'entry is deprecated', 'entries are deprecated'),
    ...count(hco?.gates.length ?? 0, 'gate of HyperConverged changes', 'gates of HyperConverged change'),
    ...count(of('appears'), 'field appears', 'fields appear'),
    ...count(of('disappears'), 'field disappears', 'fields disappear'),
    ...count(defaults.length, 'default changes', 'defaults change'),
  ];
  const resolved = findings.length - appearing.length;
  const told = `findings: ${countFindings(appearing)} new${resolved === 0 ? '' : `, ${resolved} resolved`}`;
  const who = report.name === undefined ? '' : `${report.name}: `;
  return `${who}${journey(report)}: ${parts.length === 0 ? 'nothing changes' : parts.join(', ')}; ${told}`;
}

function sectionsOf({ advice }: UpgradeReport): ReportSection[] {
  const { gates, fields, defaults, hco } = advice;
  const isBack = advice.direction === 'downgrade';
  const notes = (all: readonly { readonly name: string; readonly reason: string }[]) =>
    all.map(({ name, reason }) => [name, reason]);
  const used = (names: readonly string[]) => (names.length === 0 ? '' : `; used by ${names.slice(0, 5).join(', ')}`);
  return [
    ...(['before', 'with', 'after'] as const).map((when) => ({
      title: WHEN[when],
      rows: advice.steps.filter((step) => step.when === when).map(({ what }) => [`- ${what}`]),
    })),
    { title: 'Gates that turn on', rows: notes(gates.turnedOn) },
    { title: 'Gates that turn off', rows: notes(gates.turnedOff) },
    { title: 'Gates to opt out of', rows: notes(gates.optOut) },
    { title: 'Gates that turn on where they are unsupported', rows: notes(gates.unsupported) },
    { title: 'Entries that lose their effect', rows: notes(gates.inert) },
    { title: 'Entries that are no longer known', rows: notes(gates.removed) },
    { title: 'Entries that are deprecated', rows: notes(gates.deprecated) },
    { title: 'HyperConverged, its API', rows: (hco?.api ?? []).map((what) => [what]) },
    { title: 'HyperConverged, its gates', rows: notes(hco?.gates ?? []) },
    {
      title: 'HyperConverged, fields that v1 has elsewhere',
      rows: (hco?.moves ?? []).map(({ v1beta1, v1 }) => [v1beta1, v1]),
    },
    {
      title: 'Defaults that change',
      rows: defaults.map(({ path, before, after, effect }) => [path, `${before} → ${after}. ${sentence(effect)}`]),
    },
    ...guestSections(advice),
    {
      title: 'Fields that disappear',
      rows: fields
        .filter(({ change }) => change === 'disappears')
        .map((field) => [
          shownField(field),
          `${isBack ? `came with ${field.since}` : `gone from ${field.since} on`}${used(field.usedBy)}`,
        ]),
    },
    {
      title: 'Fields that appear',
      rows: fields
        .filter(({ change }) => change === 'appears')
        .map((field) => [shownField(field), isBack ? `was gone from ${field.since} on` : `from ${field.since}`]),
    },
    {
      title: 'Gates that are new, and off',
      rows: gates.available.length === 0 ? [] : [[gates.available.map(({ name }) => name).join(', ')]],
    },
  ].filter(({ rows }) => rows.length > 0);
}

/** What an upgrade asks of the people of one cluster, without what is new for all clusters alike. */
export interface UpgradeSummary {
  /** `1.8`, `hco:1.17`. */
  readonly from: string;
  readonly to: string;
  /** Without the name of the cluster. */
  readonly verdict: string;
  /** Findings of severity error that appear. */
  readonly errors: number;
  readonly parts: readonly { readonly title: string; readonly lines: readonly string[] }[];
}

/** Titles of what is said of each cluster; gates and fields that are merely there are the same everywhere. */
const OWN_PARTS = /^(Before|With|After|Gates to opt|Gates that turn on where|Guests)/;

/** An upgrade, as a page of many clusters tells it. */
export function upgradeSummary(report: UpgradeReport): UpgradeSummary {
  const { name: _, ...nameless } = report;
  const appearing = report.advice.findings.filter(({ change }) => change === 'appears');
  return {
    from: nameOfRelease(report.from),
    to: nameOfRelease(report.to),
    verdict: verdict(nameless),
    errors: appearing.filter(({ severity }) => severity === 'error').length,
    parts: [
      ...sectionsOf(report)
        .filter(({ title }) => OWN_PARTS.test(title))
        .map(({ title, rows }) => ({ title, lines: rows.map((row) => row.join(': ').replace(/^- /, '')) })),
      ...(appearing.length === 0
        ? []
        : [
            {
              title: 'Findings that appear',
              lines: appearing
                .slice(0, MOST_FINDINGS)
                .map(({ code, severity, what }) => `${severity} ${code}: ${what}`),
            },
          ]),
    ],
  };
}

/** `polyvirt upgrade` tells them all. */
const MOST_FINDINGS = 20;

/** How guests come to the launcher of the other release; those with the same reason are told together. */
function guestSections({ guests }: UpgradeAdvice): ReportSection[] {
  if (guests === undefined) {
    return [];
  }
  const { moves, restarts, stays, unknown } = guests;
  const most = 8;
  const few = (names: readonly string[]) =>
    `${names.slice(0, most).join(', ')}${names.length > most ? ` and ${names.length - most} more` : ''}`;
  const byReason = (notes: typeof stays) => {
    const reasons = [...new Set(notes.map(({ reason }) => reason))];
    return reasons.map((reason) => [
      few(notes.filter((note) => note.reason === reason).map(({ name }) => name)),
      reason,
    ]);
  };
  return [
    { title: 'Guests that migrate to a new launcher', rows: moves.length === 0 ? [] : [[few(moves)]] },
    { title: 'Guests that are shut down and started again', rows: restarts.length === 0 ? [] : [[few(restarts)]] },
    { title: 'Guests that keep the old launcher until they are restarted', rows: byReason(stays) },
    { title: 'Guests of which it is not known', rows: byReason(unknown) },
  ];
}

/** What is not known, and what it would change. */
function remarks({ advice, to }: UpgradeReport): string[] {
  return advice.gatesFrom === undefined
    ? [
        to.component === 'hco'
          ? 'No HyperConverged was given: gates are those of one that sets nothing.'
          : 'No KubeVirt resource was given: it is assumed to list no gates.',
      ]
    : [];
}

/** For people: the verdict, what to do, and then everything. */
export function upgradeText(reports: readonly UpgradeReport[]): string {
  return reports.map(textOf).join('\n');
}

function textOf(report: UpgradeReport): string {
  const { findings } = report.advice;
  const parts = sectionsOf(report).map(({ title, rows }) => {
    const shown = rows.map((row) => row.map(oneLine));
    const width = largest(shown.map((row) => (row.length > 1 ? row[0]!.length : 0)));
    const lines = shown.map(
      (row) => `  ${row.map((cell, i) => (i < row.length - 1 ? cell.padEnd(width) : cell)).join('  ')}`,
    );
    const count = /^(Before|With|After)/.test(title) || rows[0]!.length === 1 ? '' : ` (${rows.length})`;
    return `${title}${count}\n${lines.join('\n')}\n`;
  });
  const told = (change: string, title: string, show: (finding: (typeof findings)[number]) => string) => {
    const found = findings.filter((finding) => finding.change === change);
    return found.length === 0 ? [] : [`${title} (${found.length})\n${found.map(show).join('\n')}\n`];
  };
  return [
    `${oneLine(verdict(report))}\n`,
    ...remarks(report).map((line) => `${line}\n`),
    ...parts,
    ...told('appears', 'Findings that appear', (finding) => renderText(finding)),
    ...told('resolved', 'Findings that are resolved', (finding) => `  ${renderText(finding).split('\n')[0]}`),
  ].join('\n');
}

/** For a comment or a page. */
export function upgradeMarkdown(reports: readonly UpgradeReport[]): string {
  return reports.map(markdownOf).join('\n');
}

function markdownOf(report: UpgradeReport): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |\n`;
  const parts = sectionsOf(report).map(({ title, rows }) =>
    rows[0]!.length === 1
      ? `### ${title}\n\n${rows.map(([text]) => `- ${markdownText(text!.replace(/^- /, ''))}\n`).join('')}`
      : `### ${title}\n\n|  |  |\n|---|---|\n${rows.map(line).join('')}`,
  );
  const findings = report.advice.findings.map(({ change, severity, code, what, fix }) =>
    line([change, severity, code, sentence(what), sentence(fix)]),
  );
  const table = `### Findings\n\n| Change | Severity | Code | What | Fix |\n|---|---|---|---|---|\n${findings.join('')}`;
  return [
    `**${markdownText(verdict(report))}**\n`,
    ...remarks(report).map((text) => `${text}\n`),
    ...parts,
    ...(findings.length === 0 ? [] : [table]),
  ].join('\n');
}

/** For programs: the shape of docs/schemas/upgrade.schema.json. One platform is told alone, several in a list. */
export function upgradeJson(reports: readonly UpgradeReport[]): string {
  const all = reports.map(({ name, from, to, advice }) => {
    const { from: before, to: after, ...rest } = advice;
    return {
      ...(name === undefined ? {} : { platform: name }),
      from: nameOfRelease(from),
      to: nameOfRelease(to),
      targets: { from: before, to: after },
      ...rest,
    };
  });
  return `${jsonText(all.length === 1 ? all[0] : { platforms: all }, 2)}\n`;
}
