import type { Volume as KubeVirtVolume } from '../../imports/kubevirt';
import type { StorageDeclaration, StorageOptions } from './data-volume';
import type { DataVolumeSource } from './data-volume-source';
import type { Nothing } from './rows/shapes';

/** What is behind a disk, as plain data: exactly one of the keys, named as KubeVirt names its volumes. */
export interface VolumeDeclaration {
  /** A disk inside a container image; what the guest writes is lost at its next start. */
  readonly containerDisk?: ContainerDisk;
  /** A DataVolume that exists beside the VM. */
  readonly dataVolume?: DataVolumeReference;
  /** A volume of the VM's own, made and deleted with it. */
  readonly dataVolumeTemplate?: DataVolumeTemplateDeclaration;
  /** A claim that exists already. */
  readonly persistentVolumeClaim?: ClaimReference;
  /** A claim that is only read; what the guest writes is lost at its next start. */
  readonly ephemeral?: EphemeralClaim;
  /** An empty disk on the node, lost at the next start. */
  readonly emptyDisk?: EmptyDisk;
  /** A file on the node. Needs the gate HostDisk. */
  readonly hostDisk?: HostDisk;
  /** The entries of a ConfigMap as files. */
  readonly configMap?: ConfigMapVolume;
  /** The entries of a Secret as files. */
  readonly secret?: SecretVolume;
  /** The token of a service account as files. */
  readonly serviceAccount?: ServiceAccountVolume;
  /** Answers for the set-up of Windows. */
  readonly sysprep?: SysprepVolume;
  /** Fields of the instance as files. */
  readonly downwardAPI?: DownwardApiVolume;
  /** Figures of the node, for SAP. Needs the gate DownwardMetrics. */
  readonly downwardMetrics?: Nothing;
  /** A claim that memory dumps are written to. */
  readonly memoryDump?: ClaimReference;
  /** A folder of the launcher's image or pod. */
  readonly containerPath?: ContainerPath;
  /** What the guest is told at its first boot, as a NoCloud data source; `cloudInit` is the short form. */
  readonly cloudInitNoCloud?: CloudInitVolume;
  /** What the guest is told at its first boot, as a config drive. */
  readonly cloudInitConfigDrive?: CloudInitVolume;
}

/** A disk inside a container image. */
export interface ContainerDisk extends ContainerVolumeOptions {
  /** The image. */
  readonly image: string;
}

/** A DataVolume by name. */
export interface DataVolumeReference {
  /** Its name. */
  readonly name: string;
  /** Whether it can be unplugged while the guest runs. */
  readonly hotpluggable?: boolean;
}

/** A volume of the VM's own, as plain data. */
export type DataVolumeTemplateDeclaration = StorageDeclaration & DataVolumeTemplateOptions;

/** A volume of the VM's own. */
export interface DataVolumeTemplateProps extends StorageOptions, DataVolumeTemplateOptions {
  /** What it is filled with. */
  readonly source: DataVolumeSource;
}

/** What a volume of the VM's own is called. */
export interface DataVolumeTemplateOptions {
  /**
   * Name of the DataVolume.
   *
   * @default - `<name of the VM>-<name of the disk>`
   */
  readonly name?: string | null;
  /** Labels of the DataVolume. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of the DataVolume. */
  readonly annotations?: Readonly<Record<string, string>>;
  /** Whether it can be unplugged while the guest runs. */
  readonly hotpluggable?: boolean;
  /** API version of the template. KubeVirt knows it without. */
  readonly apiVersion?: string;
  /** Kind of the template. KubeVirt knows it without. */
  readonly kind?: string;
}

/** A claim by name. */
export interface ClaimReference {
  /** Its name. */
  readonly claimName: string;
  /** Whether it is mounted to be read only. */
  readonly readOnly?: boolean;
  /** Whether it can be unplugged while the guest runs. */
  readonly hotpluggable?: boolean;
}

/** A claim that is only read. */
export interface EphemeralClaim {
  /** Its name. */
  readonly claimName: string;
  /** Whether it is mounted to be read only. */
  readonly readOnly?: boolean;
}

/** An empty disk. */
export interface EmptyDisk {
  /** Its size. */
  readonly capacity: string;
}

/** A file on the node. */
export interface HostDisk {
  /** Where it is. */
  readonly path: string;
  /** `Disk` must exist on the node already; `DiskOrCreate` is made where it is missing. */
  readonly type: HostDiskType;
  /** Its size, where it is made. */
  readonly capacity?: string;
  /** Whether it is on storage that nodes share, so that guests can be migrated. */
  readonly shared?: boolean;
}

/** A ConfigMap. */
export interface ConfigMapVolume {
  /** Its name. */
  readonly name?: string;
  /** Whether the guest starts without it. */
  readonly optional?: boolean;
  /** Label of the disk in the guest. */
  readonly volumeLabel?: string;
}

/** A Secret. */
export interface SecretVolume {
  /** Its name. */
  readonly secretName?: string;
  /** Whether the guest starts without it. */
  readonly optional?: boolean;
  /** Label of the disk in the guest. */
  readonly volumeLabel?: string;
}

/** A service account. */
export interface ServiceAccountVolume {
  /** Its name. */
  readonly serviceAccountName?: string;
}

/** Answers for the set-up of Windows: in a ConfigMap or in a Secret. */
export interface SysprepVolume {
  /** Name of the ConfigMap. */
  readonly configMap?: string;
  /** Name of the Secret. */
  readonly secret?: string;
}

/** Fields of the instance as files. */
export interface DownwardApiVolume {
  /** The files, as Kubernetes spells them. */
  readonly fields?: readonly DownwardField[];
  /** Label of the disk in the guest. */
  readonly volumeLabel?: string;
}

/** A folder of the launcher's image or pod. */
export interface ContainerPath {
  /** Where it is. */
  readonly path: string;
  /** Whether the guest may only read it. */
  readonly readOnly?: boolean;
}

/** What the guest is told at its first boot, as KubeVirt spells it. */
export interface CloudInitVolume {
  /** The user data. It is in the manifest for everyone to read: passwords and keys belong into a Secret. */
  readonly userData?: string;
  /** The same in base64. */
  readonly userDataBase64?: string;
  /** Secret with the user data under the key `userdata`. */
  readonly secretRef?: SecretName;
  /** The network configuration. */
  readonly networkData?: string;
  /** The same in base64. */
  readonly networkDataBase64?: string;
  /** Secret with the network configuration under the key `networkdata`. */
  readonly networkDataSecretRef?: SecretName;
}

/** A Secret by name. */
export interface SecretName {
  /** Its name. */
  readonly name?: string;
}

type DownwardField = NonNullable<NonNullable<KubeVirtVolume['downwardAPI']>['fields']>[number];

/** When a node pulls an image. */
export type ImagePullPolicy = 'Always' | 'IfNotPresent' | 'Never';

/** `Disk` must exist on the node already. */
export type HostDiskType = 'Disk' | 'DiskOrCreate';

/** How a container disk is pulled. */
export interface ContainerVolumeOptions {
  /**
   * When a node pulls the image.
   *
   * @default - KubeVirt's: `Always` for `latest`, `IfNotPresent` otherwise
   */
  readonly imagePullPolicy?: ImagePullPolicy;

  /**
   * Secret with the credentials of the registry.
   *
   * @default - none
   */
  readonly imagePullSecret?: string;

  /**
   * The disk in the image.
   *
   * @default - KubeVirt's: the one below `/disk`
   */
  readonly path?: string;
}
