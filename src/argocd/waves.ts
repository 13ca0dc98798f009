import { groupOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { atLeast } from '../kube/release';
import type { Target } from '../target/target';
import type { ArgocdDeclaration } from './declaration';
import { BRINGERS } from './facts';

/** An object with the path of what made it. */
export interface WavedObject {
  readonly path: string;
  readonly object: KubeObject;
}

/** Everything below one path comes after everything below another. */
export interface After {
  readonly dependent: string;
  readonly dependency: string;
}

/** Kinds that have to be there before others, though nothing in the objects says so. */
interface Precedence {
  readonly kinds: readonly string[];
  /** Whether a kind, as `KubeVirt.kubevirt.io`, is one of those. */
  readonly after: (kind: string) => boolean;
  readonly source: string;
}

const GUESTS = [
  'VirtualMachine.kubevirt.io',
  'VirtualMachineInstance.kubevirt.io',
  'VirtualMachinePool.pool.kubevirt.io',
];

/**
 * Within one wave Argo CD applies kinds that it does not know by name, so a VM may come before what it needs.
 */
const PRECEDENCES: readonly Precedence[] = [
  {
    kinds: GUESTS,
    after: (kind) => kind.endsWith('.instancetype.kubevirt.io'),
    source: 'kubevirt/kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vms-admitter.go rejects unknown ones',
  },
  {
    kinds: GUESTS,
    after: (kind) => /^(Mutating|Validating)AdmissionPolicy/.test(kind),
    source:
      'a policy changes launcher pods as they are created, and none that is there already; the API server needs about a second before it acts, and Argo CD waits two between waves',
  },
  {
    kinds: GUESTS,
    after: (kind) => kind === 'Plugin.plugin.kubevirt.io',
    source:
      'kubevirt pkg/virt-launcher/virtwrap/plugins: hooks run when the domain is defined, and never on one that runs',
  },
];

/**
 * The wave of each object, from what depends on what: one more than what it needs.
 *
 * A wave begins when everything in the one before is healthy, so waves say "needs", and nothing else. Disks share the wave
 * of their VMs: one that binds with its first consumer is not healthy before that consumer is there.
 *
 * @param ordered in an order that satisfies the dependencies
 */
export function wavesOf(ordered: readonly WavedObject[], dependencies: readonly After[]): number[] {
  const ends = dependencies.map(() => 0);
  const dependents = indexed(dependencies.map(({ dependent }) => dependent));
  const needed = indexed(dependencies.map(({ dependency }) => dependency));
  const highest = new Map<string, number>();
  return ordered.map(({ path, object }) => {
    const group = groupOf(object.apiVersion);
    const kind = `${object.kind}.${group}`;
    // Where one lies within the other, it waits for, or holds up, all of it but itself.
    const around = new Set(prefixesOf(path));
    const isInner = (inner: string, outer: string) => around.has(inner) && inner.length > outer.length;
    const waits = dependents(around).filter((i) => !isInner(dependencies[i]!.dependency, dependencies[i]!.dependent));
    const held = needed(around).filter((i) => !isInner(dependencies[i]!.dependent, dependencies[i]!.dependency));
    const before = [...precedingWaves(kind, group, highest), ...waits.map((i) => ends[i]!)];
    const wave = before.reduce((most, each) => Math.max(most, each + 1), 0);
    for (const i of held) {
      ends[i] = Math.max(ends[i]!, wave);
    }
    highest.set(kind, Math.max(highest.get(kind) ?? 0, wave));
    return wave;
  });
}

/** Finds the numbers of the paths that are among others. */
function indexed(paths: readonly string[]): (among: ReadonlySet<string>) => number[] {
  const numbers = new Map<string, number[]>();
  paths.forEach((path, i) => {
    numbers.set(path, [...(numbers.get(path) ?? []), i]);
  });
  return (among) => [...among].flatMap((path) => numbers.get(path) ?? []);
}

/** Waves of what came before and has to, though no dependency says so. */
function precedingWaves(kind: string, group: string, highest: ReadonlyMap<string, number>): number[] {
  const isBringer = BRINGERS.some((bringer) => bringer.kind === kind);
  const bringers = BRINGERS.filter(({ groups }) => !isBringer && groups.includes(group)).map((bringer) => bringer.kind);
  const rows = PRECEDENCES.filter(({ kinds }) => kinds.includes(kind));
  const others = rows.length === 0 ? [] : [...highest.keys()].filter((other) => rows.some(({ after }) => after(other)));
  return [...bringers, ...others].flatMap((other) => highest.get(other) ?? []);
}

/** `a`, `a/b` and `a/b/c` of `a/b/c`. */
function prefixesOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}

/** Kinds whose deletion takes data, or everything that depends on them, with it. */
const KEEPERS: Readonly<Record<string, string>> = {
  'Namespace.': 'everything in it',
  'PersistentVolumeClaim.': 'its volume',
  'PersistentVolume.': 'its volume',
  'CustomResourceDefinition.apiextensions.k8s.io': 'every object of its kind',
  'KubeVirt.kubevirt.io': 'KubeVirt, and with it every virtual machine',
  'HyperConverged.hco.kubevirt.io': 'KubeVirt and CDI, and with them every virtual machine',
  'CDI.cdi.kubevirt.io': 'CDI, and with it every DataVolume',
  'DataVolume.cdi.kubevirt.io': 'its volume',
};

/** Data lost when an object is deleted; undefined where it can be made again. */
export function lostWith(object: KubeObject): string | undefined {
  const kind = `${object.kind}.${groupOf(object.apiVersion)}`;
  if (kind !== 'VirtualMachine.kubevirt.io') {
    return Object.hasOwn(KEEPERS, kind) ? KEEPERS[kind] : undefined;
  }
  return keepsState(object.spec) ? 'the disks that were made for it, and its state' : undefined;
}

/** A machine with disks of its own, or with firmware or a TPM that remember something. */
function keepsState(spec: unknown): boolean {
  const { dataVolumeTemplates, template } = mapOf(spec);
  const { domain, volumes } = mapOf(mapOf(template).spec);
  const { devices, firmware } = mapOf(domain);
  return (
    listOf(dataVolumeTemplates).length > 0 ||
    listOf(volumes).some((volume) => ['dataVolume', 'persistentVolumeClaim'].some((key) => key in mapOf(volume))) ||
    mapOf(mapOf(devices).tpm).persistent === true ||
    mapOf(mapOf(mapOf(firmware).bootloader).efi).persistent === true
  );
}

function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return isMap(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const WAVE = 'argocd.argoproj.io/sync-wave';
const OPTIONS = 'argocd.argoproj.io/sync-options';

/** The first Argo CD that asks a person. Source: argoproj/argo-cd v2.14.0 docs/user-guide/sync-options.md. */
const ASKS_SINCE = '2.14';

/** Groups of kinds that come with an operator, and so perhaps after the first sync has begun. */
const OPERATOR_GROUPS = new Set([
  ...BRINGERS.flatMap(({ groups }) => groups),
  'hco.kubevirt.io',
  'cluster.k8s.io',
  'k8s.cni.cncf.io',
  'nmstate.io',
]);

/**
 * The objects with what Argo CD has to know to apply them in order and to keep what holds data. What an object says
 * itself stays.
 *
 * @param ordered in an order that satisfies the dependencies
 */
export function annotateForSync(
  ordered: readonly WavedObject[],
  dependencies: readonly After[],
  { waves, prune }: ArgocdDeclaration,
  target: Target,
): KubeObject[] {
  if (waves !== true && prune === undefined) {
    return ordered.map(({ object }) => object);
  }
  const numbers = waves === true ? wavesOf(ordered, dependencies) : undefined;
  const defined = definedKinds(ordered);
  return ordered.map(({ object }, i) => {
    const options = [
      ...(waves === true && comesLate(object, defined) ? ['SkipDryRunOnMissingResource=true'] : []),
      ...(prune !== undefined && lostWith(object) !== undefined ? keeping(prune, target) : []),
    ];
    return withAnnotations(object, numbers?.[i] ?? 0, options);
  });
}

/** Whether the API of an object may be missing when a sync begins: operators bring it. A CRD in the same sync is seen anyway. */
function comesLate({ apiVersion, kind }: KubeObject, defined: ReadonlySet<string>): boolean {
  const group = groupOf(apiVersion);
  return OPERATOR_GROUPS.has(group) && !defined.has(`${kind}.${group}`);
}

function definedKinds(ordered: readonly WavedObject[]): Set<string> {
  return new Set(
    ordered
      .filter(({ object }) => object.kind === 'CustomResourceDefinition')
      .map(({ object }) => {
        const { group, names } = (object.spec ?? {}) as { group?: string; names?: { kind?: string } };
        return `${names?.kind}.${group}`;
      }),
  );
}

function keeping(prune: 'confirm' | 'never', { argocd }: Target): string[] {
  const asks = prune === 'confirm' && (argocd === undefined || atLeast(argocd, ASKS_SINCE));
  const value = asks ? 'confirm' : 'false';
  return [`Prune=${value}`, `Delete=${value}`];
}

function withAnnotations(object: KubeObject, wave: number, options: readonly string[]): KubeObject {
  const before = object.metadata.annotations ?? {};
  const said = (before[OPTIONS] ?? '').split(',').filter((option) => option.trim() !== '');
  const keys = new Set(said.map((option) => option.trim().split('=')[0]));
  const added = options.filter((option) => !keys.has(option.split('=')[0]));
  const annotations = {
    ...before,
    ...(wave === 0 || WAVE in before ? {} : { [WAVE]: String(wave) }),
    ...(added.length === 0 ? {} : { [OPTIONS]: [...said, ...added].join(',') }),
  };
  return Object.keys(annotations).length === Object.keys(before).length && added.length === 0
    ? object
    : { ...object, metadata: { ...object.metadata, annotations } };
}
