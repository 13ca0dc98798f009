import { checkObjects } from '../../src/cluster/judge/apply-rules';
import { pictureOf } from '../../src/golden-images/picture';
import { imagesReport } from '../../src/golden-images/report';
import { sspImagesOf } from '../../src/golden-images/ssp-objects';
import { architectures, hyperConverged, nodes, template } from './nodes';

interface Given {
  readonly templates: ReturnType<typeof template>[];
  readonly sources?: object;
  readonly multiArch?: boolean;
  readonly controlPlane?: string[];
}

const NODES = ['amd64', 'arm64'];

function given({ templates, sources = { enableCommonBootImageImport: false }, multiArch = true, controlPlane }: Given) {
  const object = hyperConverged('1.19', { multiArch, templates, sources });
  const cluster = nodes(controlPlane ?? ['amd64'], NODES);
  return { object, cluster, picture: pictureOf(object, { hco: '1.19', nodes: cluster, distribution: 'openshift' }) };
}

function objects(of: Given): string[] {
  return [...sspImagesOf(given(of).picture)!.objects.values()]
    .flat()
    .filter(({ kind }) => kind === 'DataImportCron' || kind === 'DataSource')
    .map(({ namespace, name, managedDataSource, pointsTo, filled, creator }) =>
      [
        `${namespace}/${name}`,
        managedDataSource === undefined ? creator : `fills ${managedDataSource}`,
        ...(pointsTo === undefined ? [] : [`→ ${pointsTo}`]),
        ...(filled === false ? ['empty'] : []),
      ].join(' '),
    )
    .sort();
}

function codes(of: Given): string[] {
  const { object, cluster } = given(of);
  const target = { kubevirt: '1.9', hco: '1.19' };
  return checkObjects([object], { target, nodes: cluster, distribution: 'openshift' }).map(({ code }) => code);
}

const named = (name: string, dataSource: string, annotations: Record<string, string> = {}, metadata: object = {}) =>
  template(dataSource, annotations, {}, { name, ...metadata });

test('two templates of one data source, one for each architecture, are both imported', () => {
  const both = {
    templates: [named('a', 'corp', architectures('amd64')), named('b', 'corp', architectures('arm64'))],
    controlPlane: ['arm64'],
  };
  expect(objects(both)).toEqual([
    'kubevirt-os-images/a-amd64 fills corp-amd64',
    'kubevirt-os-images/b-arm64 fills corp-arm64',
    // The pointer follows the first template by name, whatever the cluster prefers.
    'kubevirt-os-images/corp SSP → corp-amd64',
    'kubevirt-os-images/corp-amd64 CDI',
    'kubevirt-os-images/corp-arm64 CDI',
  ]);
  expect(codes(both)).not.toContain('PV314');
});

test('where architectures overlap the last template by name has them, and the other keeps the rest', () => {
  const overlapping = {
    templates: [named('a', 'corp', architectures('amd64,arm64')), named('b', 'corp', architectures('arm64'))],
  };
  expect(objects(overlapping).filter((each) => each.includes('fills'))).toEqual([
    'kubevirt-os-images/a-amd64 fills corp-amd64',
    'kubevirt-os-images/b-arm64 fills corp-arm64',
  ]);
  expect(codes(overlapping)).toContain('PV314');
});

test('an image without architectures loses its data source to the pointer of one that lists them', () => {
  const mixed = { templates: [named('a', 'corp'), named('b', 'corp', architectures('amd64'))] };
  expect(objects(mixed)).toEqual([
    'kubevirt-os-images/b-amd64 fills corp-amd64',
    'kubevirt-os-images/corp SSP → corp-amd64',
    'kubevirt-os-images/corp-amd64 CDI',
  ]);
  expect(codes(mixed)).toContain('PV314');
});

test('images in another namespace leave the data sources of SSP empty', () => {
  const elsewhere = { templates: [named('a', 'fedora', architectures('amd64'), { namespace: 'golden' })] };
  expect(objects(elsewhere)).toEqual([
    'golden/a-amd64 fills fedora-amd64',
    'golden/fedora-amd64 CDI',
    'kubevirt-os-images/fedora SSP → fedora-amd64 empty',
    'kubevirt-os-images/fedora-amd64 SSP empty',
    'kubevirt-os-images/fedora-arm64 SSP empty',
  ]);
  expect(objects({ ...elsewhere, multiArch: false })).toEqual([
    'golden/a fills fedora',
    'golden/fedora CDI',
    'kubevirt-os-images/fedora SSP empty',
  ]);
});

test('an architecture that the template itself pins is what is imported', () => {
  const registry = { url: 'docker://reg.example/corp:1', platform: { architecture: 'arm64' } };
  const pinned = template('corp', {}, { template: { spec: { source: { registry } } } });
  const { object, picture } = given({ templates: [pinned] });
  expect(imagesReport(object, picture).images).toMatchObject([
    {
      imported: ['arm64'],
      shared: false,
      skipped: [{ architecture: 'amd64', reason: 'the template itself asks its registry for arm64' }],
      objects: expect.arrayContaining([expect.objectContaining({ kind: 'DataImportCron', architecture: 'arm64' })]),
    },
  ]);
});

test('a name that is too long is told of images that are imported only', () => {
  const long = (annotation: string) => ({
    templates: [named('x'.repeat(60), 'corp', architectures(annotation))],
  });
  expect(codes(long('amd64'))).toContain('PV305');
  expect(codes(long('s390x'))).not.toContain('PV305');
});
