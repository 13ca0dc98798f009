import { groupOf, namespaceOf } from '../kube/identity';
import { asText, type Fields, isMap, type KubeObject, own } from '../kube/object';
import type { CompanionKind } from '../model/companion';
import { COMPANIONS } from '../model/companions';
import type { PlatformContext } from '../model/context';
import { DATA_VOLUME } from '../model/data-volume';
import type { GoldenImageDeclaration } from '../model/golden-image';
import { HYPER_CONVERGED } from '../model/hyper-converged';
import { KUBEVIRT } from '../model/kubevirt';
import { MACHINE_POOL } from '../model/machine-pool';
import { readCompanion } from '../model/manifests/companion';
import { readDataVolume } from '../model/manifests/data-volume';
import { readGoldenImage } from '../model/manifests/golden-image';
import { readHyperConverged } from '../model/manifests/hyper-converged';
import { readKubeVirt } from '../model/manifests/kubevirt';
import { readMachineDeployment } from '../model/manifests/machine-pool';
import { type DeclaredAt, platformObjects } from '../model/manifests/platform';
import { readVirtualMachine, readVirtualMachineInstance } from '../model/manifests/virtual-machine';
import { type PlatformDeclaration, platformContext } from '../model/platform';
import { pathText } from '../model/read/file-path';
import { shapeIssues } from '../model/read/shape-issues';
import { VIRTUAL_MACHINE_ENTRY, VIRTUAL_MACHINE_INSTANCE } from '../model/virtual-machine';
import { BUNDLES } from '../target/facts';
import type { Distribution } from '../target/node';
import { NodeInventory } from '../target/nodes';
import { NEWEST_HCO, resolveTarget, type Target, type TargetDeclaration } from '../target/target';
import type { AuthoredInput } from './input';
import { differingFields } from './proof';

/** Knowledge of an adopted cluster. */
interface AdoptedCluster {
  readonly name: string;
  readonly target: TargetDeclaration;
  readonly distribution?: Distribution;
  /** The nodes, and the file beside the platform that holds them. */
  readonly nodes?: { readonly objects: readonly KubeObject[]; readonly file: string };
  readonly objects: readonly AuthoredInput[];
  /** Whether images of HyperConverged are declared beside it. */
  readonly hasImages: boolean;
}

/** An object as an entry of a platform. */
export interface DeclaredEntry {
  readonly input: AuthoredInput;
  /** The key of the platform. */
  readonly key: string;
  readonly declaration: Fields;
}

/** An object that stays as it is, and why. */
export interface KeptManifest {
  readonly input: AuthoredInput;
  /** Absent for a kind that a platform has no key for. */
  readonly reason?: string;
}

/** A cluster as a platform. */
export interface DeclaredCluster {
  readonly name: string;
  /** Keys of the platform beside its entries. */
  readonly head: Fields;
  readonly target: Target;
  readonly entries: readonly DeclaredEntry[];
  readonly manifests: readonly KeptManifest[];
  /** What was taken for granted, since nothing said it. */
  readonly assumed: readonly string[];
}

/** Finds the platform that makes the objects of a cluster. What no key can say stays a manifest. */
export function declareCluster(cluster: AdoptedCluster): DeclaredCluster {
  const { target, assumed } = targetOf(cluster);
  const namespace = commonNamespace(cluster.objects);
  const base: PlatformDeclaration = {
    name: cluster.name,
    target,
    ...(namespace === undefined ? {} : { namespace }),
    ...(cluster.distribution === undefined ? {} : { distribution: cluster.distribution }),
    ...(cluster.nodes === undefined ? {} : { nodes: NodeInventory.of(cluster.nodes.objects) }),
  };
  const { declared, manifests } = divided(cluster.objects);
  const plain = attempt(base, declared);
  const { hco } = resolveTarget(target).target;
  const resource = declared.find(({ wanted }) => declaredKind(wanted)?.key === 'hyperConverged');
  const parted =
    resource === undefined || hco === undefined || !cluster.hasImages ? undefined : partImages(resource.wanted, hco);
  const tried =
    parted === undefined
      ? undefined
      : attempt({ ...base, goldenImages: parted.images }, declared, new Map([[resource!, parted.resource]]));
  const isBetter = tried?.entries.some(({ input }) => input === resource) === true;
  const { entries, refused } = isBetter ? tried! : plain;
  const { nodes: _, ...head } = base;
  return {
    name: cluster.name,
    head: {
      ...head,
      ...(cluster.nodes === undefined ? {} : { nodes: { from: cluster.nodes.file } }),
      ...(isBetter ? { goldenImages: parted!.images } : {}),
    },
    target: resolveTarget(target).target,
    entries,
    manifests: [...manifests, ...refused],
    assumed,
  };
}

/**
 * Reads objects back and proves what that makes.
 *
 * @param others what is read instead of some of them, where the platform says the rest elsewhere
 */
function attempt(
  base: PlatformDeclaration,
  declared: readonly AuthoredInput[],
  others: ReadonlyMap<AuthoredInput, KubeObject> = new Map(),
): ReturnType<typeof proven> {
  const first = entriesOf(declared, platformContext(base), others);
  const { accepted: shaped } = accepted(first);
  // Which architectures VMs ask for, and what KubeVirt says, decide about what is derived of the others.
  const second = entriesOf(declared, platformContext(declarationOf(base, shaped)), others);
  const { entries, refused } = proven(base, second);
  const read = new Set(second.map(({ input }) => input));
  const unread = declared
    .filter((input) => !read.has(input))
    .map((input) => ({ input, reason: 'a value in it has another form than its field' }));
  return { entries, refused: [...refused, ...unread] };
}

function entriesOf(
  inputs: readonly AuthoredInput[],
  context: PlatformContext,
  others: ReadonlyMap<AuthoredInput, KubeObject>,
): DeclaredEntry[] {
  return inputs.flatMap((input): DeclaredEntry[] => {
    const kind = declaredKind(input.wanted)!;
    const declaration = readOr(kind, others.get(input) ?? input.wanted, context);
    return declaration === undefined ? [] : [{ input, key: kind.key, declaration: inReadingOrder(declaration, kind) }];
  });
}

/**
 * An object as a declaration; nothing where a value in it has another form than its field, as a map in the place of a text.
 *
 * Rows read what an API server takes. What it would reject is said by rules, and here such an object stays as it is.
 */
function readOr(kind: DeclaredKind, object: KubeObject, context: PlatformContext): Fields | undefined {
  try {
    return kind.read(object, context) as Fields;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
}

/** The platform that entries make. */
function declarationOf(base: PlatformDeclaration, entries: readonly DeclaredEntry[]): PlatformDeclaration {
  const keys: Record<string, unknown> = {};
  for (const { input, key, declaration } of entries) {
    if (declaredKind(input.wanted)!.isSingle) {
      keys[key] = declaration;
    } else {
      const list = (keys[key] as unknown[] | undefined) ?? [];
      list.push(declaration);
      keys[key] = list;
    }
  }
  return { ...base, ...keys };
}

/** The entries that the reader of platforms takes and that make their objects again; what does not is kept as it is. */
function proven(
  base: PlatformDeclaration,
  entries: readonly DeclaredEntry[],
): { entries: readonly DeclaredEntry[]; refused: readonly KeptManifest[] } {
  const { accepted: candidates, refused } = accepted(entries);
  const { context, objects } = platformObjects(declarationOf(base, candidates));
  const made = new Map<string, KubeObject[]>();
  for (const { object, at } of objects) {
    made.set(at.join('/'), [...(made.get(at.join('/')) ?? []), object]);
  }
  const counts = new Map<string, number>();
  const good: DeclaredEntry[] = [];
  for (const entry of candidates) {
    const [object, ...others] = made.get(placeOf(entry, counts).join('/')) ?? [];
    if (object !== undefined && others.length === 0 && isProven(entry.input.wanted, object, context.target)) {
      good.push(entry);
    } else {
      refused.push({ input: entry.input, reason: 'what keys of a platform say would make another object of it' });
    }
  }
  return { entries: good, refused };
}

/** Keys hold what their fields may hold: `serial: 4711` is a number, and no text. */
function accepted(entries: readonly DeclaredEntry[]): { accepted: DeclaredEntry[]; refused: KeptManifest[] } {
  const counts = new Map<string, number>();
  const byPlace = new Map(entries.map((entry) => [placeOf(entry, counts).join('/'), entry]));
  const reasons = new Map<DeclaredEntry, string>();
  const { name: _, ...spec } = declarationOf({ name: '' }, entries);
  for (const path of shapeIssues(spec)) {
    const single = byPlace.get(asText(path[0]));
    const entry = single ?? byPlace.get(path.slice(0, 2).join('/'));
    if (entry !== undefined && !reasons.has(entry)) {
      const below = pathText(entry.declaration, path.slice(single === undefined ? 2 : 1));
      reasons.set(entry, `${below} holds a value that no key of a platform takes`);
    }
  }
  return {
    accepted: entries.filter((entry) => !reasons.has(entry)),
    refused: [...reasons].map(([{ input }, reason]) => ({ input, reason })),
  };
}

function isProven(wanted: KubeObject, made: KubeObject, target: Target): boolean {
  return differingFields(wanted, made, target).length === 0;
}

function placeOf({ input, key }: DeclaredEntry, counts: Map<string, number>): DeclaredAt {
  if (declaredKind(input.wanted)!.isSingle) {
    return [key];
  }
  const at = counts.get(key) ?? 0;
  counts.set(key, at + 1);
  return [key, at];
}

function divided(objects: readonly AuthoredInput[]): { declared: AuthoredInput[]; manifests: KeptManifest[] } {
  const declared: AuthoredInput[] = [];
  const manifests: KeptManifest[] = [];
  const singles = new Set<string>();
  for (const input of objects) {
    const kind = declaredKind(input.wanted);
    if (kind === undefined) {
      manifests.push(isTemplate(input.wanted) ? { input, reason: templateReason(input) } : { input });
    } else if (kind.isSingle && singles.has(kind.key)) {
      manifests.push({ input, reason: `a platform declares one ${input.wanted.kind}` });
    } else {
      singles.add(kind.key);
      declared.push(input);
    }
  }
  return { declared, manifests };
}

/** Whether an object is a Template of OpenShift: applied, it makes nothing but itself. */
function isTemplate({ apiVersion, kind }: KubeObject): boolean {
  return kind === 'Template' && groupOf(apiVersion) === 'template.openshift.io';
}

function templateReason({ file }: AuthoredInput): string {
  return `it makes objects only when it is processed: oc process --local -f ${file} -p NAME=… -o yaml | polyvirt adopt -`;
}

/** Releases, as far as they are told; a resource of HyperConverged cannot be read without one. */
function targetOf({ target, objects }: AdoptedCluster): { target: TargetDeclaration; assumed: string[] } {
  const hasHco = objects.some(
    ({ wanted }) => wanted.kind === 'HyperConverged' && groupOf(wanted.apiVersion) === 'hco.kubevirt.io',
  );
  const { kubevirt } = resolveTarget(target).target;
  if (hasHco && target.hco === undefined) {
    const shipped = BUNDLES.findLast((row) => target.kubevirt !== undefined && row.kubevirt === target.kubevirt)?.hco;
    const hco = shipped ?? NEWEST_HCO;
    return {
      target: { ...target, hco },
      assumed: [`HyperConverged ${hco}, since nothing says the release: --hco says another`],
    };
  }
  return target.kubevirt === undefined && target.hco === undefined
    ? {
        target: { ...target, kubevirt },
        assumed: [
          `KubeVirt ${kubevirt}, the newest that is known, since nothing says the release: --kubevirt says another`,
        ],
      }
    : { target, assumed: [] };
}

/** The namespace of most of what is declared; nothing where there is no such one. */
function commonNamespace(objects: readonly AuthoredInput[]): string | undefined {
  const lists = objects.filter(({ wanted }) => declaredKind(wanted)?.isSingle === false);
  const counts = new Map<string, number>();
  for (const { wanted } of lists) {
    const namespace = namespaceOf(wanted) ?? '';
    counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most === undefined || most[0] === '' || most[1] * 2 <= lists.length ? undefined : most[0];
}

/** A HyperConverged without its images, and these as a platform declares them. */
interface PartedImages {
  readonly resource: KubeObject;
  readonly images: readonly GoldenImageDeclaration[];
}

/** Takes the images out of a HyperConverged; nothing where it has none, or one that no key can say. */
export function partImages(resource: KubeObject, hco: string): PartedImages | undefined {
  const spec = isMap(resource.spec) ? resource.spec : {};
  const inSources = isMap(spec.workloadSources) ? spec.workloadSources : undefined;
  const { dataImportCronTemplates: templates, ...rest } = inSources ?? spec;
  if (!Array.isArray(templates) || templates.length === 0) {
    return undefined;
  }
  const images = templates.map((template: unknown) =>
    isMap(template) && isMap(template.metadata) && typeof template.metadata.name === 'string'
      ? readGoldenImage(template as never, hco)
      : undefined,
  );
  const left =
    inSources === undefined ? rest : { ...spec, ...(Object.keys(rest).length === 0 ? {} : { workloadSources: rest }) };
  if (inSources !== undefined && Object.keys(rest).length === 0) {
    delete (left as { workloadSources?: unknown }).workloadSources;
  }
  return images.every((image) => image !== undefined) ? { resource: { ...resource, spec: left }, images } : undefined;
}

/** A kind that a platform declares by keys of its own. */
interface DeclaredKind {
  /** The key of the platform that holds it. */
  readonly key: string;
  /** Whether a platform has one of them, as opposed to a list. */
  readonly isSingle: boolean;
  readonly read: (object: KubeObject, context: PlatformContext) => object;
  /** Its keys, in the order in which people read them. */
  readonly table: { readonly rows: object };
}

/** By `Kind.group`. What is not here stays a manifest. */
const KINDS: Readonly<Record<string, DeclaredKind>> = {
  'KubeVirt.kubevirt.io': { key: 'kubevirt', isSingle: true, read: readKubeVirt, table: KUBEVIRT },
  'HyperConverged.hco.kubevirt.io': {
    key: 'hyperConverged',
    isSingle: true,
    read: readHyperConverged,
    table: HYPER_CONVERGED,
  },
  'DataVolume.cdi.kubevirt.io': { key: 'dataVolumes', isSingle: false, read: readDataVolume, table: DATA_VOLUME },
  'VirtualMachine.kubevirt.io': {
    key: 'virtualMachines',
    isSingle: false,
    read: readVirtualMachine,
    table: VIRTUAL_MACHINE_ENTRY,
  },
  'MachineDeployment.cluster.k8s.io': {
    key: 'machines',
    isSingle: false,
    read: readMachineDeployment,
    table: MACHINE_POOL,
  },
  'VirtualMachineInstance.kubevirt.io': {
    key: 'virtualMachineInstances',
    isSingle: false,
    read: readVirtualMachineInstance,
    table: VIRTUAL_MACHINE_INSTANCE,
  },
};

/** Kinds beside VMs are declared by one list each. */
const COMPANION_KINDS: Readonly<Record<string, DeclaredKind>> = Object.fromEntries(
  Object.entries(COMPANIONS).map(([key, [companion]]) => {
    const kind = companion as unknown as CompanionKind<{ readonly name: string }>;
    const name = `${kind.kind}.${groupOf(kind.versions[0]!.apiVersion)}`;
    const read: DeclaredKind['read'] = (object, context) => readCompanion(kind, object, context);
    return [name, { key, isSingle: false, read, table: kind.table }];
  }),
);

/** A declaration with its keys in the order in which people read them. */
export function inReadingOrder<T extends object>(declaration: T, { table }: DeclaredKind): T {
  const order = Object.keys(table.rows);
  const entries = Object.entries(declaration);
  return Object.fromEntries(entries.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))) as T;
}

/** How a platform declares an object; nothing where it has no key for it. */
export function declaredKind({ apiVersion, kind }: KubeObject): DeclaredKind | undefined {
  const name = `${kind}.${groupOf(apiVersion)}`;
  return own(KINDS, name) ?? own(COMPANION_KINDS, name);
}
