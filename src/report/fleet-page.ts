import { ARCHITECTURES } from '../architectures/facts';
import { markupText } from '../findings/escape/formats';
import { countFindings } from '../findings/judgement';
import { FILTER_SCRIPT, FILTER_STYLE, type Filter, filterForm, type Question } from '../page/filters';
import { pageList, pageSection, renderPage, THEME } from '../page/page';
import { FACTS_AS_OF } from '../target/facts';
import { NEWEST_KUBEVIRT } from '../target/target';
import type { ClusterReport, FleetReport } from './fleet';
import { fleetGates, type GatesTable, gatesMarkup } from './gates-table';
import { hypervisorMatrix, hypervisorSections } from './hypervisors-table';
import {
  clustersMarkup,
  findingsMarkup,
  hypervisorsInUse,
  hypervisorTables,
  imagesMarkup,
  upgradesMarkup,
  workloadsMarkup,
} from './sections';

interface FleetSection {
  readonly id: string;
  readonly title: string;
  /** Absent where there is nothing to say. */
  readonly body?: string;
}

/** A fleet as one page that needs nothing beside itself: tables that any browser shows, and a script that filters them. */
export function fleetPage(report: FleetReport): string {
  const sections = sectionsOf(report).filter(({ body }) => body !== undefined);
  const title = `polyvirt report: ${report.title}`;
  return renderPage({
    title,
    style: THEME + FILTER_STYLE,
    script: FILTER_SCRIPT,
    body: [
      '<header>',
      `<h1>${markupText(title)}</h1>`,
      `<p>${markupText(headline(report))}</p>`,
      `<p class="faint">polyvirt ${markupText(report.version)}, data as of ${FACTS_AS_OF}. Each VM is judged alone on the nodes as they are; the scores of kube-scheduler are not predicted.</p>`,
      `<nav aria-label="Sections">${sections.map(({ id, title: name }) => `<a href="#${id}">${name}</a>`).join(' ')}</nav>`,
      '</header>',
      '<main>',
      filterForm(filtersOf(report), questionsOf(report)),
      ...sections.map(({ id, title: name, body }) => pageSection(id, name, body!)),
      '</main>',
    ].join('\n'),
  });
}

/** The numbers of the whole fleet. */
function headline({ clusters, findings }: FleetReport): string {
  const sum = (of: (cluster: ClusterReport) => number) => clusters.reduce((total, each) => total + of(each), 0);
  const all = [...findings, ...clusters.flatMap((each) => each.findings)];
  const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  const alerts = sum(({ images }) => images.filter((each) => each.alerts.some(({ firing }) => firing)).length);
  return [
    `${plural(clusters.length, 'cluster')}, ${plural(
      sum(({ places, vms }) => places?.workloads ?? vms.length),
      'VM',
    )}, ${plural(
      sum(({ places }) => places?.nodes.length ?? 0),
      'node',
    )}`,
    `VMs that never start: ${sum(({ places }) => places?.pending ?? 0)}`,
    `findings: ${countFindings(all)}`,
    ...(alerts === 0 ? [] : [`clusters with a golden image alert: ${alerts}`]),
  ].join('; ');
}

function sectionsOf(report: FleetReport): FleetSection[] {
  const { clusters } = report;
  const images = clusters.flatMap(({ name, images: own }, cluster) =>
    own.map((each) => ({ title: name, report: each, cluster })),
  );
  const notes = clusters.flatMap(({ gates }) => gates.note ?? []);
  const features = hypervisorSections({
    releases: [{ kubevirt: NEWEST_KUBEVIRT, rows: hypervisorMatrix(NEWEST_KUBEVIRT) }],
  });
  return [
    { id: 'clusters', title: 'Clusters', body: clustersMarkup(clusters) },
    { id: 'findings', title: 'Findings', body: findingsMarkup(report) },
    { id: 'vms', title: 'VMs and nodes', body: workloadsMarkup(clusters) },
    { id: 'upgrades', title: 'Upgrade readiness', body: upgradesMarkup(clusters) },
    {
      id: 'gates',
      title: 'Feature gates',
      body: `${pageList(notes)}\n${gatesMarkup(gatesOf(clusters))}`,
    },
    { id: 'images', title: 'Golden images', ...(images.length === 0 ? {} : { body: imagesMarkup(images) }) },
    {
      id: 'hypervisors',
      title: 'Hypervisors',
      body: `${hypervisorsInUse(clusters)}\n${hypervisorTables(features.slice(-1))}`,
    },
  ];
}

function gatesOf(clusters: readonly ClusterReport[]): GatesTable {
  return {
    rows: fleetGates(clusters.map(({ gates }) => gates.rows)),
    architectures: ARCHITECTURES,
    compares: false,
    clusters: clusters.map(({ name }) => name),
  };
}

function filtersOf({ clusters }: FleetReport): Filter[] {
  const choices = (values: readonly string[]) => values.map((value) => ({ value, text: value }));
  const filters: Filter[] = [
    { facet: 'cluster', label: 'Cluster', choices: clusters.map(({ name }, i) => ({ value: String(i), text: name })) },
    { facet: 'arch', label: 'Architecture', choices: choices(architecturesOf(clusters)) },
    { facet: 'state', label: 'State of the VM', choices: choices(['never starts', 'not known', 'can run']) },
    { facet: 'loss', label: 'Would not survive losing', choices: choices(zonesOf(clusters)) },
    { facet: 'severity', label: 'Severity', choices: choices(['error', 'warning', 'info']) },
  ];
  return filters.filter(({ choices: some }) => some.length > 0);
}

function architecturesOf(clusters: readonly ClusterReport[]): string[] {
  const found = clusters.flatMap(({ architectures, places }) => [
    ...architectures,
    ...(places?.groups ?? []).flatMap(({ architecture }) => architecture ?? []),
  ]);
  return [...new Set(found)].sort();
}

/** Zones whose loss strands a VM somewhere. */
function zonesOf(clusters: readonly ClusterReport[]): string[] {
  const found = clusters.flatMap(({ places }) => (places?.groups ?? []).flatMap(({ lostWith }) => lostWith));
  return [...new Set(found)].sort();
}

/** As many as fit a line. */
const MOST_QUESTIONS = 6;

/** Questions that the page answers, each as a link that filters it. */
function questionsOf({ clusters }: FleetReport): Question[] {
  const gate = clusters
    .flatMap(({ gates }) => gates.rows.filter(({ reason }) => reason === 'listed' || reason === 'configured'))
    .at(0)?.name;
  return [
    { text: 'Which VMs never start?', asks: 'state=never+starts&at=vms' },
    ...zonesOf(clusters)
      .slice(0, 2)
      .map((zone) => ({
        text: `Which VMs would not survive losing ${zone.replace('=', ' ')}?`,
        asks: ask('loss', zone, 'vms'),
      })),
    ...architecturesOf(clusters)
      .filter((architecture) => architecture !== 'amd64')
      .slice(0, 2)
      .map((architecture) => ({ text: `Which VMs are ${architecture}?`, asks: ask('arch', architecture, 'vms') })),
    ...(gate === undefined ? [] : [{ text: `Where is ${gate} on?`, asks: ask('q', gate, 'gates') }]),
  ].slice(0, MOST_QUESTIONS);
}

function ask(field: string, value: string, section: string): string {
  return `${field}=${encodeURIComponent(value.toWellFormed())}&at=${section}`;
}
