import type { Architecture } from '../../src/architectures/facts';
import type { PlatformContext } from '../../src/model/context';
import type { GoldenImageDeclaration } from '../../src/model/golden-image';
import type { HyperConvergedDeclaration } from '../../src/model/hyper-converged';
import { leftOutOfVm } from '../../src/model/manifests/left-out-of-vm';
import { virtualMachine } from '../../src/model/manifests/virtual-machine';
import { nodesOf } from '../../src/target/nodes';
import { resolveTarget } from '../../src/target/target';

interface Case {
  readonly name: string;
  readonly image: string;
  readonly architecture?: Architecture;
  readonly hyperConverged?: HyperConvergedDeclaration;
  readonly hco?: string;
  readonly images?: GoldenImageDeclaration[];
  readonly distribution?: 'kubernetes';
  readonly nodes?: Architecture[];
  readonly reference: string;
  readonly codes?: string[];
}

const ON: HyperConvergedDeclaration = { enableMultiArchBootImageImport: true };
const registry = { url: 'docker://registry.example.com/x:1' };
const CORP: GoldenImageDeclaration = { name: 'corp', registry, architectures: ['amd64', 's390x'], size: '1Gi' };

const CASES: Case[] = [
  {
    name: 'a built-in image by architecture',
    image: 'fedora',
    architecture: 'arm64',
    hyperConverged: ON,
    reference: 'kubevirt-os-images/fedora-arm64',
  },
  {
    name: 'with the switch off',
    image: 'fedora',
    architecture: 'arm64',
    hyperConverged: {},
    reference: 'kubevirt-os-images/fedora',
  },
  {
    name: 'before 1.16',
    hco: '1.15',
    image: 'fedora',
    architecture: 'arm64',
    hyperConverged: ON,
    reference: 'kubevirt-os-images/fedora',
  },
  {
    name: 'an image of your own',
    image: 'corp',
    architecture: 'amd64',
    hyperConverged: ON,
    images: [CORP],
    reference: 'kubevirt-os-images/corp-amd64',
  },
  {
    name: 'in a namespace of its own',
    image: 'corp',
    architecture: 'amd64',
    hyperConverged: ON,
    images: [{ ...CORP, namespace: 'n' }],
    reference: 'n/corp-amd64',
  },
  {
    name: 'an architecture that it has not',
    image: 'corp',
    architecture: 'arm64',
    hyperConverged: ON,
    images: [CORP],
    reference: 'kubevirt-os-images/corp-arm64',
    codes: ['PV313'],
  },
  {
    name: 'an architecture that no node has',
    image: 'fedora',
    architecture: 's390x',
    hyperConverged: ON,
    reference: 'kubevirt-os-images/fedora-s390x',
    codes: ['PV313'],
  },
  {
    name: 'an image without architectures',
    image: 'x',
    architecture: 'arm64',
    hyperConverged: ON,
    images: [{ name: 'x', registry, size: '1Gi' }],
    reference: 'kubevirt-os-images/x',
  },
  {
    name: 'the default architecture of the cluster',
    image: 'fedora',
    hyperConverged: ON,
    reference: 'kubevirt-os-images/fedora-amd64',
  },
  {
    name: 'an image that is nowhere',
    image: 'fedra',
    architecture: 'amd64',
    hyperConverged: ON,
    reference: 'kubevirt-os-images/fedra',
    codes: ['PV313'],
  },
  {
    name: 'a disabled image',
    image: 'fedora',
    architecture: 'amd64',
    hyperConverged: ON,
    images: [{ name: 'fedora', disabled: true }],
    reference: 'kubevirt-os-images/fedora',
    codes: ['PV313'],
  },
  {
    name: 'built-in images switched off',
    image: 'fedora',
    architecture: 'amd64',
    hyperConverged: { ...ON, enableCommonBootImageImport: false },
    reference: 'kubevirt-os-images/fedora',
    codes: ['PV313'],
  },
  {
    name: 'built-in images in another namespace',
    image: 'fedora',
    architecture: 'amd64',
    hyperConverged: { ...ON, commonBootImageNamespace: 'n' },
    reference: 'n/fedora-amd64',
  },
  {
    name: 'a built-in image overridden for one architecture',
    image: 'fedora',
    architecture: 'arm64',
    hyperConverged: ON,
    images: [{ name: 'fedora', registry, architectures: ['amd64'] }],
    reference: 'kubevirt-os-images/fedora-arm64',
    codes: ['PV313'],
  },
  {
    name: 'plain Kubernetes',
    image: 'fedora',
    architecture: 'amd64',
    hyperConverged: ON,
    distribution: 'kubernetes',
    reference: 'kubevirt-os-images/fedora',
    codes: ['PV313'],
  },
  {
    name: 'images that another platform brings',
    image: 'rhel9',
    architecture: 'amd64',
    reference: 'kubevirt-os-images/rhel9',
  },
];

test.each(CASES)('$name: $reference $codes', (each) => {
  const pools = (each.nodes ?? ['amd64', 'arm64']).map((architecture) => ({ pool: architecture, architecture }));
  const platform: PlatformContext = {
    name: 'edge',
    target: resolveTarget({ hco: each.hco ?? '1.18' }).target,
    requested: [],
    nodes: nodesOf(pools),
    ...(each.distribution === undefined ? {} : { distribution: each.distribution }),
    ...(each.hyperConverged === undefined ? {} : { hyperConverged: each.hyperConverged }),
    ...(each.images === undefined ? {} : { goldenImages: each.images }),
  };
  const vm = {
    name: 'web',
    memory: '1Gi',
    ...(each.architecture === undefined ? {} : { architecture: each.architecture }),
    disks: [{ name: 'os', dataVolumeTemplate: { source: { goldenImage: { name: each.image } } } }],
  };
  const { spec } = JSON.parse(JSON.stringify(virtualMachine(vm, platform)));
  const { kind, namespace, name } = spec.dataVolumeTemplates[0].spec.sourceRef;
  expect([kind, `${namespace}/${name}`]).toEqual(['DataSource', each.reference]);
  expect(leftOutOfVm(vm, platform).map(({ code }) => code)).toEqual(each.codes ?? []);
});
