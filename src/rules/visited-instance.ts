import { isArchitecture } from '../architectures/architecture';
import type { Architecture } from '../architectures/facts';
import type { InstanceSpec } from '../architectures/instance-view';
import type { ClusterView } from '../cluster/cluster-view';
import { type CreatedInstance, createdInstanceFrom } from '../cluster/created-instance';
import type { Instance } from '../cluster/instance-of';
import { groupOf, namespaceOf } from '../kube/identity';
import { type Fields, isMap, type KubeObject } from '../kube/object';
import { type Part, partsOf } from './part';

/** What a VirtualMachine, or what makes some, says around its template. */
export interface VisitedVm {
  readonly spec: Fields;
  /** Where its spec is in the object. */
  readonly path: string;
  /** False for machines of Cluster API, whose controller fills in what is missing. */
  readonly isOfKubeVirt: boolean;
}

const NO_FIELDS: Fields = {};

/** An instance as visitors see it: with its instance type and preference, and each of its lists found once for all rules. */
export class VisitedInstance {
  public readonly vm: VisitedVm | undefined;
  /** Whether a VirtualMachine makes it, which virt-api judges before KubeVirt's defaults. */
  public readonly isOfVm: boolean;
  private _created: CreatedInstance | undefined;
  private _disks: readonly Part[] | undefined;
  private _volumes: readonly Part[] | undefined;
  private _interfaces: readonly Part[] | undefined;
  private _networks: readonly Part[] | undefined;
  private _dataVolumeTemplates: readonly Part[] | undefined;

  constructor(
    public readonly object: KubeObject,
    /** As the object says it. */
    public readonly written: Instance,
    private readonly cluster: ClusterView,
  ) {
    const { vm } = written;
    this.vm =
      vm === undefined ? undefined : { ...vm, isOfKubeVirt: groupOf(object.apiVersion).endsWith('kubevirt.io') };
    this.isOfVm = object.kind !== 'VirtualMachineInstance';
  }

  /** With its instance type, its preference and its architecture. */
  public get created(): CreatedInstance {
    this._created ??= createdInstanceFrom(this.object, this.written, this.cluster);
    return this._created;
  }

  /** As KubeVirt will create it, as far as instance type and preference are known. */
  public get spec(): InstanceSpec {
    return this.created.expanded.spec;
  }

  /** Where the spec is in the object. */
  public get path(): string {
    return this.written.path;
  }

  /** As KubeVirt would default it; nothing where that is not known, or is no architecture. */
  public get architecture(): Architecture | undefined {
    const { architecture } = this.created;
    return isArchitecture(architecture) ? architecture : undefined;
  }

  /** Namespace of the object, where it says one. */
  public get namespace(): string | undefined {
    return namespaceOf(this.object);
  }

  /** Whether it names an instance type that is not at hand, which brings CPUs and memory along. */
  public get hasUnknownInstancetype(): boolean {
    return this.created.expanded.missing.some(({ path }) => path.endsWith('.instancetype'));
  }

  public get devices(): Fields {
    const { domain } = this.spec;
    const devices = isMap(domain) ? domain.devices : undefined;
    return isMap(devices) ? devices : NO_FIELDS;
  }

  /** As virt-api looks at them: KubeVirt adds one for each volume that has neither a disk nor a file system. */
  public get disks(): readonly Part[] {
    this._disks ??= withBareVolumes(partsOf(this.devices.disks, 'domain.devices.disks'), this);
    return this._disks;
  }

  /** As the object says them: neither an instance type nor a preference has any. */
  public get volumes(): readonly Part[] {
    this._volumes ??= partsOf(this.written.spec.volumes, 'volumes');
    return this._volumes;
  }

  public get interfaces(): readonly Part[] {
    this._interfaces ??= partsOf(this.devices.interfaces, 'domain.devices.interfaces');
    return this._interfaces;
  }

  /** As the object says them, too. */
  public get networks(): readonly Part[] {
    this._networks ??= partsOf(this.written.spec.networks, 'networks');
    return this._networks;
  }

  /** Named by their metadata; paths are below the spec of the VirtualMachine. */
  public get dataVolumeTemplates(): readonly Part[] {
    this._dataVolumeTemplates ??= partsOf(this.vm?.spec.dataVolumeTemplates, 'dataVolumeTemplates');
    return this._dataVolumeTemplates;
  }

  /** The network that an interface is on. */
  public networkOf({ name }: Part): Fields | undefined {
    return this.networks.findLast((network) => network.name === name)?.item;
  }
}

function withBareVolumes(disks: readonly Part[], { volumes, devices }: VisitedInstance): readonly Part[] {
  if (volumes.every(({ name }) => disks.some((disk) => disk.name === name))) {
    return disks;
  }
  const filesystems = partsOf(devices.filesystems, 'domain.devices.filesystems');
  const names = new Set([...disks, ...filesystems].map(({ name }) => name));
  const bare = volumes.filter(({ name }) => !names.has(name));
  return bare.length === 0 ? disks : [...disks, ...bare.map(({ name, path }) => ({ name, path, item: { name } }))];
}
