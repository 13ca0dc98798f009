import { fields as cdi } from '../../imports/cdi-fields';
import { fields as hco } from '../../imports/hco-fields';
import { fields as kubevirt } from '../../imports/kubevirt-fields';
import { COMPANIONS } from '../../src/model/companions';
import { DATA_VOLUME } from '../../src/model/data-volume';
import { GOLDEN_IMAGE_KEYS } from '../../src/model/golden-image-rows';
import { HYPER_CONVERGED } from '../../src/model/hyper-converged';
import { KUBEVIRT } from '../../src/model/kubevirt';
import { MACHINE_POOL } from '../../src/model/machine-pool';
import { PLATFORM_FILE } from '../../src/model/platform-file';
import type { AnyTable } from '../../src/model/rows/row';
import { VIRTUAL_MACHINE_ENTRY, VIRTUAL_MACHINE_INSTANCE } from '../../src/model/virtual-machine';
import { compatibilityPage } from './compatibility';
import { type ReferenceKind, referencePage } from './reference';
import { readSentences, sentencesFile } from './sentences';

const KINDS: Readonly<Record<string, ReferenceKind>> = {
  'virtual-machine': {
    kind: 'VirtualMachine',
    key: 'virtualMachines[]',
    table: VIRTUAL_MACHINE_ENTRY,
    apiVersion: 'kubevirt.io/v1',
    fields: kubevirt(),
  },
  'virtual-machine-instance': {
    kind: 'VirtualMachineInstance',
    key: 'virtualMachineInstances[]',
    table: VIRTUAL_MACHINE_INSTANCE,
    apiVersion: 'kubevirt.io/v1',
    fields: kubevirt(),
  },
  'data-volume': {
    kind: 'DataVolume',
    key: 'dataVolumes[]',
    table: DATA_VOLUME,
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    fields: cdi(),
  },
  kubevirt: {
    kind: 'KubeVirt',
    key: 'kubevirt',
    table: KUBEVIRT,
    apiVersion: 'kubevirt.io/v1',
    fields: kubevirt(),
  },
  'hyper-converged': {
    kind: 'HyperConverged',
    key: 'hyperConverged',
    table: HYPER_CONVERGED,
    apiVersion: 'hco.kubevirt.io/v1',
    fields: hco(),
    intro: `Keys of \`hyperConverged\` in \`polyvirt.yaml\`, and props of \`new HyperConverged(…)\`. \`[]\` stands for an item of a list. Set a key to \`null\` to leave
its default to the cluster. Fields are those of v1 of its API; in v1beta1 a key is written where that
version has it. For fields without a key, use \`spec\` or \`patches\`.`,
  },
  'golden-image': {
    kind: 'GoldenImage',
    key: 'goldenImages[]',
    table: GOLDEN_IMAGE_KEYS,
    apiVersion: 'hco.kubevirt.io/v1',
    fields: hco(),
    intro: `Keys of \`goldenImages[]\` in \`polyvirt.yaml\`, and of items of the prop \`goldenImages\` of \`new HyperConverged(…)\`. Exactly one of \`registry\`,
\`imageStream\`, \`pvc\` and \`disabled\` is there. Fields are those of an item of \`dataImportCronTemplates\`.`,
  },
  'machine-deployment': {
    kind: 'MachineDeployment',
    key: 'machines[]',
    table: MACHINE_POOL as unknown as AnyTable,
    apiVersion: 'cluster.k8s.io/v1alpha1',
    fields: { kinds: {}, nodes: [] },
    intro: `Keys of \`machines[]\` in \`polyvirt.yaml\`, and props of \`new MachineDeployment(…)\`. \`[]\` stands for an item of a list. Fields are those of a
MachineDeployment of the machine-controller, in its newest releases; the first ones have a flat \`cloudProviderSpec\`, and with
\`dialect: capk\` the same keys become objects of Cluster API. For fields without a key, use \`spec\` or \`patches\`.`,
  },
};

/** `VirtualMachinePool` → `virtual-machine-pool`. */
const pageName = (kind: string) => kind.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

const COMPANION_KINDS = Object.fromEntries(
  Object.entries(COMPANIONS).map(([key, [{ kind, versions, table }]]): [string, ReferenceKind] => [
    pageName(kind),
    {
      kind,
      key: `${key}[]`,
      table: table as unknown as AnyTable,
      apiVersion: versions[0]!.apiVersion,
      fields: kubevirt(),
    },
  ]),
);

/** What is said of a cluster as a whole; what is on it has pages of its own. */
const PLATFORM: ReferenceKind = {
  kind: 'Platform',
  key: 'spec',
  table: PLATFORM_FILE as unknown as AnyTable,
  apiVersion: 'polyvirt.io/v1',
  fields: { kinds: {}, nodes: [] },
  elsewhere: new Set(Object.values({ ...KINDS, ...COMPANION_KINDS }).map(({ table }) => table)),
  intro: `Keys of \`spec\` in a document of \`polyvirt.yaml\`; those that say something of the cluster itself are props of \`new Platform(…)\` too. \`[]\` is an item of
a list. What is on the cluster has pages of its own: ${Object.entries({ ...KINDS, ...COMPANION_KINDS })
    .map(([name, { key }]) => `[\`${key}\`](${name}.md)`)
    .join(', ')}.`,
};

/** Everything that is made of the interfaces and rows of the model, by its path. */
export function modelFiles(root: string): Record<string, string> {
  const interfaces = readSentences(root);
  return {
    'src/model/read/sentences.ts': sentencesFile(interfaces),
    'docs/compatibility.md': compatibilityPage(),
    ...Object.fromEntries(
      Object.entries({ platform: PLATFORM, ...KINDS, ...COMPANION_KINDS }).map(([name, kind]) => [
        `docs/reference/${name}.md`,
        referencePage(kind, interfaces),
      ]),
    ),
  };
}
