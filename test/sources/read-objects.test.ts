import { join } from 'node:path';
import { checkObjects } from '../../src/cluster/judge/apply-rules';
import { readObjects } from '../../src/sources/read-objects';
import { appFolder, writeFiles } from '../app-folder';

test('of two objects with one name each finding has the place of its own', () => {
  const vm = (model: string) => `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: {name: web}
spec:
  runStrategy: Always
  template: {spec: {architecture: arm64, domain: {cpu: {model: ${model}}, devices: {}, memory: {guest: 1Gi}}}}
`;
  const folder = join(appFolder(), 'twice');
  writeFiles(folder, { 'a.yaml': vm('host-passthrough'), 'b.yaml': `${vm('Haswell')}---\n${vm('Skylake')}` });
  const { objects, locate } = readObjects([folder]);
  const found = locate(checkObjects(objects, { target: { kubevirt: '1.9' } }));
  expect(found.map(({ code, file, line }) => `${code} ${file?.split('/').at(-1)}:${line}`)).toEqual([
    'PV105 b.yaml:6',
    'PV801 b.yaml:3',
    'PV105 b.yaml:13',
    'PV801 b.yaml:10',
  ]);
});
