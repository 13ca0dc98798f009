import { checkObjects } from '../../src/cluster/judge/apply-rules';
import type { KubeObject } from '../../src/kube/object';
import { platformObjects } from '../../src/model/manifests/platform';
import type { PlatformDeclaration } from '../../src/model/platform';
import { resolveTarget } from '../../src/target/target';

test.each([
  ['4.18', '1.14', '1.4.0'],
  ['4.20', '1.16', '1.6.2'],
  ['4.20.3', '1.16', '1.6.2'],
  ['4.22', '1.18', '1.8'],
])('OpenShift Virtualization %s is HyperConverged %s with KubeVirt %s', (openshiftVirtualization, hco, kubevirt) => {
  const { target, findings } = resolveTarget({ openshiftVirtualization });
  expect(target).toMatchObject({ hco, kubevirt });
  expect(findings).toEqual([]);
});

test.each([
  [{ openshiftVirtualization: '4.17' }, ['PV903']],
  [{ openshiftVirtualization: '4.23' }, ['PV906']],
  [{ openshiftVirtualization: '4.99' }, ['PV904']],
  [{ openshiftVirtualization: '4.20', hco: '1.18' }, ['PV905']],
  [{ openshiftVirtualization: '4.20', kubevirt: '1.9' }, ['PV905']],
])('%j is told', (target, codes) => {
  expect(resolveTarget(target).findings.map(({ code }) => code)).toEqual(codes);
});

const PLATFORM: PlatformDeclaration = {
  name: 'ocp',
  target: { openshiftVirtualization: '4.20' },
  nodes: [{ pool: 'workers', architecture: 'amd64' }],
  hyperConverged: {},
  virtualMachines: [
    {
      name: 'web',
      memory: '2Gi',
      disks: [{ name: 'os', dataVolumeTemplate: { source: { goldenImage: { name: 'fedora' } }, size: '30Gi' } }],
    } as never,
  ],
};

test('a platform on it has the namespaces of the product, and is on OpenShift', () => {
  const { objects, context } = platformObjects(PLATFORM);
  const all = objects.map(({ object }) => object);
  const of = (kind: string) => all.find((object) => object.kind === kind) as KubeObject & Record<string, never>;
  expect(of('HyperConverged').metadata.namespace).toBe('openshift-cnv');
  expect(of('VirtualMachine')).toHaveProperty(
    'spec.dataVolumeTemplates.0.spec.sourceRef.namespace',
    'openshift-virtualization-os-images',
  );
  expect(context.distribution).toBe('openshift');
  expect(checkObjects(all, context).filter(({ severity }) => severity !== 'info')).toEqual([]);
});

test('an image that only the product brings is taken at its word', () => {
  const [vm] = PLATFORM.virtualMachines!;
  const disks = [{ name: 'os', dataVolumeTemplate: { source: { goldenImage: { name: 'rhel9' } }, size: '30Gi' } }];
  const { objects, findings } = platformObjects({ ...PLATFORM, virtualMachines: [{ ...vm, disks } as never] });
  expect(objects.map(({ object }) => object).find(({ kind }) => kind === 'VirtualMachine')).toHaveProperty(
    'spec.dataVolumeTemplates.0.spec.sourceRef',
    { kind: 'DataSource', name: 'rhel9', namespace: 'openshift-virtualization-os-images' },
  );
  expect(findings).toEqual([]);
});
