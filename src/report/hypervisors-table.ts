import type { Cluster } from '../cluster/cluster';
import { oneLine } from '../findings/escape/characters';
import { jsonText, markdownText } from '../findings/escape/formats';
import type { Finding } from '../findings/finding';
import { catalogue, hypervisorNames, mebibytesIn, profileOf } from '../hypervisors/catalogue';
import { conceivable } from '../hypervisors/choose';
import type { HypervisorDeclaration, Realisation } from '../hypervisors/declaration';
import { type Cell, type Confidence, FEATURE_NAMES, FEATURES, type Feature } from '../hypervisors/features';
import { type HypervisorProfile, PROPERTIES, PROPERTY_TITLES, type Property } from '../hypervisors/profile';
import type { KubeObject } from '../kube/object';
import type { Release } from '../kube/release';
import { vmHypervisors } from '../rules/hypervisors/vm-hypervisors';

/** One VM of a platform with what it runs on. */
export interface VmHypervisorRow {
  /** Where VMs of several clusters are shown. */
  readonly cluster?: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly hypervisor: string;
  /** Null where there is no way. */
  readonly realisation: Realisation | null;
  /** What is wrong with it, in codes. */
  readonly errors: readonly string[];
}

/** All hypervisors, as they are in one release of KubeVirt. */
interface ReleaseHypervisors {
  readonly kubevirt: Release;
  readonly rows: readonly HypervisorRow[];
}

/** What `polyvirt hypervisors` shows. */
export interface HypervisorsTable {
  /** Oldest first; several where clusters of several releases are shown. */
  readonly releases: readonly ReleaseHypervisors[];
  /** Absent where no platform is shown. */
  readonly machines?: readonly VmHypervisorRow[];
}

/** A table below its title. */
export interface TableSection {
  readonly title: string;
  readonly lines: readonly (readonly string[])[];
}

/** Properties that go together on a line, so that a table fits a screen. */
const GROUPS: Readonly<Record<string, readonly Property[]>> = {
  'The launcher pod': [
    'device',
    'launcherMonitorOverhead',
    'launcherOverhead',
    'virtlogdOverhead',
    'daemonOverhead',
    'vmmOverhead',
    'privileged',
  ],
  'libvirt in it': ['daemon', 'daemonMode', 'virtlogd', 'root', 'user', 'uri', 'socketPath', 'pidFolder'],
  'The domain, for a Plugin': ['virtType', 'emulator', 'machine', 'firmware', 'diskBus', 'controllers', 'smbios'],
  'The guest': ['iso', 'ballooning', 'bootOrder', 'diskDriver', 'processPrefixes', 'vcpuThreads', 'logFilters'],
};

const SYMBOLS: Readonly<Record<FeatureAnswer, string>> = { yes: '✓', no: '✗', unknown: '?' };

/** What the signs in the tables mean. */
export const LEGEND = '~ is inferred, ? is unknown; polyvirt explain hypervisor/NAME shows what each rests on';

/** Columns of equal width, for a terminal. */
export function hypervisorsText(table: HypervisorsTable): string {
  return `${hypervisorSections(table)
    .map(({ title, lines }) => `${title}\n\n${columns(lines)}`)
    .join('\n\n')}\n`;
}

/** Markdown tables below headings. */
export function hypervisorsMarkdown(table: HypervisorsTable): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |`;
  return `${hypervisorSections(table)
    .map(({ title, lines: [head = [], ...rows] }) =>
      [`## ${markdownText(title)}`, '', line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n'),
    )
    .join('\n\n')}\n`;
}

/** What JSON has of a release, or of one cluster. */
export interface ClusterHypervisors extends ReleaseHypervisors {
  /** Absent where no other cluster is told beside it. */
  readonly cluster?: string;
  readonly machines?: readonly VmHypervisorRow[];
}

/** For programs: the shape of docs/schemas/hypervisors.schema.json; of several clusters one object each, on a line of its own. */
export function hypervisorsJson(all: readonly ClusterHypervisors[]): string {
  return all
    .map(({ cluster, kubevirt, rows, machines: vms }) => {
      const hypervisors = rows.map(({ because, ...row }) => ({ ...row, reason: because }));
      const told = { kubevirt, hypervisors, ...(vms === undefined ? {} : { machines: vms }) };
      return cluster === undefined ? `${jsonText(told, 2)}\n` : `${jsonText({ cluster, ...told })}\n`;
    })
    .join('');
}

/** How a property is shown: `~` behind what is inferred. */
export function shownProperty({ value, confidence }: PropertyValue): string {
  if (value === null) {
    return '?';
  }
  const text =
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : Array.isArray(value) ? value.join(', ') : String(value);
  return `${text === '' ? 'none' : text}${confidence === 'inferred' ? ' ~' : ''}`;
}

/** All tables of it: the head of each first, then its rows. */
export function hypervisorSections({ releases, machines: vms }: HypervisorsTable): TableSection[] {
  // Only overheads and the like are others in another release.
  const { rows } = releases.at(-1)!;
  return [
    ...(vms === undefined ? [] : [vmSection(vms)]),
    {
      title: 'Hypervisors',
      lines: [
        ['hypervisor', 'driver', 'realisations', 'architectures'],
        ...rows.map(({ name, driver, realisations, architectures }) => [
          name,
          driver,
          realisations.join(', ') || 'none',
          shownProperty(architectures),
        ]),
      ],
    },
    ...Object.entries(GROUPS).flatMap(([title, properties]) =>
      releases.map(({ kubevirt, rows: own }) => ({
        title: `${title}, KubeVirt ${kubevirt}`,
        lines: [
          ['hypervisor', ...properties.map((property) => PROPERTY_TITLES[property])],
          ...own.map((row) => [row.name, ...properties.map((property) => shownProperty(row.properties[property]))]),
        ],
      })),
    ),
    {
      title: 'Features of a virtual machine',
      lines: [
        ['feature', ...rows.map(({ name }) => name)],
        ...FEATURE_NAMES.map((feature) => [
          FEATURES[feature],
          ...rows.map(({ features }) => `${SYMBOLS[features[feature]]} ${features[feature]}`),
        ]),
      ],
    },
  ];
}

function vmSection(vms: readonly VmHypervisorRow[]): TableSection {
  const several = vms.some(({ cluster }) => cluster !== undefined);
  return {
    title: 'Machines',
    lines: [
      [...(several ? ['cluster'] : []), 'machine', 'hypervisor', 'realisation', 'errors'],
      ...vms.map(({ cluster = '', kind, namespace, name, hypervisor, realisation, errors }) => [
        ...(several ? [oneLine(cluster)] : []),
        oneLine([kind, namespace, name].filter((part) => part !== undefined).join('/')),
        oneLine(hypervisor),
        realisation ?? 'none',
        errors.join(', ') || '-',
      ]),
    ],
  };
}

function columns(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Which hypervisor each VM of a cluster runs on, with the errors among the findings that are about that. */
export function vmHypervisorRows(
  objects: readonly KubeObject[],
  cluster: Cluster,
  findings: readonly Finding[],
): VmHypervisorRow[] {
  const errors = findings.filter(({ code, severity }) => severity === 'error' && /^PV4/.test(code));
  return vmHypervisors(objects, cluster).map(({ object: { kind, metadata }, hypervisor }) => ({
    kind,
    ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
    name: metadata.name,
    hypervisor,
    realisation:
      cluster.hypervisorsInUse === undefined ? 'native' : (cluster.hypervisorsInUse.realisations[hypervisor] ?? null),
    errors: [
      ...new Set(
        errors
          .filter(
            ({ object }) =>
              object?.kind === kind && object.name === metadata.name && object.namespace === metadata.namespace,
          )
          .map(({ code }) => code),
      ),
    ].sort(),
  }));
}

/** Whether a hypervisor has a feature. */
type FeatureAnswer = 'yes' | 'no' | 'unknown';

/** One property as it is in one release. */
interface PropertyValue {
  /** Null where it is unknown. */
  readonly value: string | boolean | readonly string[] | null;
  readonly confidence: Confidence;
  readonly source: string;
}

/** One hypervisor, as a table shows it. */
export interface HypervisorRow {
  readonly name: string;
  readonly driver: string;
  /** Ways that are conceivable, given an image and whatever else they need. */
  readonly realisations: readonly Realisation[];
  /** Architectures of the guests that it runs; null where it is unknown. */
  readonly architectures: PropertyValue;
  /** Why it can run in a launcher pod, or cannot. */
  readonly because: string;
  readonly properties: Readonly<Record<Property, PropertyValue>>;
  readonly features: Readonly<Record<Feature, FeatureAnswer>>;
}

/** All hypervisors of the catalogue and of a platform's own, as they are in one release of KubeVirt. */
export function hypervisorMatrix(kubevirt: Release, declared: readonly HypervisorDeclaration[] = []): HypervisorRow[] {
  const names = declared.length === 0 ? catalogue().map(({ name }) => name) : hypervisorNames(declared);
  return names.map((name) => rowOf(profileOf(name, declared)!, kubevirt));
}

function rowOf(profile: HypervisorProfile, kubevirt: Release): HypervisorRow {
  const { name, driver, because, architectures, properties, features } = profile;
  return {
    name,
    driver,
    realisations: conceivable(profile, kubevirt),
    architectures: propertyValue(architectures, kubevirt),
    because,
    properties: Object.fromEntries(
      PROPERTIES.map((property) => [property, propertyValue(properties[property], kubevirt)]),
    ) as Record<Property, PropertyValue>,
    features: Object.fromEntries(FEATURE_NAMES.map((feature) => [feature, answerOf(features[feature])])) as Record<
      Feature,
      FeatureAnswer
    >,
  };
}

function propertyValue({ value, confidence, source }: Cell<unknown>, kubevirt: Release): PropertyValue {
  if (value === undefined) {
    return { value: null, confidence, source };
  }
  const shown =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? `${mebibytesIn(value as Readonly<Record<Release, number>>, kubevirt)}Mi`
      : (value as string | boolean | readonly string[]);
  return { value: shown, confidence, source };
}

/** Whether a hypervisor has a feature, in a word. */
export function answerOf({ value }: Cell<boolean>): FeatureAnswer {
  return value === undefined ? 'unknown' : value ? 'yes' : 'no';
}
