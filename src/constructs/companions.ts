import { Construct } from 'constructs';
import {
  VIRTUAL_MACHINE_CLONE,
  type VirtualMachineCloneDeclaration,
  type VirtualMachineCloneProps,
} from '../model/clone';
import type { CompanionKind } from '../model/companion';
import { DATA_VOLUME, type DataVolumeDeclaration, type DataVolumeProps } from '../model/data-volume';
import type { Escaping } from '../model/escape-hatch';
import {
  VIRTUAL_MACHINE_EXPORT,
  type VirtualMachineExportDeclaration,
  type VirtualMachineExportProps,
} from '../model/export';
import {
  VIRTUAL_MACHINE_CLUSTER_INSTANCETYPE,
  VIRTUAL_MACHINE_INSTANCETYPE,
  type VirtualMachineClusterInstancetypeDeclaration,
  type VirtualMachineClusterInstancetypeProps,
  type VirtualMachineInstancetypeDeclaration,
  type VirtualMachineInstancetypeProps,
} from '../model/instancetype';
import { companion, companionVersion, leftOutOfCompanion } from '../model/manifests/companion';
import { dataVolume, leftOutOfDataVolume } from '../model/manifests/data-volume';
import {
  MIGRATION_POLICY,
  type MigrationPolicyDeclaration,
  type MigrationPolicyProps,
} from '../model/migration-policy';
import {
  NETWORK_ATTACHMENT,
  type NetworkAttachmentDefinitionDeclaration,
  type NetworkAttachmentDefinitionProps,
} from '../model/network-attachment';
import {
  VIRTUAL_MACHINE_CLUSTER_PREFERENCE,
  VIRTUAL_MACHINE_PREFERENCE,
  type VirtualMachineClusterPreferenceDeclaration,
  type VirtualMachineClusterPreferenceProps,
  type VirtualMachinePreferenceDeclaration,
  type VirtualMachinePreferenceProps,
} from '../model/preference';
import {
  VIRTUAL_MACHINE_RESTORE,
  VIRTUAL_MACHINE_SNAPSHOT,
  type VirtualMachineRestoreDeclaration,
  type VirtualMachineRestoreProps,
  type VirtualMachineSnapshotDeclaration,
  type VirtualMachineSnapshotProps,
} from '../model/snapshot';
import {
  VIRTUAL_MACHINE_POOL,
  type VirtualMachinePoolDeclaration,
  type VirtualMachinePoolProps,
} from '../model/virtual-machine-pool';
import { Declared } from './declared';
import { addFindings } from './findings';
import { Platform } from './platform';
import { Resource } from './resource';

/** What every object beside VMs can be told. */
interface CompanionProps {
  readonly name?: string;
  readonly namespace?: string | null;
}

/** An object beside VMs: its rows say all of it. */
abstract class Companion<D extends Escaping> extends Construct {
  /** Its name. */
  public readonly name: string;

  protected constructor(scope: Construct, id: string, props: CompanionProps, kind: CompanionKind<D>) {
    super(scope, id);
    this.name = props.name ?? id;
    const declared = new Declared<D>(this, props, kind.table, { name: this.name });
    const { target } = Platform.contextOf(this);

    new Resource(
      this,
      {
        apiVersion: companionVersion(kind, target),
        kind: kind.kind,
        name: this.name,
        namespace: props.namespace ?? undefined,
      },
      () => companion(kind, declared.declaration, Platform.contextOf(this)),
    );

    addFindings(this, () => [
      // A class of a user's that extends one of ours is one step further away.
      ...declared.findings(Object.getPrototypeOf(this.constructor) === Companion),
      ...leftOutOfCompanion(kind, declared.declaration, Platform.contextOf(this)),
    ]);
  }
}

/** How some guests migrate, instead of what the KubeVirt resource says for all. */
export class MigrationPolicy extends Companion<MigrationPolicyDeclaration> {
  constructor(scope: Construct, id: string, props: MigrationPolicyProps = {}) {
    super(scope, id, props, MIGRATION_POLICY);
  }
}

/** A network that VMs are put on by Multus. */
export class NetworkAttachmentDefinition extends Companion<NetworkAttachmentDefinitionDeclaration> {
  constructor(scope: Construct, id: string, props: NetworkAttachmentDefinitionProps = {}) {
    super(scope, id, props, NETWORK_ATTACHMENT);
  }
}

/** A VM that is made of another, or of a snapshot. */
export class VirtualMachineClone extends Companion<VirtualMachineCloneDeclaration> {
  constructor(scope: Construct, id: string, props: VirtualMachineCloneProps) {
    super(scope, id, props, VIRTUAL_MACHINE_CLONE);
  }
}

/** Processors, memory and devices that VMs of all namespaces share. */
export class VirtualMachineClusterInstancetype extends Companion<VirtualMachineClusterInstancetypeDeclaration> {
  constructor(scope: Construct, id: string, props: VirtualMachineClusterInstancetypeProps) {
    super(scope, id, props, VIRTUAL_MACHINE_CLUSTER_INSTANCETYPE);
  }
}

/** What VMs of all namespaces get where they do not say it. */
export class VirtualMachineClusterPreference extends Companion<VirtualMachineClusterPreferenceDeclaration> {
  constructor(scope: Construct, id: string, props: VirtualMachineClusterPreferenceProps = {}) {
    super(scope, id, props, VIRTUAL_MACHINE_CLUSTER_PREFERENCE);
  }
}

/** Volumes that can be downloaded for a while. */
export class VirtualMachineExport extends Companion<VirtualMachineExportDeclaration> {
  constructor(scope: Construct, id: string, props: VirtualMachineExportProps) {
    super(scope, id, props, VIRTUAL_MACHINE_EXPORT);
  }
}

/** Processors, memory and devices that VMs of one namespace share. */
export class VirtualMachineInstancetype extends Companion<VirtualMachineInstancetypeDeclaration> {
  constructor(scope: Construct, id: string, props: VirtualMachineInstancetypeProps) {
    super(scope, id, props, VIRTUAL_MACHINE_INSTANCETYPE);
  }
}

/** What VMs of one namespace get where they do not say it. */
export class VirtualMachinePreference extends Companion<VirtualMachinePreferenceDeclaration> {
  constructor(scope: Construct, id: string, props: VirtualMachinePreferenceProps = {}) {
    super(scope, id, props, VIRTUAL_MACHINE_PREFERENCE);
  }
}

/** A VM that gets its state of a snapshot back. */
export class VirtualMachineRestore extends Companion<VirtualMachineRestoreDeclaration> {
  constructor(scope: Construct, id: string, props: VirtualMachineRestoreProps) {
    super(scope, id, props, VIRTUAL_MACHINE_RESTORE);
  }
}

/** The state of a VM and its volumes at one time. */
export class VirtualMachineSnapshot extends Companion<VirtualMachineSnapshotDeclaration> {
  constructor(scope: Construct, id: string, props: VirtualMachineSnapshotProps) {
    super(scope, id, props, VIRTUAL_MACHINE_SNAPSHOT);
  }
}

/** A set of equal VMs that KubeVirt keeps at a number. */
export class VirtualMachinePool extends Companion<VirtualMachinePoolDeclaration> {
  constructor(scope: Construct, id: string, props: VirtualMachinePoolProps) {
    super(scope, id, props, VIRTUAL_MACHINE_POOL);
    const { architecture, hypervisor } = props.virtualMachineTemplate ?? {};
    Platform.tryOf(this)?._requests(architecture, hypervisor);
  }
}

/** A volume that CDI creates and fills. */
export class DataVolume extends Construct {
  /** Name of the volume and of its claim. */
  public readonly name: string;
  private readonly _declared: Declared<DataVolumeDeclaration>;

  constructor(scope: Construct, id: string, props: DataVolumeProps) {
    super(scope, id);
    this.name = props.name ?? id;
    this._declared = new Declared(this, props, DATA_VOLUME, { name: this.name });

    new Resource(
      this,
      {
        apiVersion: 'cdi.kubevirt.io/v1beta1',
        kind: 'DataVolume',
        name: this.name,
        namespace: props.namespace ?? undefined,
      },
      () => dataVolume(this._declared.declaration, Platform.contextOf(this)),
    );

    addFindings(this, () => [
      ...this._declared.findings(this.constructor === DataVolume),
      ...leftOutOfDataVolume(this._declared.declaration, Platform.contextOf(this)),
    ]);
  }
}
