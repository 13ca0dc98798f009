import { checkDataVolume } from '../../src/model/check-data-volume';
import { checkKubeVirt } from '../../src/model/check-kubevirt';
import type { PlatformContext } from '../../src/model/context';
import type { KubeVirtDeclaration } from '../../src/model/kubevirt';
import { node } from '../node';

const MIXED = [node({ pool: 'a', architecture: 'amd64' }), node({ pool: 'b', architecture: 'arm64' })] as const;

function found(declaration: object, kubevirt: string, nodes?: PlatformContext['nodes']): string[] {
  const platform: PlatformContext = {
    name: 'p',
    target: { kubevirt },
    requested: [],
    ...(nodes === undefined ? {} : { nodes }),
  };
  return checkKubeVirt(declaration as KubeVirtDeclaration, platform).map(({ code, path }) => `${code} ${path}`);
}

test.each<[object, string, PlatformContext['nodes'], string[]]>([
  [{}, '1.9', undefined, []],
  [{}, '1.9', MIXED, ['PV103 defaultArchitecture']],
  [{ defaultArchitecture: 'arm64' }, '1.9', MIXED, []],
  [{}, '1.9', [MIXED[1]], []],
  [{ defaultArchitecture: 'armv7' }, '1.9', undefined, ['PV101 defaultArchitecture']],
  [{ infra: { architecture: 'x86_64' } }, '1.9', undefined, ['PV101 infra.architecture']],
  [{ architectureConfiguration: { s390x: {} } }, '1.6', undefined, ['PV104 architectureConfiguration.s390x']],
  [{ architectureConfiguration: { s390x: {} } }, '1.7', undefined, []],
  [{ architectureConfiguration: { arm46: {} } }, '1.9', undefined, ['PV101 architectureConfiguration.arm46']],
  [{ architectureConfiguration: { arm64: { emulatedMachines: ['virt*'] } } }, '1.9', undefined, []],
  [{ defaultArchitecture: 's390x' }, '1.9', MIXED, ['PV107 defaultArchitecture']],
  [{ workloads: { replicas: 2 } }, '1.9', undefined, ['PV003 workloads.replicas']],
  [{ featureGates: ['MultiArchitecture'] }, '1.8', undefined, ['PV201 featureGates[0]']],
  [{ disabledFeatureGates: ['Snapshot'] }, '1.7', undefined, ['PV201 disabledFeatureGates[0]']],
  [{ disabledFeatureGates: ['Snapshot'] }, '1.8', undefined, []],
])('%j on KubeVirt %s with %j gives %j', (declaration, kubevirt, nodes, expected) => {
  expect(found(declaration, kubevirt, nodes)).toEqual(expected);
});

test.each<[string | undefined, string[]]>([
  ['1.62', ['PV907']],
  ['1.63', []],
  [undefined, []],
])('the architecture of an import with CDI %s gives %j', (cdi, codes) => {
  const target = { kubevirt: '1.9', ...(cdi === undefined ? {} : { cdi }) };
  const source = { registry: { url: 'docker://x', architecture: 'arm64' } };
  expect(
    checkDataVolume({ name: 'x', size: '1Gi', source }, { name: 'p', target, requested: [] }).map(({ code }) => code),
  ).toEqual(codes);
});
