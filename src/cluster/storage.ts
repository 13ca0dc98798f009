import { selectsLabels } from '../kube/label-selector';
import { type Requirement, requiredTerms } from '../kube/node-selector';
import { asText, type Fields, isMap, type KubeObject } from '../kube/object';
import { valueAt, valuesAt } from '../kube/path';
import { parseQuantity } from '../kube/quantity';
import type { DriverLimit, OpenClaim, Provision, ReachableVolume } from '../pods/pod-view';
import { textMap, textOf } from '../pods/traits';
import { ZONE_LABELS } from '../pods/volume-filters';
import type { ClusterView } from './cluster-view';

const STORAGE = 'storage.k8s.io';

/** What a claim asks for, whether it is there or CDI makes it of a DataVolume. */
export interface WantedVolume {
  readonly name: string;
  readonly namespace: string;
  /** Of the claim, or the part of a DataVolume that its claim is made of. */
  readonly spec: Fields;
  readonly annotations: Readonly<Record<string, string>>;
}

/** PersistentVolumes, StorageClasses and what CSI drivers say of nodes, as kube-scheduler looks at them. */
export class Storage {
  private readonly _volumes: readonly KubeObject[];
  private readonly _reachable = new Map<KubeObject, ReachableVolume>();
  private _limits: ReadonlyMap<string, ReadonlyMap<string, DriverLimit>> | undefined;

  constructor(private readonly cluster: ClusterView) {
    this._volumes = cluster.ofKind('', 'PersistentVolume');
  }

  /** Whether volumes are at hand: one that is not there then does not exist. */
  public get hasVolumes(): boolean {
    return this._volumes.length > 0;
  }

  /** Whether classes are at hand. */
  public get hasClasses(): boolean {
    return this.cluster.ofKind(STORAGE, 'StorageClass').length > 0;
  }

  public volume(name: string): KubeObject | undefined {
    return this.cluster.find('', 'PersistentVolume', name, undefined);
  }

  public storageClass(name: string): KubeObject | undefined {
    return this.cluster.find(STORAGE, 'StorageClass', name, undefined);
  }

  /** A volume as nodes reach it. */
  public reachable(volume: KubeObject): ReachableVolume {
    const known = this._reachable.get(volume) ?? reachableVolume(volume);
    this._reachable.set(volume, known);
    return known;
  }

  /** The CSI driver of a volume, and which of its volumes it is; nothing for others. */
  public attachedBy(volume: KubeObject | undefined): readonly [driver: string, volume: string] | undefined {
    const { driver, volumeHandle } = fieldsAt(volume, 'spec.csi');
    return textOf(driver) === undefined || textOf(volumeHandle) === undefined
      ? undefined
      : [asText(driver), asText(volumeHandle)];
  }

  /** By nodes, the most volumes that a CSI driver takes there; empty where no CSINode says it. */
  public limitsOf(driver: string): ReadonlyMap<string, DriverLimit> {
    this._limits ??= this._findLimits();
    return this._limits.get(driver) ?? new Map();
  }

  private _findLimits(): Map<string, Map<string, DriverLimit>> {
    const attached = new Map<string, Set<string>>();
    for (const { spec } of this.cluster.ofKind(STORAGE, 'VolumeAttachment')) {
      const { nodeName, attacher } = isMap(spec) ? spec : ({} as Fields);
      const volume = this.attachedBy(this.volume(asText(valueAt(spec, 'source.persistentVolumeName') ?? '')));
      if (volume !== undefined && textOf(attacher) !== undefined) {
        const place = `${asText(nodeName)} ${asText(attacher)}`;
        attached.set(place, (attached.get(place) ?? new Set()).add(volume[1]));
      }
    }
    const limits = new Map<string, Map<string, DriverLimit>>();
    for (const node of this.cluster.ofKind(STORAGE, 'CSINode')) {
      const name = asText(valueAt(node, 'metadata.name') ?? '');
      for (const { value } of valuesAt(node, 'spec.drivers[]')) {
        const [driver, most] = [asText(valueAt(value, 'name') ?? ''), valueAt(value, 'allocatable.count')];
        if (typeof most === 'number') {
          const ofDriver = limits.get(driver) ?? new Map<string, DriverLimit>();
          limits.set(driver, ofDriver.set(name, { most, attached: attached.get(`${name} ${driver}`) ?? new Set() }));
        }
      }
    }
    return limits;
  }

  /** A claim of a class that waits for its first consumer. */
  public openClaim(wanted: WantedVolume, storageClass: KubeObject): OpenClaim {
    const className = asText(valueAt(storageClass, 'metadata.name') ?? '');
    const size = sizeOf(valueAt(wanted.spec, 'resources.requests.storage'));
    const isNamed = ({ spec }: KubeObject) =>
      valueAt(spec, 'claimRef.name') === wanted.name && valueAt(spec, 'claimRef.namespace') === wanted.namespace;
    const usable = this._volumes.filter((volume) => isUsable(volume, wanted.spec, size));
    const reserved = usable.find(isNamed);
    const candidates = usable
      .filter((volume) => isFree(volume, wanted.spec, className))
      .sort((a, b) => compareSizes(capacityOf(a), capacityOf(b)));
    const selectedNode = wanted.annotations['volume.kubernetes.io/selected-node'];
    const provision = this._provision(storageClass, className, size);
    return {
      name: wanted.name,
      size,
      ...(selectedNode === undefined ? {} : { selectedNode }),
      ...(reserved === undefined ? {} : { reserved: this.reachable(reserved) }),
      candidates: candidates.map((volume) => this.reachable(volume)),
      ...(provision === undefined ? {} : { provision }),
    };
  }

  private _provision(storageClass: KubeObject, className: string, size: bigint): Provision | undefined {
    const provisioner = textOf(storageClass.provisioner);
    if (provisioner === undefined || provisioner === 'kubernetes.io/no-provisioner') {
      return undefined;
    }
    const terms = valuesAt(storageClass, 'allowedTopologies[]').map(({ value }) =>
      valuesAt(value, 'matchLabelExpressions[]').map(({ value: each }) => among(isMap(each) ? each : {})),
    );
    const driver = this.cluster.find(STORAGE, 'CSIDriver', provisioner, undefined);
    const rooms =
      valueAt(driver, 'spec.storageCapacity') === true && size > 0n ? this._rooms(className, size) : undefined;
    return {
      className,
      ...(terms.length === 0 ? {} : { topologies: terms }),
      ...(rooms === undefined ? {} : { rooms }),
    };
  }

  /** Where a driver that tells its capacity has room for one volume of a size. */
  private _rooms(className: string, size: bigint): unknown[] {
    return this.cluster
      .ofKind(STORAGE, 'CSIStorageCapacity')
      .filter((each) => each.storageClassName === className && isMap(each.nodeTopology))
      .filter(({ maximumVolumeSize, capacity }) => sizeOf(maximumVolumeSize ?? capacity) >= size)
      .map(({ nodeTopology }) => nodeTopology);
  }
}

function reachableVolume(volume: KubeObject): ReachableVolume {
  const required = valueAt(volume, 'spec.nodeAffinity.required');
  const labels = textMap(valueAt(volume, 'metadata.labels'));
  const terms = isMap(required)
    ? (requiredTerms({ nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } }) ?? [])
    : undefined;
  return {
    name: asText(valueAt(volume, 'metadata.name') ?? ''),
    ...(terms === undefined ? {} : { terms }),
    // Several zones are joined by two underscores; kube-scheduler leaves out what it cannot read.
    zones: ZONE_LABELS.filter((key) => Object.hasOwn(labels, key))
      .map((key) => ({ key, operator: 'In', values: labels[key]!.split('__').map((zone) => zone.trim()) }))
      .filter(({ values }) => !values.includes('')),
  };
}

function among({ key, values }: Fields): Requirement {
  return { key: asText(key ?? ''), operator: 'In', values: Array.isArray(values) ? values.map(asText) : [] };
}

/** Whether a claim could be bound to a volume, whether or not another one is. k8s.io/component-helpers FindMatchingVolume. */
function isUsable(volume: KubeObject, claim: Fields, size: bigint): boolean {
  const { volumeMode = 'Filesystem', volumeAttributesClassName = '' } = fieldsAt(volume, 'spec');
  return (
    capacityOf(volume) >= size &&
    volumeMode === (claim.volumeMode ?? 'Filesystem') &&
    volumeAttributesClassName === (claim.volumeAttributesClassName ?? '') &&
    valueAt(volume, 'metadata.deletionTimestamp') === undefined
  );
}

/** Whether it is for whichever claim comes first. A volume that is not applied yet will be available. */
function isFree(volume: KubeObject, { selector, accessModes }: Fields, className: string): boolean {
  const { claimRef, storageClassName = '', accessModes: offered } = fieldsAt(volume, 'spec');
  const phase = valueAt(volume, 'status.phase') ?? 'Available';
  const modes = Array.isArray(offered) ? offered : [];
  return (
    claimRef === undefined &&
    phase === 'Available' &&
    storageClassName === className &&
    (!isMap(selector) || selectsLabels(selector, textMap(valueAt(volume, 'metadata.labels')))) &&
    (Array.isArray(accessModes) ? accessModes : []).every((mode) => modes.includes(mode))
  );
}

function capacityOf(volume: KubeObject): bigint {
  return sizeOf(valueAt(volume, 'spec.capacity.storage'));
}

function sizeOf(quantity: unknown): bigint {
  return quantity === undefined ? 0n : (parseQuantity(asText(quantity))?.nano ?? 0n);
}

function compareSizes(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function fieldsAt(object: KubeObject | undefined, path: string): Fields {
  const found = object === undefined ? undefined : valueAt(object, path);
  return isMap(found) ? found : {};
}
