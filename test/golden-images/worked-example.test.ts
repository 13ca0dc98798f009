import { checkAlerts } from '../../src/golden-images/alerts';
import { decisionsOf, pictureOf, sspClusterOf } from '../../src/golden-images/picture';
import { imagesReport } from '../../src/golden-images/report';
import { sspImagesOf } from '../../src/golden-images/ssp-objects';
import { architectures, hyperConverged, nodes, template } from './nodes';

/** An image for three architectures on a cluster that has two of them, with nothing beside it. */
const OBJECT = hyperConverged('1.19', {
  multiArch: true,
  templates: [template('my-linux', architectures('amd64,arm64,s390x'))],
  sources: { enableCommonBootImageImport: false },
});
const PICTURE = pictureOf(OBJECT, {
  hco: '1.19',
  nodes: nodes(['amd64'], ['amd64', 'arm64']),
  distribution: 'openshift',
});

test('HyperConverged tells its nodes and the image in its status', () => {
  expect(PICTURE.cluster).toMatchObject({
    controlPlane: ['amd64'],
    workloads: ['amd64', 'arm64'],
    defaultArchitecture: 'amd64',
  });
  expect(decisionsOf(PICTURE)).toMatchObject([
    {
      image: { name: 'my-linux-image-cron', common: false, modified: false },
      annotation: 'amd64,arm64',
      originalSupportedArchitectures: 'amd64,arm64,s390x',
      conditions: [],
    },
  ]);
});

test('HyperConverged tells SSP', () => {
  expect(sspClusterOf(PICTURE)).toEqual({
    multiArch: true,
    namespace: 'kubevirt-os-images',
    architectures: ['amd64', 'arm64'],
  });
  expect(decisionsOf(PICTURE)).toMatchObject([
    { sent: true, sentAnnotation: 'amd64,arm64', image: { name: 'my-linux-image-cron', dataSource: 'my-linux' } },
  ]);
});

test('SSP and CDI make exactly these', () => {
  const labels = (architecture: string) => ({
    labels: {
      'template.kubevirt.io/architecture': architecture,
      'cdi.kubevirt.io/storage.import.datasource-name': 'my-linux',
    },
  });
  const namespace = 'kubevirt-os-images';
  const cron = (architecture: string) => [
    {
      kind: 'DataImportCron',
      namespace,
      name: `my-linux-image-cron-${architecture}`,
      creator: 'SSP',
      managedDataSource: `my-linux-${architecture}`,
      architecture,
      ...labels(architecture),
    },
    {
      kind: 'DataVolume',
      namespace,
      name: `my-linux-${architecture}-<digest>`,
      creator: 'CDI',
      ...labels(architecture),
    },
    { kind: 'CronJob', name: `my-linux-image-cron-${architecture}-<uid>`, creator: 'CDI' },
  ];
  const source = (architecture: string) => ({
    kind: 'DataSource',
    namespace,
    name: `my-linux-${architecture}`,
    creator: 'CDI',
    filled: true,
    ...labels(architecture),
  });
  expect(sspImagesOf(PICTURE)!.objects.get(PICTURE.images[0]!)).toEqual([
    ...cron('amd64'),
    ...cron('arm64'),
    source('amd64'),
    source('arm64'),
    { kind: 'DataSource', namespace, name: 'my-linux', creator: 'SSP', pointsTo: 'my-linux-amd64', filled: true },
  ]);
});

test('the report says the same, and what it costs', () => {
  const report = imagesReport(OBJECT, PICTURE);
  expect(report).toMatchObject({
    workloadsArchitectures: ['amd64', 'arm64'],
    images: [
      {
        architectures: ['amd64', 'arm64', 's390x'],
        imported: ['amd64', 'arm64'],
        skipped: [{ architecture: 's390x', reason: 'no workload node has it' }],
        pointer: { name: 'my-linux', follows: 'amd64', filled: true },
        storage: { size: '20Gi', kept: 1, crons: 2, total: '40Gi' },
      },
    ],
    storage: { now: '40Gi', switched: '20Gi', difference: '-20Gi' },
  });
  expect(report.alerts.filter(({ firing }) => firing)).toEqual([]);
});

const reported = (
  object: Parameters<typeof pictureOf>[0],
  hco: string,
  distribution: 'openshift' | 'kubernetes' = 'openshift',
) => imagesReport(object, pictureOf(object, { hco, nodes: nodes(['amd64'], ['amd64', 'arm64']), distribution }));

test.each([1.5, 1e308, -1, Number.NaN])(
  'importsToKeep: %p is no number of imports, and nothing breaks',
  (importsToKeep) => {
    const object = hyperConverged('1.18', { templates: [template('x', {}, { importsToKeep })] });
    expect(reported(object, '1.18').images.find(({ dataSource }) => dataSource === 'x')!.storage).toMatchObject({
      kept: 1,
    });
  },
);

test('with the switch off an empty annotation keeps no image out', () => {
  const object = hyperConverged('1.18', { templates: [template('x', architectures(''))] });
  const { skipped } = reported(object, '1.18').images.find(({ dataSource }) => dataSource === 'x')!;
  expect(skipped.map(({ reason }) => reason)).not.toContainEqual(expect.stringContaining('empty'));
});

test('on plain Kubernetes there is no condition, since nothing decides about images', () => {
  const object = hyperConverged('1.18', { multiArch: true, templates: [template('x', architectures('s390x'))] });
  const conditions = (distribution: 'openshift' | 'kubernetes') =>
    reported(object, '1.18', distribution).images.flatMap((image) => image.conditions);
  expect(conditions('openshift')).toHaveLength(1);
  expect(conditions('kubernetes')).toEqual([]);
});

test('releases without the switch or without a default have neither', () => {
  expect(reported(hyperConverged('1.15'), '1.15')).toMatchObject({
    defaultArchitecture: null,
    storage: { switched: null, difference: null },
  });
  expect(reported(hyperConverged('1.17'), '1.17').defaultArchitecture).toBeNull();
  expect(reported(hyperConverged('1.18'), '1.18').defaultArchitecture).toBe('amd64');
});

test('alerts about images come with patches too', () => {
  const zos = template('zos', architectures('s390x'));
  const bare = template('bare');
  const object = hyperConverged('1.19', { multiArch: true, templates: [zos, bare] });
  const fixes = Object.fromEntries(reported(object, '1.19').alerts.map((alert) => [alert.name, alert.fixes]));
  const patch = (...dataImportCronTemplates: object[]) => ({ spec: { workloadSources: { dataImportCronTemplates } } });
  const annotated = (each: typeof zos, annotations: object) => ({
    ...each,
    metadata: { ...each.metadata, annotations: { ...each.metadata.annotations, ...annotations } },
  });
  expect(fixes.HCOGoldenImageWithNoSupportedArchitecture).toEqual([
    { name: 'disable', patch: patch(annotated(zos, { 'dataimportcrontemplate.kubevirt.io/enable': 'false' }), bare) },
  ]);
  expect(fixes.HCOGoldenImageWithNoArchitectureAnnotation).toEqual([
    { name: 'annotate:amd64', patch: patch(zos, annotated(bare, architectures('amd64'))) },
    { name: 'annotate:arm64', patch: patch(zos, annotated(bare, architectures('arm64'))) },
  ]);
});

test('an architecture outside the templates of a name has a data source of CDI’s', () => {
  const object = hyperConverged('1.19', {
    multiArch: true,
    templates: [template('rhel8', architectures('amd64,arm64'))],
  });
  const { objects } = reported(object, '1.19').images.find(({ dataSource }) => dataSource === 'rhel8')!;
  const sources = objects.filter(({ kind, pointsTo }) => kind === 'DataSource' && pointsTo === undefined);
  expect(sources.map(({ name, creator, filled }) => `${name} ${creator} ${filled}`)).toEqual([
    'rhel8-amd64 SSP true',
    'rhel8-arm64 CDI true',
  ]);
});

test('switching on names the images that would then lack architectures', () => {
  const fedora = template('fedora', {}, {}, { name: 'fedora-image-cron' });
  const object = hyperConverged('1.18', { templates: [fedora] });
  const picture = pictureOf(object, {
    hco: '1.18',
    nodes: nodes(['amd64'], ['amd64', 'arm64']),
    distribution: 'openshift',
  });
  expect(checkAlerts(picture).map(({ fix }) => fix)).toEqual([
    expect.stringContaining('and annotate fedora-image-cron'),
  ]);
});

test('two templates for one data source are one import, and its storage counts once', () => {
  const sources = { enableCommonBootImageImport: false };
  const one = template('my-linux', architectures('amd64'));
  const first = { ...one, metadata: { ...one.metadata, name: 'a-cron' } };
  const of = (templates: (typeof one)[]) =>
    reported(hyperConverged('1.19', { multiArch: true, templates, sources }), '1.19');
  const [alone, both] = [of([one]), of([first, one])];
  expect(both.storage).toEqual(alone.storage);
  const [replaced, kept] = both.images;
  expect(kept).toEqual(alone.images[0]);
  expect(replaced).toMatchObject({
    name: 'a-cron',
    imported: [],
    objects: [],
    storage: { crons: 0 },
    skipped: [
      { architecture: 'arm64', reason: 'the image does not list it' },
      {
        architecture: 'amd64',
        reason: 'my-linux-image-cron fills the data source my-linux-amd64 as well, and comes last by name',
      },
    ],
  });
});
