import { checkGoldenImage } from '../../src/model/check-golden-image';
import { checkHyperConverged } from '../../src/model/check-hyper-converged';
import type { PlatformContext } from '../../src/model/context';
import type { GoldenImageDeclaration } from '../../src/model/golden-image';
import type { HyperConvergedDeclaration } from '../../src/model/hyper-converged';
import { resolveTarget } from '../../src/target/resolve';

const context = (hco: string | undefined): PlatformContext => ({
  name: 'edge',
  target: resolveTarget(hco === undefined ? {} : { hco }).target,
  requested: [],
  hyperConverged: {},
});

test.each<[HyperConvergedDeclaration, string | undefined, string[]]>([
  [{}, '1.18', []],
  [{}, undefined, ['PV004 ']],
  [{ enableMultiArchBootImageImport: true }, '1.15', ['PV907 enableMultiArchBootImageImport']],
  [{ enableMultiArchBootImageImport: true }, '1.16', []],
  [{ version: 'v1' }, '1.17', ['PV907 version']],
  [{ version: 'v1' }, '1.18', []],
  [{ featureGates: ['enableMultiArchBootImageImport'] }, '1.18', ['PV311 featureGates']],
  [{ featureGates: ['alignCPU'] }, '1.18', ['PV202 featureGates']],
  [{ featureGates: ['HostDisk'] }, '1.18', ['PV212 featureGates']],
  [{ disabledFeatureGates: ['ImageVolume'] }, '1.18', ['PV212 disabledFeatureGates']],
  [{ featureGates: ['ObjectGraph'] }, '1.18', ['PV202 featureGates']],
  [{ featureGates: ['objectGraph'] }, '1.16', ['PV205 featureGates']],
  [{ disabledFeatureGates: ['nonRoot'] }, '1.18', ['PV201 disabledFeatureGates']],
  [{ workloads: { architectures: ['x86_64' as never] } }, '1.18', ['PV101 workloads.architectures[0]']],
])('%j on HyperConverged %s gives %j', (declaration, hco, expected) => {
  const found = checkHyperConverged(declaration, context(hco));
  expect(found.map(({ code, path = '' }) => `${code} ${path}`)).toEqual(expected);
});

const registry = { url: 'docker://registry.example.com/x:1' };

test.each<[GoldenImageDeclaration, string[]]>([
  [{ name: 'x', registry, size: '1Gi' }, []],
  [{ name: 'fedora', registry }, []],
  [{ name: 'fedora', disabled: true }, []],
  [{ name: 'x', pvc: { name: 'a', namespace: 'b' } }, []],
  [{ name: 'x', registry }, ['PV004 size']],
  [{ name: 'x', registry, size: '1 Gi' }, ['PV001 size']],
  [{ name: 'X', registry, size: '1Gi' }, ['PV002 name']],
  [{ name: 'x', cron: 'X', registry, size: '1Gi' }, ['PV002 cron']],
  [{ name: 'fedra', disabled: true }, ['PV003 disabled']],
  [{ name: 'x', registry, size: '1Gi', schedule: 'daily' }, ['PV003 schedule']],
  [{ name: 'x', registry, size: '1Gi', importsToKeep: -1 }, ['PV003 importsToKeep']],
  [{ name: 'x', registry, size: '1Gi', architectures: ['x64' as never] }, ['PV101 architectures[0]']],
])('the image %j gives %j', (image, expected) => {
  const found = checkGoldenImage(image, context('1.18'));
  expect(found.map(({ code, path = '' }) => `${code} ${path}`)).toEqual(expected);
});

test('an image without a HyperConverged is imported by nobody', () => {
  const { hyperConverged: _, ...rest } = context('1.18');
  expect(checkGoldenImage({ name: 'fedora', registry }, rest).map(({ code }) => code)).toEqual(['PV004']);
});

test('an unknown gate is answered with gates that do something in the release', () => {
  const fixOf = (name: string, hco: string) => checkHyperConverged({ featureGates: [name] }, context(hco))[0]?.fix;
  expect(fixOf('alignCPU', '1.18')).toContain('did you mean "alignCPUs"');
  expect(fixOf('zzz', '1.18')).not.toMatch(/nonRoot|template/);
  expect(fixOf('ObjectGraph', '1.18')).toBe('it is a gate of KubeVirt: set its gate objectGraph instead');
  expect(fixOf('HostDisk', '1.18')).toContain('TaintedConfiguration');
});
