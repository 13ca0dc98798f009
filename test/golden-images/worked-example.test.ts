import { decisionsOf, pictureOf, sspClusterOf } from '../../src/golden-images/picture';
import { imagesReport } from '../../src/golden-images/report';
import { imageObjects, sspSpec } from '../../src/golden-images/ssp-objects';
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
  expect(sspSpec(decisionsOf(PICTURE)!, true, PICTURE.cluster!.controlPlane, PICTURE.cluster!.workloads)).toEqual({
    enableMultipleArchitectures: true,
    cluster: { controlPlaneArchitectures: ['amd64'], workloadArchitectures: ['amd64', 'arm64'] },
    commonTemplates: {
      dataImportCronTemplates: [
        {
          name: 'my-linux-image-cron',
          annotations: { 'ssp.kubevirt.io/dict.architectures': 'amd64,arm64' },
          managedDataSource: 'my-linux',
        },
      ],
    },
  });
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
  expect(imageObjects(decisionsOf(PICTURE)![0]!, sspClusterOf(PICTURE)!)).toEqual([
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
