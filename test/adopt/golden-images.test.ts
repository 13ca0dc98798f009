import { partImages } from '../../src/adopt/declare';

const template = (name: string) => ({
  metadata: { name: `${name}-image-cron`, annotations: { 'cdi.kubevirt.io/storage.bind.immediate.requested': 'true' } },
  spec: {
    schedule: '0 */12 * * *',
    garbageCollect: 'Outdated',
    managedDataSource: name,
    template: {
      spec: {
        source: { registry: { url: `docker://quay.io/containerdisks/${name}:latest` } },
        storage: { resources: { requests: { storage: '30Gi' } } },
      },
    },
  },
});

const resource = (spec: object) => ({
  apiVersion: 'hco.kubevirt.io/v1beta1',
  kind: 'HyperConverged',
  metadata: { name: 'kubevirt-hyperconverged' },
  spec,
});

test('images are taken out of the resource, in both versions of its API', () => {
  const images = [template('one'), template('two')];
  const older = partImages(resource({ infra: {}, dataImportCronTemplates: images }), '1.16');
  expect(older?.resource.spec).toEqual({ infra: {} });
  expect(older?.images.map(({ name }) => name)).toEqual(['one', 'two']);
  const newer = partImages(resource({ workloadSources: { dataImportCronTemplates: images, other: 1 } }), '1.16');
  expect(newer?.resource.spec).toEqual({ workloadSources: { other: 1 } });
});

test.each([
  ['none', {}],
  ['an empty list', { dataImportCronTemplates: [] }],
  ['something else', { dataImportCronTemplates: [7] }],
  ['a name that is no text', { dataImportCronTemplates: [{ metadata: { name: 7 } }] }],
])('%s leaves the resource as it is', (_, spec) => {
  expect(partImages(resource(spec), '1.16')).toBeUndefined();
});
