import { isArchitecture } from '../architectures/architecture';
import type { Architecture } from '../architectures/facts';
import type { InstanceSpec } from '../architectures/instance-view';
import { type Expansion, expandVm, NOT_EXPANDED } from '../instancetypes/expand';
import {
  applyPresets,
  type PresetConflict,
  type PresetSubject,
  presetConflicts,
  presetsFor,
} from '../instancetypes/presets';
import { namespaceOf } from '../kube/identity';
import { asText, type Fields, isEmpty, isMap, type KubeObject } from '../kube/object';
import { textMap } from '../pods/traits';
import type { ClusterView, DefaultArchitecture } from './cluster-view';
import { dataSourceArchitecture } from './data-sources';
import { type Instance, instanceOf } from './instance-of';
import { type Part, partsOf } from './part';

const NO_FIELDS: Fields = {};
const NO_CONFLICTS: readonly never[] = [];

/**
 * The instance that an object is or makes, as KubeVirt will create it as far as that is known: with its instance type, its
 * preference and its architecture. Each of its lists is found once for all rules.
 */
export class CreatedInstance {
  public readonly vm: Instance['vm'];
  /** Whether a VirtualMachine makes it, which virt-api judges before KubeVirt's defaults. */
  public readonly isOfVm: boolean;
  private _expanded: Expansion | undefined;
  private _default: { readonly found: DefaultArchitecture | undefined } | undefined;
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
    this.vm = written.vm;
    this.isOfVm = object.kind !== 'VirtualMachineInstance';
  }

  /** What its instance type, its preference and presets of its namespace make of it. */
  public get expanded(): Expansion {
    this._expanded ??= this._withPresets(this.expand());
    return this._expanded;
  }

  /** Pairs of VirtualMachineInstancePresets that select it and differ. */
  public get presetConflicts(): readonly PresetConflict[] {
    return this.cluster.presets.length < 2
      ? NO_CONFLICTS
      : presetConflicts(presetsFor(this._presetsHere(), this._presetSubject(this.expanded)));
  }

  private _withPresets(expanded: Expansion): Expansion {
    return this.cluster.presets.length === 0
      ? expanded
      : applyPresets(this._presetsHere(), expanded, this._presetSubject(expanded));
  }

  /** A namespace that is not said is whichever the manifests are applied to. */
  private _presetsHere(): readonly KubeObject[] {
    const { namespace } = this;
    return this.cluster.presets.filter(
      (preset) => namespace === undefined || (namespaceOf(preset) ?? namespace) === namespace,
    );
  }

  private _presetSubject({ annotations }: Expansion): PresetSubject {
    const { metadata } = this.written.template;
    const own = isMap(metadata) ? metadata : NO_FIELDS;
    return {
      labels: textMap(own.labels),
      annotations: { ...textMap(annotations), ...textMap(own.annotations) },
      isOfVm: this.vm !== undefined,
    };
  }

  private expand(): Expansion {
    const { written, vm, cluster } = this;
    return vm === undefined || (vm.spec.instancetype === undefined && vm.spec.preference === undefined)
      ? { ...NOT_EXPANDED, spec: written.spec }
      : expandVm(
          vm,
          this.namespace,
          written.spec,
          cluster.instancetypes,
          cluster.target.kubevirt,
          () => cluster.defaultArchitecture()?.architecture,
        );
  }

  /** As KubeVirt will create it, as far as instance type and preference are known. */
  public get spec(): InstanceSpec {
    return this.expanded.spec;
  }

  /** Where the spec is in the object. */
  public get path(): string {
    return this.written.path;
  }

  /** As KubeVirt would default it; nothing where that is not known, or is no architecture. */
  public get architecture(): Architecture | undefined {
    const { namedArchitecture } = this;
    return isArchitecture(namedArchitecture) ? namedArchitecture : undefined;
  }

  /** The same by its name, also one that KubeVirt does not run on. */
  public get namedArchitecture(): string | undefined {
    const said = this.spec.architecture;
    return isEmpty(said) ? this.defaulted()?.architecture : asText(said);
  }

  /** Why it has its architecture, where the VM does not say it. */
  public get because(): string | undefined {
    return isEmpty(this.spec.architecture) ? this.defaulted()?.reason : undefined;
  }

  private defaulted(): DefaultArchitecture | undefined {
    this._default ??= {
      found: dataSourceArchitecture(this.vm?.spec, this.namespace, this.cluster) ?? this.cluster.defaultArchitecture(),
    };
    return this._default.found;
  }

  /** Namespace of the object, where it says one. */
  public get namespace(): string | undefined {
    return namespaceOf(this.object);
  }

  /** Whether it names an instance type that was not found, which brings CPUs and memory along. */
  public get hasUnknownInstancetype(): boolean {
    return this.expanded.missing.some(({ path }) => path.endsWith('.instancetype'));
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

function withBareVolumes(disks: readonly Part[], { volumes, devices }: CreatedInstance): readonly Part[] {
  if (volumes.every(({ name }) => disks.some((disk) => disk.name === name))) {
    return disks;
  }
  const filesystems = partsOf(devices.filesystems, 'domain.devices.filesystems');
  const names = new Set([...disks, ...filesystems].map(({ name }) => name));
  const bare = volumes.filter(({ name }) => !names.has(name));
  return bare.length === 0 ? disks : [...disks, ...bare.map(({ name, path }) => ({ name, path, item: { name } }))];
}

/** The instance of an object, as it will be created; nothing where it makes none. */
export function createdInstanceOf(object: KubeObject, cluster: ClusterView): CreatedInstance | undefined {
  const written = instanceOf(object);
  return written === undefined ? undefined : new CreatedInstance(object, written, cluster);
}
