import type { KubeObject } from '../../../src/kube/object';
import { Asked, type Said } from './asked';
import { Tally } from './tally';

interface MadeObject {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** The DataSource that a cron keeps, upstream. */
  readonly managed?: string;
  readonly managedDataSource?: string;
  readonly pointsTo?: string;
  readonly platform?: string;
  readonly suffix?: string;
  readonly architecture?: string;
}

interface ImageCase {
  readonly id: string;
  readonly hco: string;
  readonly hc: KubeObject;
  readonly nodes: readonly KubeObject[];
  readonly upstream: {
    readonly denied: string;
    readonly sspDenied: string;
    readonly workloads: readonly string[];
    readonly controlPlane: readonly string[];
    readonly default: string;
    readonly multiArch: boolean;
    readonly alerts: Readonly<Record<string, readonly string[]>>;
    readonly images: readonly {
      readonly name: string;
      readonly dataSource: string;
      readonly common: boolean;
      readonly modified: boolean;
      readonly notDeployed: boolean;
      readonly annotation: string | null;
      readonly imported: readonly string[];
    }[];
    readonly objects?: readonly MadeObject[];
  };
}

interface ImagesSaid {
  readonly workloadsArchitectures?: readonly string[];
  readonly controlPlaneArchitectures?: readonly string[];
  readonly defaultArchitecture?: string | null;
  readonly multiArch: boolean;
  readonly alerts: readonly { readonly name: string; readonly firing: boolean; readonly images: readonly string[] }[];
  readonly images: readonly {
    readonly name: string;
    readonly dataSource: string;
    readonly builtIn: boolean;
    readonly modified: boolean;
    readonly conditions: readonly { readonly type: string; readonly status: string }[];
    readonly imported?: readonly string[];
    readonly objects: readonly MadeObject[];
  }[];
}

/** What HyperConverged's operator and SSP's make of golden images, and what they refuse. */
export async function images(cases: readonly ImageCase[]): Promise<Tally> {
  const tally = new Tally();
  const asked = new Asked();
  for (const { id, hco, hc, nodes, upstream } of cases) {
    const list = (items: readonly KubeObject[]) => ({ apiVersion: 'v1', kind: 'List', items });
    const [both, alone, ofCluster] = [
      asked.file('both.json', list([hc, ...nodes])),
      asked.file('hc.json', hc),
      asked.file('nodes.json', list(nodes)),
    ] as const;
    const release = `HyperConverged ${hco}`;
    const args = ['--hco', hco, '--openshift'];
    const { findings } = await asked.json<{ findings: Said[] }>(
      'check',
      ...args,
      '--no-platform',
      '--nodes',
      ofCluster,
      alone,
    );
    tally.count(release, 'is it refused', isRefusalRight(upstream, findings), id);
    if (upstream.denied !== '') {
      continue;
    }
    const said = await asked.json<ImagesSaid>('images', ...args, both);
    tally.count(release, 'architectures of the cluster', sameArchitectures(upstream, said), id);
    tally.count(release, 'alerts', sameAlerts(upstream, said, findings), id);
    tally.count(release, 'images, and the architectures that are imported', sameImages(upstream, said), id);
    if (upstream.sspDenied === '' && upstream.objects !== undefined) {
      tally.count(release, 'objects that are made', sameObjects(upstream, upstream.objects, said), id);
    }
  }
  asked.remove();
  return tally;
}

type Upstream = ImageCase['upstream'];

/** A name of more than 63 characters passes both operators and is rejected by CDI. */
function isRefusalRight({ denied, sspDenied, objects = [] }: Upstream, findings: readonly Said[]): boolean {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const isTooLong = objects.some(
    ({ kind, name, managed = '' }) => kind === 'DataImportCron' && (name.length > 63 || managed.length > 63),
  );
  if (denied !== '') {
    return errors.length > 0;
  }
  if (sspDenied !== '') {
    return findings.some(({ severity, what, why = '' }) => severity !== 'info' && `${what} ${why}`.includes('SSP'));
  }
  return isTooLong ? errors.some(({ code }) => code === 'PV305') : errors.length === 0;
}

function sameArchitectures(upstream: Upstream, said: ImagesSaid): boolean {
  return (
    same(upstream.workloads, said.workloadsArchitectures ?? []) &&
    same(upstream.controlPlane, said.controlPlaneArchitectures ?? []) &&
    (upstream.default || null) === (said.defaultArchitecture ?? null) &&
    upstream.multiArch === said.multiArch
  );
}

const CODES = {
  HCOGoldenImageWithNoSupportedArchitecture: 'PV301',
  HCOGoldenImageWithNoArchitectureAnnotation: 'PV302',
  HCOMultiArchGoldenImagesDisabled: 'PV303',
} as const;

/** As `images` tells them and as `check` does. */
function sameAlerts({ alerts }: Upstream, said: ImagesSaid, findings: readonly Said[]): boolean {
  return Object.entries(CODES).every(([name, code]) => {
    const expected = alerts[name] ?? [];
    const isOfCluster = code === 'PV303';
    const alert = said.alerts.find((each) => each.name === name);
    const of = alert?.firing === true ? alert.images.map((image) => image.toLowerCase()).sort() : [];
    const count = findings.filter((finding) => finding.code === code).length;
    return isOfCluster
      ? (alert?.firing === true) === expected.length > 0 && count > 0 === expected.length > 0
      : same(expected, of) && count === expected.length;
  });
}

function sameImages(upstream: Upstream, said: ImagesSaid): boolean {
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).sort();
  return (
    same(names(upstream.images), names(said.images)) &&
    upstream.images.every((image) => {
      const found = said.images.find(({ name }) => name === image.name);
      const isImported = upstream.multiArch && upstream.sspDenied === '' && image.annotation !== null;
      return (
        found !== undefined &&
        found.builtIn === image.common &&
        found.modified === image.modified &&
        found.dataSource === image.dataSource &&
        found.conditions.some(({ type, status }) => type === 'Deployed' && status === 'False') === image.notDeployed &&
        (!isImported || same(image.imported, unique(found.imported ?? [])))
      );
    })
  );
}

/** Crons with their data source and architecture, and the data sources that belong to a template. */
function sameObjects(upstream: Upstream, objects: readonly MadeObject[], said: ImagesSaid): boolean {
  const made = said.images.flatMap((image) => image.objects);
  const [theirs, ours] = [objects, made].map((list) => list.filter(({ kind }) => kind === 'DataImportCron')) as [
    MadeObject[],
    MadeObject[],
  ];
  const key = ({ namespace, name }: MadeObject) => `${namespace}/${name}`;
  const names = new Set(
    upstream.images
      .filter(({ notDeployed }) => !notDeployed)
      .flatMap(({ dataSource }) => [dataSource, ...['amd64', 'arm64', 's390x'].map((arch) => `${dataSource}-${arch}`)]),
  );
  const dataSources = objects.filter(({ kind, name }) => kind === 'DataSource' && names.has(name));
  const pointer = (to: string | undefined) => (to === undefined || to === '' ? '' : ` -> ${to.split('/').at(-1)}`);
  return (
    same(
      unique(theirs.map((cron) => `${key(cron)} -> ${cron.managed}`)),
      unique(ours.map((cron) => `${key(cron)} -> ${cron.managedDataSource}`)),
    ) &&
    theirs.every((cron) => {
      const architecture = ours.find((each) => key(each) === key(cron))?.architecture ?? '';
      return architecture === (cron.platform ?? '') || (!cron.platform && architecture === cron.suffix);
    }) &&
    same(
      unique([
        ...dataSources.map((each) => `${key(each)}${pointer(each.pointsTo)}`),
        ...theirs.map(({ namespace, managed }) => `${namespace}/${managed}`),
      ]),
      unique(made.filter(({ kind }) => kind === 'DataSource').map((each) => `${key(each)}${pointer(each.pointsTo)}`)),
    )
  );
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list)].sort();
}
