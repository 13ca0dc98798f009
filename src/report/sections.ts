import { CODES } from '../findings/codes';
import { markupText } from '../findings/escape/formats';
import { compareFindings, type Severity } from '../findings/finding';
import type { ShownFinding } from '../findings/shown-finding';
import { sentence } from '../findings/text';
import { imageCells, imageNotes, imagesHead, imagesNodes } from '../golden-images/render-report';
import type { ImagesReport } from '../golden-images/report';
import { own } from '../kube/object';
import { anchor, fold, namesMarkup, type PageRow, pageList, pageTable } from '../page/page';
import { few } from '../pods/place-groups';
import type { ClusterReport, FleetReport, WorkloadGroup } from './fleet';
import type { TableSection } from './hypervisors-table';
import type { UpgradeSummary } from './upgrade-report';

/** Up to this many clusters a reader sees all of each at once. */
const MOST_OPEN = 5;

/** Clusters with what they run and how they are. */
export function clustersMarkup(clusters: readonly ClusterReport[]): string {
  return pageTable(
    'Clusters',
    ['cluster', 'KubeVirt', 'HyperConverged', 'workload nodes', 'nodes', 'VMs', 'never start', 'errors', 'warnings'],
    clusters.map((cluster, i) => {
      const { name, target, architectures, places, findings, vms } = cluster;
      const count = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
      const pending = places?.pending ?? 0;
      return {
        id: anchor('cluster', name),
        cells: [
          `<a href="#${anchor('vms', name)}">${markupText(name)}</a>`,
          markupText(target.kubevirt),
          markupText(target.hco ?? '–'),
          markupText(architectures.join(', ')),
          places === undefined ? '<span class="faint">not known</span>' : markupText(nodesText(cluster)),
          String(places?.workloads ?? vms.length),
          places === undefined ? '<span class="faint">not known</span>' : counted(pending, 'bad'),
          counted(count('error'), 'bad'),
          counted(count('warning'), 'warn'),
        ],
        facets: {
          cluster: [String(i)],
          arch: architectures,
          severity: ['error', 'warning', 'info'].filter((each) => count(each) > 0),
        },
      };
    }),
  );
}

function counted(count: number, tone: 'bad' | 'warn'): string {
  return count === 0 ? '0' : `<span class="${tone}">${count}</span>`;
}

function nodesText({ places }: ClusterReport, word = ''): string {
  const nodes = places?.nodes ?? [];
  const zones = new Set(nodes.flatMap(({ zone }) => zone ?? [])).size;
  return `${nodes.length}${word}${zones === 0 ? '' : ` in ${zones} ${zones === 1 ? 'zone' : 'zones'}`}`;
}

/** Where the workloads of each cluster can run, and what would strand them. */
export function workloadsMarkup(clusters: readonly ClusterReport[]): string {
  return clusters
    .map((cluster, i) => {
      const { name, places } = cluster;
      const id = anchor('vms', name);
      if (places === undefined) {
        const why = 'The nodes are not known: write nodes into the platform, or name them with --nodes.';
        return fold(`${name}: where VMs can run is not known`, `<p class="faint">${why}</p>`, { id });
      }
      const head = `${name}: ${places.workloads} ${places.workloads === 1 ? 'VM' : 'VMs'} on ${nodesText(cluster, ' nodes')}; never start: ${places.pending}`;
      const table = pageTable(
        `VMs of ${name}`,
        ['VMs', 'architecture', 'state', 'can run on', 'not elsewhere, because', 'nowhere to go without'],
        places.groups.map((group) => workloadRow(group, places.nodes.length, i)),
      );
      const assumed = places.assumed.map((each) => `<p class="faint">Assumed: ${markupText(each)}.</p>`);
      return fold(head, [table, ...assumed].join('\n'), { id, open: clusters.length <= MOST_OPEN });
    })
    .join('\n');
}

function workloadRow(group: WorkloadGroup, nodes: number, cluster: number): PageRow {
  const { names, madeBy, architecture, state, pending, fits, reasons, lostWith, perhapsLostWith } = group;
  const [first, ...others] = reasons;
  const isKnown = pending || fits.length > 0 || state.startsWith('runs');
  return {
    cells: [
      `${namesMarkup(names)}${madeBy === undefined ? '' : ` <span class="faint">(${markupText(madeBy)})</span>`}`,
      architecture === undefined ? '<span class="faint">not known</span>' : markupText(architecture),
      pending
        ? '<span class="bad">never starts</span>'
        : `<span class="${isKnown ? 'good' : 'warn'}">${markupText(state)}</span>`,
      markupText(`${fits.length} of ${nodes}${fits.length === 0 ? '' : `: ${few(fits)}`}`),
      first === undefined
        ? ''
        : others.length === 0
          ? markupText(first)
          : `${markupText(first)} <details class="more"><summary>and ${others.length} ` +
            `more</summary>${pageList(others)}</details>`,
      [
        ...lostWith.map((zone) => `<span class="bad">${markupText(zone)}</span>`),
        ...perhapsLostWith.map((zone) => `${markupText(zone)} <span class="faint">(not known)</span>`),
      ].join(', '),
    ],
    facets: {
      cluster: [String(cluster)],
      ...(architecture === undefined ? {} : { arch: [architecture] }),
      state: [pending ? 'never starts' : isKnown ? 'can run' : 'not known'],
      loss: lostWith,
    },
  };
}

/** The golden images of one cluster, and its position in the list of clusters. */
interface TitledImages {
  readonly title: string;
  readonly report: ImagesReport;
  readonly cluster: number;
}

/** Golden images × architectures of each HyperConverged, alerts that would fire first. */
export function imagesMarkup(all: readonly TitledImages[]): string {
  return all
    .map(({ title, report, cluster }) => {
      const firing = report.alerts.filter((alert) => alert.firing).map(({ name }) => name);
      const head = `${title}: ${report.images.length} images; ${firing.length === 0 ? 'no alert would fire' : `would fire: ${firing.join(', ')}`}`;
      return fold(head, imagesBody(report, title, String(cluster)), {
        id: anchor('images', title),
        open: all.length <= MOST_OPEN,
      });
    })
    .join('\n');
}

function imagesBody(report: ImagesReport, title: string, cluster: string): string {
  const [head = [], ...rows] = imageCells(report);
  const notes = imageNotes(report).filter(({ name }) => name !== 'What the operators make');
  return [
    `<p>${markupText(imagesHead(report))}<br><span class="faint">${markupText(imagesNodes(report))}</span></p>`,
    pageTable(
      `Golden images of ${title}`,
      head,
      rows.map((cells, i) => ({
        cells: cells.map((cell) => (cell === 'skipped' ? '<span class="warn">skipped</span>' : markupText(cell))),
        facets: { cluster: [cluster], arch: report.images[i]!.imported ?? report.images[i]!.architectures ?? [] },
      })),
    ),
    ...notes.map(({ name, lines }) => `<p><strong>${name}</strong></p>${pageList(lines)}`),
  ].join('\n');
}

/** Which hypervisors the VMs of a fleet run on. */
export function hypervisorsInUse(clusters: readonly ClusterReport[]): string {
  const uses = new Map<string, { hypervisor: string; realisation: string; vms: number; clusters: Set<number> }>();
  clusters.forEach(({ vms }, i) => {
    for (const { hypervisor, realisation } of vms) {
      const key = `${hypervisor}\0${realisation}`;
      const use = uses.get(key) ?? { hypervisor, realisation: realisation ?? 'none', vms: 0, clusters: new Set() };
      uses.set(key, use);
      use.vms++;
      use.clusters.add(i);
    }
  });
  return pageTable(
    'Hypervisors in use',
    ['hypervisor', 'realisation', 'VMs', 'clusters'],
    [...uses.values()].map(({ hypervisor, realisation, vms, clusters: where }) => ({
      cells: [
        markupText(hypervisor),
        markupText(realisation),
        String(vms),
        namesMarkup([...where].map((i) => clusters[i]!.name)),
      ],
      facets: { cluster: [...where].map(String) },
    })),
  );
}

/** Tables of hypervisors, as they are in one release. */
export function hypervisorTables(sections: readonly TableSection[]): string {
  return sections.map(sectionTable).join('\n');
}

function sectionTable({ title, lines: [head = [], ...rows] }: TableSection): string {
  return `<h3>${markupText(title)}</h3>\n${pageTable(
    title,
    head,
    rows.map((cells) => ({ cells: cells.map(markupText) })),
  )}`;
}

/** What another release would change, for clusters to which it does the same together. */
export function upgradesMarkup(clusters: readonly ClusterReport[]): string {
  const groups = new Map<string, { readonly summary: UpgradeSummary; readonly where: number[] }>();
  const settled = clusters.flatMap(({ upgrade }, i) => (upgrade === undefined ? [i] : []));
  clusters.forEach(({ upgrade }, i) => {
    if (upgrade !== undefined) {
      const key = JSON.stringify(upgrade);
      const group = groups.get(key) ?? { summary: upgrade, where: [] };
      groups.set(key, group);
      group.where.push(i);
    }
  });
  const names = (where: readonly number[]) => where.map((i) => clusters[i]!.name);
  const rows = [...groups.values()]
    .sort((a, b) => b.summary.errors - a.summary.errors)
    .map(({ summary, where }) => ({
      cells: [
        namesMarkup(names(where)),
        markupText(`${summary.from} → ${summary.to}`),
        markupText(summary.verdict.replace(/^[^:]*: /, '')),
        summary.parts.length === 0
          ? ''
          : `<details class="more"><summary>what to do</summary>${summary.parts
              .map(({ title, lines }) => `<p><strong>${markupText(title)}</strong></p>${pageList(lines)}`)
              .join('')}</details>`,
      ],
      facets: {
        cluster: where.map(String),
        severity: summary.errors === 0 ? [] : ['error'],
      },
    }));
  return [
    ...(rows.length === 0 ? [] : [pageTable('Upgrades', ['clusters', 'release', 'what changes', 'steps'], rows)]),
    ...(settled.length === 0
      ? []
      : [`<p class="faint">Nothing to upgrade to, or not asked about: ${namesMarkup(names(settled))}.</p>`]),
  ].join('\n');
}

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
