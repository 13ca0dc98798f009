import type { GoldenImageDeclaration } from '../../src/model/golden-image';
import type { HyperConvergedDeclaration } from '../../src/model/hyper-converged';
import { leftOutOfGoldenImage } from '../../src/model/manifests/golden-image';
import { findingsOfPlatform, linesOf } from '../declared';

const found = (hyperConverged: object, hco: string | undefined, goldenImages: readonly GoldenImageDeclaration[] = []) =>
  findingsOfPlatform({
    ...(hco === undefined ? {} : { target: { hco } }),
    hyperConverged: hyperConverged as HyperConvergedDeclaration,
    goldenImages,
  });

test.each<[object, string | undefined, string[]]>([
  [{}, '1.18', []],
  [{}, undefined, ['PV004']],
  [{ enableMultiArchBootImageImport: true }, '1.15', ['PV907 enableMultiArchBootImageImport']],
  [{ enableMultiArchBootImageImport: true }, '1.16', []],
  [{ version: 'v1' }, '1.17', ['PV907 version']],
  [{ version: 'v1' }, '1.18', []],
  [{ featureGates: ['enableMultiArchBootImageImport'] }, '1.18', ['PV311 featureGates']],
  [{ featureGates: ['alignCPU'] }, '1.18', ['PV202 featureGates[0]']],
  [{ version: 'v1', featureGates: ['alignCPU'] }, '1.18', ['PV202 featureGates[0]']],
  [{ featureGates: ['HostDisk'] }, '1.18', ['PV212 featureGates[0]']],
  [{ disabledFeatureGates: ['ImageVolume'] }, '1.18', ['PV212 disabledFeatureGates[0]']],
  [{ version: 'v1', disabledFeatureGates: ['ImageVolume'] }, '1.18', ['PV212 disabledFeatureGates']],
  [{ featureGates: ['ObjectGraph'] }, '1.18', ['PV202 featureGates[0]']],
  [{ featureGates: ['objectGraph'] }, '1.16', ['PV205 featureGates[0]']],
  [{ disabledFeatureGates: ['nonRoot'] }, '1.18', ['PV201 disabledFeatureGates[0]']],
  [{ version: 'v1', disabledFeatureGates: ['nonRoot'] }, '1.18', ['PV201 disabledFeatureGates']],
  [{ workloads: { architectures: ['x86_64'] } }, '1.18', ['PV101 workloads.architectures']],
  [{ infra: { nodeSelector: { z: '-' } } }, '1.18', ['PV512 infra.nodeSelector.z']],
  [{ version: 'v1', infra: { nodeSelector: { z: '-' } } }, '1.18', ['PV512 infra.nodeSelector.z']],
  [
    { workloads: { placement: { hard: [{ zones: ['a'] }, { zones: ['b'] }] } } },
    '1.18',
    ['PV513 workloads.placement.hard[1]'],
  ],
])('%j on HyperConverged %s gives %j', (declaration, hco, expected) => {
  expect(linesOf(found(declaration, hco))).toEqual(expected);
});

const registry = { url: 'docker://registry.example.com/x:1' };

test.each<[GoldenImageDeclaration, string[]]>([
  [{ name: 'x', registry, size: '1Gi' }, []],
  [{ name: 'fedora', registry }, []],
  [{ name: 'fedora', disabled: true }, []],
  [{ name: 'x', pvc: { name: 'a', namespace: 'b' } }, []],
  [{ name: 'x.y', registry, size: '1Gi' }, []],
  [{ name: 'x', registry }, ['PV004 goldenImages[x].size']],
  [{ name: 'x', registry, size: '1 Gi' }, ['PV042 goldenImages[x].size']],
  [{ name: 'x', registry, size: '0' }, ['PV001 goldenImages[x].size']],
  [{ name: 'X', registry, size: '1Gi' }, ['PV002 goldenImages[X].name']],
  [{ name: 'x', cron: 'X', registry, size: '1Gi' }, ['PV002 goldenImages[x].cron']],
  [{ name: 'x', namespace: 'a.b', registry, size: '1Gi' }, ['PV002 goldenImages[x].namespace']],
  [{ name: 'x', labels: { 'a b': 'c' }, registry, size: '1Gi' }, ['PV003 goldenImages[x].labels["a b"]']],
  [{ name: 'fedra', disabled: true }, ['PV003 disabled']],
  [{ name: 'x', registry, size: '1Gi', schedule: 'daily' }, ['PV315 goldenImages[x].schedule']],
  [{ name: 'x', registry, size: '1Gi', importsToKeep: -1 }, ['PV003 goldenImages[x].importsToKeep']],
  [{ name: 'x', registry, size: '1Gi', architectures: ['x64' as never, 'amd64'] }, ['PV101 architectures[0]']],
])('the image %j gives %j', (image, expected) => {
  expect(linesOf(found({}, '1.18', [image]))).toEqual(expected);
});

test('an image without a HyperConverged is imported by nobody', () => {
  const platform = { name: 'edge', target: { kubevirt: '1.8' }, requested: [] };
  expect(leftOutOfGoldenImage({ name: 'fedora', registry }, platform).map(({ code }) => code)).toEqual(['PV004']);
});

test('an unknown gate is answered with gates that do something in the release', () => {
  const fixOf = (name: string, hco: string) => found({ featureGates: [name] }, hco)[0]?.fix;
  expect(fixOf('alignCPU', '1.18')).toContain('did you mean "alignCPUs"');
  expect(fixOf('zzz', '1.18')).not.toMatch(/nonRoot|template/);
  expect(fixOf('ObjectGraph', '1.18')).toBe('it is a gate of KubeVirt: set its gate objectGraph instead');
  expect(fixOf('HostDisk', '1.18')).toContain('TaintedConfiguration');
});
