import { CODES } from '../findings/codes';
import { markupText } from '../findings/escape/formats';
import { compareFindings, type Severity } from '../findings/finding';
import type { ShownFinding } from '../findings/shown-finding';
import { sentence } from '../findings/text';
import { own } from '../kube/object';
import { anchor, fold, namesMarkup, type PageRow, pageTable } from '../page/page';
import type { FleetReport } from './fleet';

/** Where the page of a code is to be read. */
const PAGES = 'https://github.com/polyvirt/polyvirt/blob/main/docs/findings';

/** Rows of one code that a page shows; the others are counted. */
const MOST_ROWS = 100;

/** The same finding, wherever it is. */
interface FindingGroup {
  readonly first: ShownFinding;
  /** Clusters by their positions; none for what is the matter with the whole. */
  readonly clusters: Set<number>;
  readonly places: string[];
  count: number;
}

const TONES: Readonly<Record<Severity, string>> = { error: 'bad', warning: 'warn', info: 'info' };

/** Findings by code and cluster, errors first; what is said of several places alike is one row. */
export function findingsMarkup(report: FleetReport): string {
  const codes = byCode(report);
  if (codes.size === 0) {
    return '<p class="good">None.</p>';
  }
  return [...codes].map(([code, groups]) => codeMarkup(code, groups, report)).join('\n');
}

function byCode({ clusters, findings }: FleetReport): Map<string, FindingGroup[]> {
  const all = [
    ...findings.map((finding) => ({ finding, cluster: undefined })),
    ...clusters.flatMap((each, cluster) => each.findings.map((finding) => ({ finding, cluster }))),
  ].sort((a, b) => compareFindings(a.finding, b.finding));
  const groups = new Map<string, FindingGroup>();
  const codes = new Map<string, FindingGroup[]>();
  for (const { finding, cluster } of all) {
    const { code, severity, what, why, fix } = finding;
    const key = JSON.stringify([code, severity, what, why, fix]);
    let group = groups.get(key);
    if (group === undefined) {
      group = { first: finding, clusters: new Set(), places: [], count: 0 };
      groups.set(key, group);
      codes.set(code, [...(codes.get(code) ?? []), group]);
    }
    group.count += 1 + (finding.more ?? 0);
    group.places.push(placeText(finding, cluster === undefined ? undefined : clusters[cluster]!.name));
    if (cluster !== undefined) {
      group.clusters.add(cluster);
    }
  }
  return codes;
}

function codeMarkup(code: string, groups: readonly FindingGroup[], report: FleetReport): string {
  const where = new Map<number, number>();
  for (const { clusters } of groups) {
    for (const cluster of clusters) {
      where.set(cluster, (where.get(cluster) ?? 0) + 1);
    }
  }
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const title = own(CODES as Readonly<Record<string, string>>, code) ?? '';
  const severities = [...new Set(groups.map(({ first }) => first.severity))].join(', ');
  const inClusters = where.size === 0 ? '' : ` in ${where.size} ${where.size === 1 ? 'cluster' : 'clusters'}`;
  const names = [...where].slice(0, 8).map(([i, number]) => `${report.clusters[i]!.name} ${number}`);
  const told = where.size === 0 ? '' : `: ${names.join(', ')}${where.size > 8 ? ` and ${where.size - 8} more` : ''}`;
  const rest = groups.length - MOST_ROWS;
  return fold(
    `${code} ${title} (${severities}): ${count}${inClusters}${told}`,
    [
      `<p><a href="${PAGES}/${markupText(code)}.md">What ${markupText(code)} means, and what to do</a></p>`,
      pageTable(
        `Findings of ${code}`,
        ['severity', 'what, and why it matters', 'fix', 'where'],
        groups.slice(0, MOST_ROWS).map(rowOf),
      ),
      ...(rest > 0
        ? [`<p class="warn">${rest} more are not on this page: polyvirt check --format json lists them.</p>`]
        : []),
    ].join('\n'),
    { id: anchor('finding', code) },
  );
}

function rowOf({ first, clusters, places, count }: FindingGroup): PageRow {
  const { severity, what, why, fix } = first;
  const more = count - places.length;
  return {
    cells: [
      `<span class="${TONES[severity]}">${severity}</span>`,
      `${markupText(sentence(what))} <span class="faint">${markupText(sentence(why))}</span>`,
      markupText(sentence(fix)),
      `${namesMarkup(places, 4)}${more === 0 ? '' : ` <span class="faint">(and ${more} alike)</span>`}`,
    ],
    facets: { severity: [severity], cluster: [...clusters].map(String) },
  };
}

/** `edge: VirtualMachine shop/web, polyvirt.yaml:12`. */
function placeText({ object, file, line }: ShownFinding, cluster: string | undefined): string {
  const name =
    object === undefined ? '' : `${object.kind} ${[object.namespace, object.name].filter(Boolean).join('/')}`;
  const at = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}`;
  const said = [name, at].filter((part) => part !== '').join(', ');
  return cluster === undefined ? said : `${cluster}: ${said || 'the cluster'}`;
}
