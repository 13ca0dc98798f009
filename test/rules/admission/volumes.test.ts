import { cloudInit } from '../../../src/rules/admission/cloud-init';
import { storageEnums } from '../../../src/rules/admission/storage-enums';
import { volumes as rule } from '../../../src/rules/admission/volumes';
import { ODD, oddSpecs, refusals } from './refusals';

const ask = (...volumes: object[]) =>
  [rule, cloudInit].flatMap((each) =>
    refusals(each, { volumes: volumes.map((volume, i) => ({ name: `v${i}`, ...volume })) }),
  );

test.each<[readonly object[], readonly string[]]>([
  [[{ emptyDisk: { capacity: '1Gi' } }, { containerDisk: { image: 'x' } }], []],
  [[{}], ['PV004 volumes[v0]']],
  [[{ emptyDisk: null }], ['PV004 volumes[v0]']],
  [[{ emptyDisk: {}, containerDisk: { image: 'x' } }], ['PV802 volumes[v0]']],
  [[{ emptyDisk: {} }, { name: 'v0', emptyDisk: {} }], ['PV802 volumes[1].name']],
  [[{ dataVolume: {} }], ['PV004 volumes[v0].dataVolume.name']],
  [[{ configMap: {} }], ['PV004 volumes[v0].configMap.name']],
  [[{ secret: { secretName: '' } }], ['PV004 volumes[v0].secret.secretName']],
  [[{ serviceAccount: {} }], ['PV004 volumes[v0].serviceAccount.serviceAccountName']],
  [
    [{ serviceAccount: { serviceAccountName: 'a' } }, { serviceAccount: { serviceAccountName: 'a' } }],
    ['PV802 volumes[v1].serviceAccount'],
  ],
  [[{ downwardMetrics: {} }, { downwardMetrics: {} }], ['PV802 volumes[v1].downwardMetrics']],
  [[{ memoryDump: { claimName: 'a' } }, { memoryDump: { claimName: 'b' } }], ['PV802 volumes[v1].memoryDump']],
])('%j is rejected for %j', (volumes, refused) => {
  expect(ask(...volumes)).toEqual(refused);
});

const HOST = 'volumes[v0].hostDisk';

test.each<[object, readonly string[]]>([
  [{ path: '/x.img', type: 'Disk' }, []],
  [{ path: '/x.img', type: 'Disk', capacity: '0' }, []],
  [{ path: '/x.img', type: 'DiskOrCreate', capacity: '1Gi' }, []],
  [{ type: 'Disk' }, [`PV004 ${HOST}.path`]],
  [{ path: '/x.img' }, [`PV004 ${HOST}.type`]],
  [{ path: '/x.img', type: 'disk' }, [`PV003 ${HOST}.type`]],
  [{ path: '/x.img', type: 'Disk', capacity: '1Gi' }, [`PV802 ${HOST}.capacity`]],
])('the hostDisk %j is rejected for %j', (hostDisk, refused) => {
  expect(ask({ hostDisk })).toEqual(refused);
});

test.each<[string, boolean]>([
  ['', true],
  ['/disk/x.img', true],
  ['/disk/x.img/', true],
  ['/.hidden', true],
  ['/', false],
  ['//', true],
  ['disk/x.img', false],
  ['/disk//x.img', false],
  ['/disk/../x.img', false],
  ['/./x.img', false],
  ['/disk/x.img//', false],
])('the path %j of a container disk is taken: %s', (path, isTaken) => {
  expect(ask({ containerDisk: { image: 'x', path } })).toEqual(isTaken ? [] : ['PV003 volumes[v0].containerDisk.path']);
});

const INIT = 'volumes[v0].cloudInitNoCloud';

test.each<[object, readonly string[]]>([
  [{ userData: '#cloud-config' }, []],
  [{ networkData: 'version: 2' }, []],
  [{ secretRef: { name: 's' } }, []],
  [{ userDataBase64: 'YQ==' }, []],
  [{ userDataBase64: 'Y\nQ==\r\n' }, []],
  [{}, [`PV004 ${INIT}`]],
  [{ secretRef: {} }, [`PV004 ${INIT}`]],
  [{ userData: '' }, [`PV004 ${INIT}`]],
  [{ userData: 'a', userDataBase64: 'YQ==' }, [`PV802 ${INIT}`]],
  [{ userData: 'a', secretRef: { name: 's' } }, [`PV802 ${INIT}`]],
  [{ userData: 'a', networkData: 'b', networkDataSecretRef: { name: 's' } }, [`PV802 ${INIT}`]],
  [{ userDataBase64: 'YQ' }, [`PV003 ${INIT}.userDataBase64`]],
  [{ userDataBase64: 'Y===' }, [`PV003 ${INIT}.userDataBase64`]],
  [{ networkDataBase64: 'not base64' }, [`PV003 ${INIT}.networkDataBase64`]],
  [{ userData: 'x'.repeat(2048) }, []],
  [{ userData: 'x'.repeat(2049) }, [`PV003 ${INIT}.userData`]],
  [{ userData: 'ä'.repeat(1024) }, []],
  [{ userData: 'ä'.repeat(1025) }, [`PV003 ${INIT}.userData`]],
  [{ networkData: 'x'.repeat(2049) }, [`PV003 ${INIT}.networkData`]],
  [{ userDataBase64: btoa('x'.repeat(2048)) }, []],
  [{ userDataBase64: btoa('x'.repeat(2049)) }, [`PV003 ${INIT}.userDataBase64`]],
])('the cloud-init %j is rejected for %j', (cloudInitNoCloud, refused) => {
  expect(ask({ cloudInitNoCloud })).toEqual(refused);
});

test('a config drive is asked the same', () => {
  expect(ask({ cloudInitConfigDrive: {} })).toEqual(['PV004 volumes[v0].cloudInitConfigDrive']);
});

const template = (key: string, claim: object) => ({ vmSpec: { dataVolumeTemplates: [{ spec: { [key]: claim } }] } });
const KERNEL = 'domain.firmware.kernelBoot.container.imagePullPolicy';

test.each([
  [{ volumes: [{ name: 'v', containerDisk: { imagePullPolicy: 'Always' } }] }, {}, []],
  [
    { volumes: [{ name: 'v', containerDisk: { imagePullPolicy: 'Sometimes' } }] },
    {},
    ['PV003 volumes[v].containerDisk.imagePullPolicy'],
  ],
  [
    { volumes: [{ name: 'v', containerDisk: { imagePullPolicy: '' } }] },
    {},
    ['PV003 volumes[v].containerDisk.imagePullPolicy'],
  ],
  [{ domain: { firmware: { kernelBoot: { container: { imagePullPolicy: 'x' } } } } }, {}, [`PV003 ${KERNEL}`]],
  [{}, template('storage', { volumeMode: 'Block', accessModes: ['ReadWriteMany'] }), []],
  [{}, template('pvc', { volumeMode: 'block' }), ['PV003 ^dataVolumeTemplates[0].spec.pvc.volumeMode']],
  [{}, template('pvc', { volumeMode: 'FromStorageProfile' }), []],
  [
    {},
    { ...template('pvc', { volumeMode: 'FromStorageProfile' }), kubevirt: '1.4.1' },
    ['PV003 ^dataVolumeTemplates[0].spec.pvc.volumeMode'],
  ],
  [{}, template('storage', { accessModes: ['RWX'] }), ['PV003 ^dataVolumeTemplates[0].spec.storage.accessModes[0]']],
  [{}, { ...template('storage', { accessModes: ['RWX'] }), kubevirt: '1.3.1' }, []],
])('of %j, with %j, OpenAPI rejects %j', (spec, context, refused) => {
  expect(refusals(storageEnums, spec, context)).toEqual(refused);
});

const KEYS = ['hostDisk', 'containerDisk', 'cloudInitNoCloud', 'dataVolume', 'configMap', 'secret', 'name'];

test.each(KEYS)('odd data at %s of a volume does not make it throw', (key) => {
  for (const odd of ODD) {
    expect(() => ask({ [key]: odd })).not.toThrow();
  }
});

test.each(oddSpecs(['volumes', 'domain', 'domain.firmware', 'domain.firmware.kernelBoot']))(
  '%j does not make it throw',
  (spec) => {
    expect(() => [refusals(rule, spec), refusals(storageEnums, spec)]).not.toThrow();
  },
);

test.each(ODD.map((odd) => [odd]))('templates of %j do not make it throw', (odd) => {
  for (const dataVolumeTemplates of [odd, [{ spec: odd }], [{ spec: { pvc: odd } }]]) {
    expect(() => refusals(storageEnums, {}, { vmSpec: { dataVolumeTemplates } })).not.toThrow();
  }
});
