import { ApiObject, Testing } from 'cdk8s';
import { checkObjects } from '../../src/cluster/judge/apply-rules';
import { findingsOf } from '../../src/constructs/findings';
import {
  BootSource,
  Disk,
  GoldenImage,
  HyperConverged,
  KubeVirt,
  Network,
  NodePool,
  Platform,
  VirtualMachine,
} from '../../src/index';

function platform(hco = '1.19') {
  return new Platform(Testing.app(), 'edge', {
    target: { hco },
    nodes: [
      NodePool.of('intel', { architecture: 'amd64', count: 2 }),
      NodePool.of('ampere', { architecture: 'arm64', count: 2 }),
    ],
  });
}

const CORP = GoldenImage.registry('corp', 'docker://registry.example.com/corp:1', {
  architectures: ['amd64', 'arm64'],
  size: '20Gi',
});

test('an image that is added later counts, and is annotated', () => {
  const chart = platform();
  const stack = new HyperConverged(chart, 'stack', { enableMultiArchBootImageImport: true });
  stack.addGoldenImage(CORP);
  const [manifest] = Testing.synth(chart);
  expect(manifest.spec.workloadSources).toEqual({
    enableMultiArchBootImageImport: true,
    dataImportCronTemplates: [
      expect.objectContaining({
        metadata: {
          name: 'corp-image-cron',
          annotations: expect.objectContaining({ 'ssp.kubevirt.io/dict.architectures': 'amd64,arm64' }),
        },
      }),
    ],
  });
});

test('a VM boots from the image of its architecture, whatever was declared first', () => {
  const chart = platform();
  new VirtualMachine(chart, 'web', {
    architecture: 'arm64',
    memory: '1Gi',
    disks: [Disk.own('os', BootSource.goldenImage(CORP), {})],
    networks: [Network.pod()],
  });
  new HyperConverged(chart, 'stack', { enableMultiArchBootImageImport: true, goldenImages: [CORP] });
  const [vm] = Testing.synth(chart);
  expect(vm.spec.dataVolumeTemplates[0].spec.sourceRef).toEqual({
    kind: 'DataSource',
    name: 'corp-arm64',
    namespace: 'kubevirt-os-images',
  });
  const findings = checkObjects(Testing.synth(chart), chart.context());
  expect(findings).toEqual([]);
});

test('ApiObject.of finds the resource, and rules see its patches', () => {
  const stack = new HyperConverged(platform('1.18'), 'stack');
  expect(ApiObject.of(stack).kind).toBe('HyperConverged');
});

test('what is wrong with an image is said with its name, or with its place in the resource', () => {
  const chart = platform();
  const stack = new HyperConverged(chart, 'stack', {
    goldenImages: [GoldenImage.disabled('corp'), GoldenImage.registry('lab', 'docker://x')],
  });
  expect(findingsOf(stack).map(({ code, path }) => `${code} ${path}`)).toEqual(['PV003 goldenImages[corp].disabled']);
  expect(chart.node.validate().join('\n')).toMatch(/PV004 at spec\.\S*dataImportCronTemplates\[1\]/);
});

test('a KubeVirt beside it stops the synthesis', () => {
  const chart = platform('1.18');
  new HyperConverged(chart, 'stack');
  new KubeVirt(chart, 'kubevirt', { defaultArchitecture: 'amd64' });
  expect(chart.node.validate().join('\n')).toContain('PV312');
});
