import { isDnsLabel } from '../kube/names';
import { isMap, type KubeObject } from '../kube/object';
import { valueAt, valuesAt } from '../kube/path';
import { atLeast } from '../kube/release';
import { emitYaml } from '../kube/yaml/emit';
import type { OutputFile } from '../kube/yaml/files';
import { isSame } from '../model/rows/row';
import type { ClusterNode, Distribution } from '../target/node';
import { readSnapshot } from '../target/nodes';
import { onTop, resolveTarget, type Target, type TargetDeclaration } from '../target/target';
import { isSecret, manifestFiles, platformText } from './assemble';
import { type DeclaredCluster, declareCluster, type KeptManifest } from './declare';
import type { AuthoredInput, InputObject, NotAdopted } from './input';
import { type DriftedObject, notAdoptedOf, type Preference, sortObjects } from './sort-objects';
import { type ProgramCluster, type ProgramVersions, programFiles } from './typescript/program';

/** An object with where its file is below what was asked for. */
export interface PlacedInput extends InputObject {
  readonly asked: string;
  readonly steps: readonly string[];
}

/** What is known of the clusters beside their objects. */
interface ToldOfClusters {
  readonly target: TargetDeclaration;
  readonly nodes?: readonly ClusterNode[];
  readonly distribution?: Distribution;
}

/** What is to be adopted, and how. */
interface AdoptionRequest {
  readonly objects: readonly PlacedInput[];
  readonly naming: ClusterNaming;
  readonly told: ToldOfClusters;
  readonly prefer?: Preference;
  /** A platform file, or a program in TypeScript with the releases that it asks for. */
  readonly language: 'yaml' | ProgramVersions;
  /** The path of a file below the folder of the platform; nothing where it is elsewhere. */
  readonly pathInside: (path: string) => string | undefined;
}

/** One cluster that became a platform. */
export interface AdoptedPlatform {
  readonly name: string;
  readonly declared: DeclaredCluster;
  /** What the platform has to make. */
  readonly wanted: readonly KubeObject[];
  readonly inputs: readonly AuthoredInput[];
  /** VMs that would be other machines for their guests if they were created anew, and what they lack. */
  readonly withoutIdentity: readonly { readonly input: AuthoredInput; readonly lacks: readonly string[] }[];
  readonly drift: readonly DriftedObject[];
  readonly keptIdentity: readonly { readonly input: AuthoredInput; readonly paths: readonly string[] }[];
  /** Files of the user's that the platform names and that stay where they are. */
  readonly named: readonly string[];
}

/** What an adoption comes to, before anything is written. */
export interface Adoption {
  readonly platforms: readonly AdoptedPlatform[];
  /** By their paths below the folder of the platform. */
  readonly files: readonly OutputFile[];
  readonly notAdopted: readonly NotAdopted[];
}

/** Makes platforms of objects. Pure: nothing is read or written. */
export function adopt(request: AdoptionRequest): Adoption {
  const byCluster = new Map<string, PlacedInput[]>();
  for (const input of request.objects) {
    const name = clusterOfFile(input.steps, input.asked, request.naming);
    byCluster.set(name, [...(byCluster.get(name) ?? []), input]);
  }
  const names = [...byCluster.keys()].sort();
  const made = names.map((name, i) => {
    const layout = layoutOf(name, i, names.length, request.language);
    return adoptCluster(name, byCluster.get(name)!, layout, request);
  });
  const { language } = request;
  return {
    platforms: made.map(({ platform }) => platform),
    files: [
      ...(language === 'yaml'
        ? made.map(({ platform, layout, manifests }) => ({
            path: layout.platform,
            text: platformText(
              platform.declared,
              manifests.map((path) => `${layout.up}${path}`),
            ),
          }))
        : programFiles(made.map(programCluster), language)),
      ...made.flatMap(({ files }) => files),
    ],
    notAdopted: made.flatMap(({ notAdopted }) => notAdopted),
  };
}

function programCluster({ platform, layout, manifests, nodes }: MadeCluster): ProgramCluster {
  return { cluster: platform.declared, files: { manifests, ...(nodes === undefined ? {} : { nodes: layout.nodes }) } };
}

/** What one cluster comes to. */
interface MadeCluster {
  readonly platform: AdoptedPlatform;
  readonly layout: Layout;
  /** Files and folders that the platform brings, below the folder of the whole. */
  readonly manifests: readonly string[];
  readonly nodes: readonly ClusterNode[] | undefined;
  /** Files beside the platform. */
  readonly files: readonly OutputFile[];
  readonly notAdopted: readonly NotAdopted[];
}

/** Where the files of a cluster go, and how its platform calls them. */
interface Layout {
  readonly platform: string;
  readonly manifests: string;
  readonly nodes: string;
  /** From the folder of the platform file to that of the whole. */
  readonly up: string;
}

/** One cluster is `polyvirt.yaml`; of several, that is the first, and the others are beside it. */
function layoutOf(name: string, i: number, count: number, language: AdoptionRequest['language']): Layout {
  const ending = language === 'yaml' ? 'yaml' : 'json';
  return count === 1
    ? { platform: 'polyvirt.yaml', manifests: 'manifests', nodes: `nodes.${ending}`, up: '' }
    : {
        platform: i === 0 ? 'polyvirt.yaml' : `clusters/${name}.yaml`,
        manifests: `manifests/${name}`,
        nodes: `nodes/${name}.${ending}`,
        up: i === 0 ? '' : '../',
      };
}

function adoptCluster(
  name: string,
  inputs: readonly PlacedInput[],
  layout: Layout,
  { told, prefer, pathInside, language }: AdoptionRequest,
): MadeCluster {
  const snapshot = readSnapshot(inputs.map(({ object }) => object));
  const target = onTop(snapshot.target, told.target);
  const nodes = told.nodes ?? snapshot.nodes;
  const sorted = sortObjects(inputs, resolveTarget(target).target, prefer);
  const secrets = sortSecrets(sorted.adopted, pathInside);
  const declared = declareCluster({
    name,
    target,
    objects: secrets.rest,
    // A program adds them to its construct.
    hasImages: language === 'yaml',
    ...(told.distribution === undefined ? {} : { distribution: told.distribution }),
    ...(nodes === undefined ? {} : { nodes: { objects: nodeObjects(nodes), file: `${layout.up}${layout.nodes}` } }),
  });
  const stepsOf = new Map(inputs.map((input) => [input.path, input.steps]));
  const kept = manifestFiles(
    layout.manifests,
    declared.manifests,
    ({ input }: KeptManifest) => stepsOf.get(input.path)!,
  );
  const manifests = [...(kept.length === 0 ? [] : [layout.manifests]), ...secrets.files];
  const adopted = [...secrets.rest, ...secrets.inFiles];
  return {
    platform: {
      name,
      declared,
      wanted: adopted.map(({ wanted }) => wanted),
      inputs: adopted,
      withoutIdentity: secrets.rest
        .filter((input) => input.wanted.kind === 'VirtualMachine' && !sorted.live.has(input))
        .map((input) => ({ input, lacks: missingIdentity(input.wanted, declared.target) }))
        .filter(({ lacks }) => lacks.length > 0),
      drift: sorted.drift,
      keptIdentity: sorted.kept,
      named: secrets.files,
    },
    layout,
    manifests,
    nodes,
    files: [
      ...(nodes === undefined ? [] : [{ path: layout.nodes, text: nodesText(nodes, language === 'yaml') }]),
      ...kept,
    ],
    notAdopted: [...sorted.notAdopted.filter(({ name: of }) => !isNodeName(of)), ...secrets.notAdopted],
  };
}

/** Nodes are taken over as what the platform knows of its cluster. */
function isNodeName(name: string): boolean {
  return name.startsWith('Node ');
}

interface SortedSecrets {
  readonly rest: readonly AuthoredInput[];
  /** Objects of files that stay where they are. */
  readonly inFiles: readonly AuthoredInput[];
  /** Those files, below the folder of the platform. */
  readonly files: readonly string[];
  readonly notAdopted: readonly NotAdopted[];
}

/** A Secret is not copied: its file stays, and the platform names it, where nothing else is in it that the platform declares. */
function sortSecrets(inputs: readonly AuthoredInput[], pathInside: AdoptionRequest['pathInside']): SortedSecrets {
  const files = new Set(inputs.filter(({ wanted }) => isSecret(wanted)).map(({ path }) => path));
  const rest: AuthoredInput[] = [];
  const inFiles: AuthoredInput[] = [];
  const notAdopted: NotAdopted[] = [];
  const named = new Set<string>();
  for (const input of inputs) {
    if (!files.has(input.path)) {
      rest.push(input);
      continue;
    }
    const inside = pathInside(input.path);
    const others = inputs.some(({ path, wanted }) => path === input.path && !isSecret(wanted));
    if (inside !== undefined && !others && input.text !== undefined && isSame(input.object, input.wanted)) {
      inFiles.push(input);
      named.add(inside);
    } else if (!isSecret(input.wanted)) {
      rest.push(input);
    } else {
      notAdopted.push(notAdoptedOf(input, ...secretReason(inside, others)));
    }
  }
  return { rest, inFiles, files: [...named], notAdopted };
}

function secretReason(inside: string | undefined, others: boolean): [reason: string, fix: string] {
  const fix = 'keep it in a file of its own below the folder of the platform, and name that file in manifests';
  return inside === undefined
    ? ['a Secret is never copied, and it is not in a file below the folder of the platform', fix]
    : others
      ? ['a Secret is never copied, and other objects are in its file', fix]
      : ['a Secret is never copied, and it is a part of a List, or was exported from a cluster', fix];
}

/** How files are told apart by cluster. */
interface ClusterNaming {
  /** Everything is of one cluster of this name. */
  readonly name?: string;
  /** Each folder or file directly below what was asked for is a cluster. */
  readonly isPerEntry: boolean;
  /** The cluster of everything that nothing tells apart. */
  readonly other: string;
}

/** A folder that holds one entry per cluster, in every layout of a GitOps repository that has one. */
const CLUSTERS = 'clusters';

/**
 * The cluster that a file is for.
 *
 * @param steps the path of the file below what was asked for, its last step the file
 * @param asked the name of what was asked for
 */
function clusterOfFile(steps: readonly string[], asked: string, naming: ClusterNaming): string {
  if (naming.name !== undefined) {
    return naming.name;
  }
  const at = steps.indexOf(CLUSTERS);
  const isEntry = naming.isPerEntry || (asked === CLUSTERS && at === -1);
  const entry = isEntry ? steps[0] : at === -1 ? undefined : steps[at + 1];
  return dnsLabel(entry ?? naming.other);
}

/** A text as the name of a cluster: endings of files go, and so does what is no part of a DNS label. */
function dnsLabel(text: string): string {
  const label = text
    .replace(/\.(ya?ml|json|xml|ovf)$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '');
  return isDnsLabel(label) ? label : 'platform';
}

/** Nodes as objects that say what polyvirt knows of them, and nothing that changes every minute. */
function nodeObjects(nodes: readonly ClusterNode[]): KubeObject[] {
  return nodes.map(({ name, architecture, labels, taints, unschedulable, ready, allocatable }) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { ...labels } },
    spec: {
      ...(taints.length === 0 ? {} : { taints: taints.map((taint) => ({ ...taint })) }),
      ...(unschedulable ? { unschedulable } : {}),
    },
    status: {
      allocatable: { ...allocatable },
      ...(ready ? {} : { conditions: [{ type: 'Ready', status: 'False' }] }),
      nodeInfo: { architecture },
    },
  }));
}

/** The same as a file beside a platform. */
function nodesText(nodes: readonly ClusterNode[], isYaml: boolean): string {
  const list = { apiVersion: 'v1', kind: 'List', items: nodeObjects(nodes) };
  return isYaml ? emitYaml(list) : `${JSON.stringify(list, undefined, 2)}\n`;
}

/** Something that makes a guest itself, and that only the cluster knows where a manifest lacks it. */
interface IdentityField {
  /** How the report calls it. */
  readonly name: string;
  readonly path: string;
  /** First KubeVirt that makes one up at random when a VM is created; before, it follows from the name or is always the same. */
  readonly since?: string;
  readonly source: string;
}

const IDENTITY_FIELDS: readonly IdentityField[] = [
  {
    name: 'firmware.uuid',
    path: 'spec.template.spec.domain.firmware.uuid',
    since: '1.6',
    source:
      'kubevirt/kubevirt vm-mutator.go setFirmwareUUIDIfEmpty from v1.6.0; before, CalculateLegacyUUID of the name',
  },
  {
    name: 'firmware.serial',
    path: 'spec.template.spec.domain.firmware.serial',
    since: '1.7',
    source: 'kubevirt/kubevirt vm-mutator.go setFirmwareDefaultsIfEmpty from v1.7.0',
  },
];

/** What of a VM's identity its manifest does not have: created anew, the VM is another machine for its guest. */
function missingIdentity(vm: KubeObject, target: Target): string[] {
  const firmware = IDENTITY_FIELDS.filter(
    ({ path, since }) => valueAt(vm, path) === undefined && (since === undefined || atLeast(target.kubevirt, since)),
  ).map(({ name }) => name);
  return [...firmware, ...interfacesWithoutMac(vm)];
}

/**
 * Interfaces whose address is made up when the VM starts.
 *
 * Source: kubevirt/kubevirt pkg/network: libvirt makes one up for each instance; with kubemacpool, its webhook when the VM is created.
 */
function interfacesWithoutMac(vm: KubeObject): string[] {
  return valuesAt(vm, 'spec.template.spec.domain.devices.interfaces[]').flatMap(({ value }) =>
    isMap(value) && value.macAddress === undefined && typeof value.name === 'string'
      ? [`networks[${value.name}].macAddress`]
      : [],
  );
}
