import { checkObjects } from '../../src/cluster/judge/apply-rules';
import type { KubeObject } from '../../src/kube/object';
import type { ClusterNode } from '../../src/target/node';
import type { Target } from '../../src/target/target';
import { vmObject } from '../objects';
import { hyperConverged, nodes } from './nodes';

const NAMESPACE = 'kubevirt-os-images';

function vmOf(name: string, architecture: string | undefined, namespace = NAMESPACE): KubeObject {
  return vmObject(
    {
      ...(architecture === undefined ? {} : { architecture }),
      domain: { memory: { guest: '1Gi' }, devices: { disks: [{ name: 'os', disk: { bus: 'virtio' } }] } },
      volumes: [{ name: 'os', dataVolume: { name: 'web-os' } }],
    },
    {
      dataVolumeTemplates: [
        { metadata: { name: 'web-os' }, spec: { sourceRef: { kind: 'DataSource', name, namespace }, storage: {} } },
      ],
    },
  );
}

/** What is said of a data source. */
function said(
  vm: KubeObject,
  target: Target,
  { others = [], ...context }: { others?: KubeObject[]; existing?: KubeObject[]; nodes?: readonly ClusterNode[] } = {},
): string[] {
  return checkObjects([vm, ...others], { target, ...context })
    .filter(({ code }) => ['PV805', 'PV316', 'PV317'].includes(code))
    .map(({ code, what }) => `${code} ${what}`);
}

const ON_1_18: Target = { kubevirt: '1.8', hco: '1.18' };
const nowhere = (name: string, namespace = NAMESPACE) =>
  `PV805 there is no DataSource ${name} in ${namespace} among these objects`;
const perhaps = (name: string) =>
  `PV805 the DataSource ${name} in ${NAMESPACE} exists only if HyperConverged imports images per architecture`;
const MISMATCH = 'PV316 the data source fedora-arm64 is for arm64, but the VM is amd64';

describe('the data sources of a HyperConverged that was not found', () => {
  test.each<[what: string, vm: KubeObject, target: Target, expected: string[]]>([
    ['one that it brings', vmOf('fedora', 'amd64'), ON_1_18, []],
    ['one of a release before architectures', vmOf('fedora', 'amd64'), { kubevirt: '1.5.2', hco: '1.15' }, []],
    ['one that nobody brings', vmOf('debian', 'amd64'), ON_1_18, [nowhere('debian')]],
    ['one in another namespace', vmOf('fedora', 'amd64', 'mine'), ON_1_18, [nowhere('fedora', 'mine')]],
    ['no HyperConverged', vmOf('fedora', 'amd64'), { kubevirt: '1.8' }, [nowhere('fedora')]],
    ['one of the same architecture', vmOf('fedora-arm64', 'arm64'), ON_1_18, [perhaps('fedora-arm64')]],
    ['one of another architecture', vmOf('fedora-arm64', 'amd64'), ON_1_18, [perhaps('fedora-arm64'), MISMATCH]],
    ['one that decides the architecture', vmOf('fedora-arm64', undefined), ON_1_18, [perhaps('fedora-arm64')]],
    [
      'an architecture before there were any',
      vmOf('fedora-arm64', 'amd64'),
      { kubevirt: '1.5.2', hco: '1.15' },
      [nowhere('fedora-arm64')],
    ],
    ['an architecture without an image', vmOf('fedora-riscv64', 'amd64'), ON_1_18, [nowhere('fedora-riscv64')]],
  ])('%s', (_what, vm, target, expected) => {
    expect(said(vm, target).sort()).toEqual([...expected].sort());
  });

  test('nodes say which architectures are imported', () => {
    const mixed = nodes(['amd64'], ['amd64', 'arm64']);
    expect(said(vmOf('fedora', 'amd64'), ON_1_18, { nodes: mixed })).toEqual([]);
    expect(said(vmOf('fedora-arm64', 'arm64'), ON_1_18, { nodes: mixed })).toEqual([perhaps('fedora-arm64')]);
    expect(said(vmOf('fedora-s390x', 'arm64'), ON_1_18, { nodes: mixed })).toEqual([nowhere('fedora-s390x')]);
  });

  test('a snapshot with data sources has them all', () => {
    const own = {
      apiVersion: 'cdi.kubevirt.io/v1beta1',
      kind: 'DataSource',
      metadata: { name: 'debian', namespace: NAMESPACE },
    };
    expect(said(vmOf('debian', 'amd64'), ON_1_18, { existing: [own] })).toEqual([]);
    expect(said(vmOf('fedora', 'amd64'), ON_1_18, { existing: [own] })).toEqual([nowhere('fedora')]);
  });
});

test('a HyperConverged that is at hand decides itself', () => {
  const of = (multiArch: boolean) =>
    said(vmOf('fedora-arm64', 'amd64'), ON_1_18, { others: [hyperConverged('1.18', { multiArch })] });
  expect(of(false)).toEqual([nowhere('fedora-arm64')]);
  expect(of(true)).toEqual([MISMATCH]);
});
