import { at } from '../architectures/instance-view';
import { nameOf, namespaceOf } from '../kube/identity';
import { asText, type Fields, isMap } from '../kube/object';
import { valueAt, valuesAt } from '../kube/path';
import { textMap, textOf } from '../launcher/traits';
import type { AttachedVolume, ClaimPlace, PodClaim } from '../scheduling/pod-view';
import { dataVolumeOf, defaultClass, launchedClaims } from './claims';
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
      ? { where: unknown(`the claim ${name} is not at hand`) }
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
      : { where: unknown(`the PersistentVolume ${volumeName} is not at hand`) };
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
      : { where: unknown(`the StorageClass ${className} is not at hand`) };
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
