import { markupText } from '../findings/escape/formats';
import { imageCells, imageNotes, imagesHead, imagesNodes } from '../golden-images/render-report';
import type { ImagesReport } from '../golden-images/report';
import { anchor, fold, namesMarkup, type PageRow, pageList, pageTable } from '../page/page';
import { few } from '../pods/place-groups';
import type { ClusterReport } from './fleet';
import type { TableSection } from './hypervisors-table';
import type { UpgradeSummary } from './upgrade-report';
import type { WorkloadGroup } from './workload-groups';

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
      const assumed = places.assumed.map((each) => `<p class="faint">Taken for granted: ${markupText(each)}.</p>`);
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
          : `${markupText(first)} <details class="more"><summary>and ${others.length} more</summary>${pageList(others)}</details>`,
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
