import { at, type InstanceSpec, listAt } from '../architectures/instance-view';
import { nameOf, namespaceOf } from '../kube/identity';
import { asText, type Fields, isMap, type KubeObject } from '../kube/object';
import { valueAt, valuesAt } from '../kube/path';
import type { AttachedVolume, ClaimPlace, PodClaim } from '../pods/pod-view';
import { claimOf, textMap, textOf } from '../pods/traits';
import type { ClusterView } from './cluster-view';
import type { CreatedInstance } from './created-instance';
import { Storage, type WantedVolume } from './storage';

/** What tells something of the storage of a cluster. */
const KINDS = [
  ['', 'PersistentVolume'],
  ['', 'PersistentVolumeClaim'],
  ['storage.k8s.io', 'StorageClass'],
] as const;

interface Known {
  /** Nothing where nothing of the storage is at hand. */
  readonly storage: Storage | undefined;
  readonly claims: Map<string, PodClaim>;
  /** Names of the claims that keep the state of a guest, by namespace and name of the guest. */
  readonly states: ReadonlyMap<string, string>;
}

const byCluster = new WeakMap<ClusterView, Known>();

function knownOf(cluster: ClusterView): Known {
  const known = byCluster.get(cluster) ?? {
    storage: KINDS.some(([group, kind]) => cluster.ofKind(group, kind).length > 0) ? new Storage(cluster) : undefined,
    claims: new Map<string, PodClaim>(),
    states: statesIn(cluster),
  };
  byCluster.set(cluster, known);
  return known;
}

/** Whether anything of the storage of a cluster is at hand. */
export function knowsStorage(cluster: ClusterView): boolean {
  return knownOf(cluster).storage !== undefined;
}

/** On the claim that keeps TPM and UEFI variables of a guest. @see kubevirt pkg/storage/backend-storage PVCPrefix */
const STATE_LABEL = 'persistent-state-for';

function statesIn(cluster: ClusterView): Map<string, string> {
  return new Map(
    cluster.ofKind('', 'PersistentVolumeClaim').flatMap((claim) => {
      const guest = textMap(valueAt(claim, 'metadata.labels'))[STATE_LABEL];
      return guest === undefined ? [] : [[`${namespaceOf(claim) ?? ''}/${guest}`, nameOf(claim) ?? '']];
    }),
  );
}

/** The claims that the launcher pod of a guest mounts; nothing where nothing of the storage is at hand. */
export function claimsOfGuest(created: CreatedInstance, cluster: ClusterView): PodClaim[] | undefined {
  const { storage, states } = knownOf(cluster);
  if (storage === undefined) {
    return undefined;
  }
  const { spec, namespace = '', object } = created;
  const keepsState = ['devices.tpm', 'firmware.bootloader.efi'].some(
    (part) => at(spec, `domain.${part}.persistent`) === true,
  );
  const state = keepsState ? states.get(`${namespace}/${nameOf(object) ?? ''}`) : undefined;
  return [...launchedClaims(spec), ...(state === undefined ? [] : [state])].map((name) =>
    claimNamed(name, namespace, cluster, () => dataVolumeOf(name, created, cluster)),
  );
}

/** The claims that a pod of the cluster mounts. */
export function claimsOfPod(spec: unknown, namespace: string, cluster: ClusterView): PodClaim[] | undefined {
  return knowsStorage(cluster)
    ? valuesAt(spec, 'volumes[].persistentVolumeClaim.claimName').map(({ value }) =>
        claimNamed(asText(value), namespace, cluster, () => undefined),
      )
    : undefined;
}

function claimNamed(
  name: string,
  namespace: string,
  cluster: ClusterView,
  dataVolume: () => Fields | undefined,
): PodClaim {
  const { claims, storage } = knownOf(cluster);
  const key = `${namespace}/${name}`;
  const known = claims.get(key);
  if (known !== undefined) {
    return known;
  }
  const found = findClaim(name, namespace, cluster, storage!, dataVolume);
  const likeness = found.isExclusive === true ? key : likenessOf(found);
  const claim = { ...found, key, likeness };
  claims.set(key, claim);
  return claim;
}

function likenessOf({ where, refusal, attached }: FoundClaim): string {
  const place = where.type === 'open' ? { ...where.claim, name: '', size: String(where.claim.size) } : where;
  return JSON.stringify([place, refusal, attached?.limits.size ? [attached.driver, attached.volume] : undefined]);
}

type FoundClaim = Omit<PodClaim, 'key' | 'likeness'>;

const BOUND = 'pv.kubernetes.io/bind-completed';
const UNBOUND = 'pod has unbound immediate PersistentVolumeClaims';

function findClaim(
  name: string,
  namespace: string,
  cluster: ClusterView,
  storage: Storage,
  dataVolume: () => Fields | undefined,
): FoundClaim {
  const claim = cluster.find('', 'PersistentVolumeClaim', name, namespace);
  if (claim === undefined) {
    const made = dataVolume();
    return made === undefined
      ? { where: unknown(`the claim ${name} was not found`) }
      : claimOfDataVolume(name, namespace, made, cluster, storage);
  }
  const spec = isMap(claim.spec) ? claim.spec : {};
  const annotations = textMap(valueAt(claim, 'metadata.annotations'));
  const phase = textOf(valueAt(claim, 'status.phase'));
  const volumeName = textOf(spec.volumeName);
  const modes = Array.isArray(spec.accessModes) ? spec.accessModes : [];
  const exclusive = modes.includes('ReadWriteOncePod') ? ({ isExclusive: true } as const) : {};
  if (phase === 'Lost') {
    const lost = `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${volumeName ?? ''}"`;
    return { ...exclusive, ...refused(lost) };
  }
  if (textOf(valueAt(claim, 'metadata.deletionTimestamp')) !== undefined) {
    return { ...exclusive, ...refused(`persistentvolumeclaim "${name}" is being deleted`) };
  }
  // A claim without a phase is not applied yet, and will be bound to the volume that it names.
  const isBound = phase === undefined || phase === 'Bound' || Object.hasOwn(annotations, BOUND);
  if (volumeName !== undefined) {
    return { ...exclusive, ...(isBound ? boundTo(volumeName, storage) : refused(UNBOUND)) };
  }
  const written = annotations['volume.beta.kubernetes.io/storage-class'] ?? spec.storageClassName;
  const className =
    written === undefined && phase === undefined
      ? valueAt(defaultClass(cluster, { ofCdi: false }), 'metadata.name')
      : written;
  return {
    ...exclusive,
    ...unbound({ name, namespace, spec, annotations }, textOf(className), storage, { isApplied: phase !== undefined }),
  };
}

/** @see kubevirt pkg/storage, containerized-data-importer AnnImmediateBinding */
const BINDS_AT_ONCE = 'cdi.kubevirt.io/storage.bind.immediate.requested';

/** The claim that CDI will make. */
function claimOfDataVolume(
  name: string,
  namespace: string,
  dataVolume: Fields,
  cluster: ClusterView,
  storage: Storage,
): FoundClaim {
  const parts = ['spec.pvc', 'spec.storage'].map((path) => valueAt(dataVolume, path));
  const spec = parts.find(isMap) ?? {};
  const annotations = textMap(valueAt(dataVolume, 'metadata.annotations'));
  const className = spec.storageClassName ?? valueAt(defaultClass(cluster, { ofCdi: true }), 'metadata.name');
  const found = unbound({ name, namespace, spec, annotations: {} }, textOf(className), storage, { isApplied: false });
  return found.where.type === 'open' && Object.hasOwn(annotations, BINDS_AT_ONCE)
    ? { where: unknown(`the volume of ${name} is made before the pod, wherever its importer runs`) }
    : found;
}

function boundTo(volumeName: string, storage: Storage): FoundClaim {
  const volume = storage.volume(volumeName);
  if (volume === undefined) {
    return storage.hasVolumes
      ? refused(`persistentvolume "${volumeName}" not found`)
      : { where: unknown(`the PersistentVolume ${volumeName} was not found`) };
  }
  return {
    where: { type: 'bound', volume: storage.reachable(volume) },
    ...attachedAs(storage.attachedBy(volume), storage),
  };
}

/**
 * @param isApplied whether it is on a cluster: one that should be bound at once and is not waits for what does not come
 */
function unbound(
  wanted: WantedVolume,
  className: string | undefined,
  storage: Storage,
  { isApplied }: { readonly isApplied: boolean },
): FoundClaim {
  const { name, namespace } = wanted;
  if (className === undefined) {
    return isApplied
      ? refused(UNBOUND)
      : { where: unknown(`the claim ${name} names no class, and none is the default`) };
  }
  const storageClass = storage.storageClass(className);
  if (storageClass === undefined) {
    return storage.hasClasses && isApplied
      ? refused(UNBOUND)
      : { where: unknown(`the StorageClass ${className} was not found`) };
  }
  const attached = attachedAs([asText(storageClass.provisioner), `${namespace}/${name}`], storage);
  if (storageClass.volumeBindingMode === 'WaitForFirstConsumer') {
    return { where: { type: 'open', claim: storage.openClaim(wanted, storageClass) }, ...attached };
  }
  if (isApplied) {
    return refused(UNBOUND);
  }
  const isLimited = valuesAt(storageClass, 'allowedTopologies[]').length > 0;
  const where: ClaimPlace = isLimited
    ? unknown(`the volume of ${name} is made before the pod, where the StorageClass ${className} allows it`)
    : { type: 'everywhere' };
  return { where, ...attached };
}

function attachedAs(
  found: readonly [driver: string, volume: string] | undefined,
  storage: Storage,
): { readonly attached?: AttachedVolume } {
  const limits = found === undefined ? undefined : storage.limitsOf(found[0]);
  return found === undefined || limits === undefined || limits.size === 0
    ? {}
    : { attached: { driver: found[0], volume: found[1], limits } };
}

function refused(refusal: string): FoundClaim {
  return { refusal, where: { type: 'everywhere' } };
}

function unknown(detail: string): ClaimPlace {
  return { type: 'unknown', detail };
}

const CDI = 'cdi.kubevirt.io';
const SHARED = 'ReadWriteMany';

/** Whether several nodes can use the claim behind a volume at once; nothing where that was not found. */
export function isSharedClaim(
  volume: Readonly<Record<string, unknown>>,
  created: CreatedInstance,
  cluster: ClusterView,
): boolean | undefined {
  const name = claimOf(volume);
  const modes = name === undefined ? undefined : accessModesOf(name, volume, created, cluster);
  return Array.isArray(modes) ? modes.includes(SHARED) : undefined;
}

/** Whether there is a claim of a name, or will be: a DataVolume of that name makes one. */
export function hasClaim(name: string, created: CreatedInstance, cluster: ClusterView): boolean {
  const { namespace = '' } = created;
  return (
    cluster.find('', 'PersistentVolumeClaim', name, namespace) !== undefined ||
    dataVolumeOf(name, created, cluster) !== undefined
  );
}

/** The DataVolume of a name: of the VM's own templates, or one by itself. */
function dataVolumeOf(
  name: string,
  { dataVolumeTemplates, namespace = '' }: CreatedInstance,
  cluster: ClusterView,
): Readonly<Record<string, unknown>> | undefined {
  const template = dataVolumeTemplates.find(({ item }) => valueAt(item, 'metadata.name') === name)?.item;
  return template ?? cluster.find(CDI, 'DataVolume', name, namespace);
}

/** What counts is what the claim asks for, not what it got. A claim that is not there yet is made of its DataVolume. */
function accessModesOf(
  name: string,
  volume: Readonly<Record<string, unknown>>,
  created: CreatedInstance,
  cluster: ClusterView,
): unknown {
  const { object, namespace = '' } = created;
  const claim = cluster.find('', 'PersistentVolumeClaim', name, namespace);
  if (claim !== undefined) {
    return valueAt(claim, 'spec.accessModes') ?? [];
  }
  const statuses = valueAt(object, 'status.volumeStatus');
  const status = Array.isArray(statuses) ? statuses.filter(isMap).find((each) => each.name === volume.name) : undefined;
  if (isMap(status?.persistentVolumeClaimInfo)) {
    return status.persistentVolumeClaimInfo.accessModes ?? [];
  }
  const dataVolume = dataVolumeOf(name, created, cluster);
  return dataVolume === undefined ? undefined : modesOfDataVolume(dataVolume, cluster);
}

/**
 * Modes of the claim that CDI makes: those that are written, else the first that the StorageProfile of the class prefers.
 *
 * @see containerized-data-importer pkg/controller/datavolume/util.go renderPvcSpec
 */
function modesOfDataVolume(dataVolume: Readonly<Record<string, unknown>>, cluster: ClusterView): unknown {
  const written = [valueAt(dataVolume, 'spec.pvc.accessModes'), valueAt(dataVolume, 'spec.storage.accessModes')].find(
    (modes) => Array.isArray(modes) && modes.length > 0,
  );
  if (written !== undefined || !isMap(valueAt(dataVolume, 'spec.storage'))) {
    return written;
  }
  const profile = profileOf(textOf(valueAt(dataVolume, 'spec.storage.storageClassName')), cluster);
  const sets = valueAt(profile, 'status.claimPropertySets');
  const volumeMode = valueAt(dataVolume, 'spec.storage.volumeMode');
  const fitting = (Array.isArray(sets) ? sets : [])
    .filter(isMap)
    .find((set) => volumeMode === undefined || set.volumeMode === volumeMode);
  return fitting?.accessModes;
}

/** The annotation that makes a StorageClass that of claims which name none. */
const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class';
/** The same for the claims of VMs, which CDI makes. */
const DEFAULT_VIRT_CLASS = 'storageclass.kubevirt.io/is-default-virt-class';

/** The class of claims that name none; that for VMs comes first, where CDI makes the claim. */
function defaultClass(cluster: ClusterView, { ofCdi }: { readonly ofCdi: boolean }): KubeObject | undefined {
  const classes = cluster.ofKind('storage.k8s.io', 'StorageClass');
  return [...(ofCdi ? [DEFAULT_VIRT_CLASS] : []), DEFAULT_CLASS]
    .flatMap((annotation) =>
      classes.filter((each) => valueAt(each, `metadata.annotations["${annotation}"]`) === 'true'),
    )
    .at(0);
}

/** That of a class, or of the default one. */
function profileOf(written: string | undefined, cluster: ClusterView): KubeObject | undefined {
  const name = written ?? textOf(valueAt(defaultClass(cluster, { ofCdi: true }), 'metadata.name'));
  return name === undefined ? undefined : cluster.find(CDI, 'StorageProfile', name, undefined);
}

/** Names of the claims that a launcher pod itself mounts: one that is hotplugged comes with a pod of its own. */
export function launchedClaims(spec: InstanceSpec): string[] {
  const names = listAt(spec, 'volumes').map((volume) => {
    const isHotplugged = ['persistentVolumeClaim', 'dataVolume'].some(
      (kind) => at(volume, `${kind}.hotpluggable`) === true,
    );
    return isHotplugged
      ? undefined
      : textOf(claimOf(volume) ?? at(volume, 'ephemeral.persistentVolumeClaim.claimName'));
  });
  return [...new Set(names.filter((name) => name !== undefined))];
}
