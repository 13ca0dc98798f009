import { asText, type MutableFields } from '../kube/object';
import { STORAGE_ROWS } from './data-volume';
import type { SourceContext } from './data-volume-source';
import { entries } from './metadata';
import { type AnyTable, field, group, type Row, type Rows, readTable, required, table, writeTable } from './rows/row';
import { anyText, asWritten, flag, known, listOf, nothing, quantity, text } from './rows/shapes';
import { Taken } from './rows/taken';
import type {
  ClaimReference,
  CloudInitVolume,
  ConfigMapVolume,
  ContainerDisk,
  ContainerPath,
  DataVolumeReference,
  DataVolumeTemplateDeclaration,
  DownwardApiVolume,
  EmptyDisk,
  EphemeralClaim,
  HostDisk,
  SecretName,
  SecretVolume,
  ServiceAccountVolume,
  SysprepVolume,
  VolumeDeclaration,
} from './volume-kinds';

/** What a volume has to know: the names of its VM and disk. */
export interface VolumeContext extends SourceContext {
  /** Name of the VM. */
  readonly name: string;
}

const CLAIM = table<ClaimReference>('ClaimReference', () => ({
  claimName: required(field('claimName', text, 'data')),
  readOnly: field('readOnly', flag, true),
  hotpluggable: field('hotpluggable', flag, true),
}));

const SECRET_NAME = table<SecretName>('SecretName', () => ({ name: field('name', text, 'users') }));

const CLOUD_INIT_VOLUME = table<CloudInitVolume>('CloudInitVolume', () => ({
  userData: field('userData', anyText, '#cloud-config'),
  userDataBase64: field('userDataBase64', anyText, 'I2Nsb3VkLWNvbmZpZw=='),
  secretRef: group('secretRef', SECRET_NAME),
  networkData: field('networkData', anyText, 'version: 2'),
  networkDataBase64: field('networkDataBase64', anyText, 'dmVyc2lvbjogMg=='),
  networkDataSecretRef: group('networkDataSecretRef', SECRET_NAME),
}));

/** A volume of the VM's own, as an item of the VM's templates. Its name is said by the volume too. */
const DATA_VOLUME_TEMPLATE = table<Omit<DataVolumeTemplateDeclaration, 'name' | 'hotpluggable'>, VolumeContext>(
  'DataVolumeTemplateProps',
  () => ({
    labels: entries('metadata.labels', { tier: 'front' }),
    annotations: entries('metadata.annotations', { 'example.org/owner': 'shop' }),
    apiVersion: field('apiVersion', text, 'cdi.kubevirt.io/v1beta1'),
    kind: field('kind', text, 'DataVolume'),
    ...STORAGE_ROWS,
  }),
);

/** The same with the keys that go to the volume, of which the ways are those of the whole. */
const OWN_VOLUME = table<DataVolumeTemplateDeclaration, VolumeContext>('DataVolumeTemplateProps', () => ({
  ...DATA_VOLUME_TEMPLATE.rows,
  name: field('metadata.name', text, 'root') as Row<string> & { readonly derive: () => undefined },
  hotpluggable: field('hotpluggable', flag, true),
}));

/** Name of the DataVolume that a VM makes for one of its disks. */
function ownVolumeName(vm: string, disk: string): string {
  return `${vm}-${disk}`;
}

const EXAMPLE_STORAGE: DataVolumeTemplateDeclaration = { source: { blank: {} }, size: '30Gi' };

/** The backing of a disk or a file system: the volume, and the template that makes it. */
export const VOLUME_ROWS: Rows<VolumeDeclaration, VolumeContext> = {
  containerDisk: group(
    'volume.containerDisk',
    table<ContainerDisk>('ContainerDisk', () => ({
      image: required(field('image', text, 'quay.io/containerdisks/fedora:42')),
      imagePullPolicy: field('imagePullPolicy', known('Always', 'IfNotPresent', 'Never'), 'Always'),
      imagePullSecret: field('imagePullSecret', text, 'registry'),
      path: field('path', text, '/disk/os.qcow2'),
    })),
  ),
  // Before the volume that exists already: both are named by the volume.
  dataVolumeTemplate: {
    fields: ['template', 'volume.dataVolume'],
    place: (path) => [path === 'hotpluggable' ? 'volume.dataVolume.hotpluggable' : `template.${path}`],
    shape: OWN_VOLUME.shape,
    example: EXAMPLE_STORAGE,
    below: OWN_VOLUME as unknown as AnyTable,
    write: (value, out, context) => {
      const { name, hotpluggable, ...rest } = value;
      const volume = out.volume as MutableFields;
      const own = name ?? ownVolumeName(context.name, asText(volume.name));
      const template: MutableFields = { metadata: { name: own } };
      writeTable(DATA_VOLUME_TEMPLATE, rest, template, context);
      withStorage(template);
      out.template = template;
      volume.dataVolume = hotpluggable === undefined ? { name: own } : { name: own, hotpluggable };
    },
    read: (from, context, said) => {
      const own = from.peek(['template', 'metadata', 'name']);
      if (typeof own !== 'string' || from.peek(['volume', 'dataVolume', 'name']) !== own) {
        return undefined;
      }
      from.take(['template', 'metadata', 'name']);
      from.take(['volume', 'dataVolume', 'name']);
      const hotpluggable = from.take(['volume', 'dataVolume', 'hotpluggable']) as boolean | undefined;
      const template = new Taken(from.peek(['template']) as MutableFields);
      const rest = readTable(DATA_VOLUME_TEMPLATE, template, context);
      const isStandard = own === ownVolumeName(context.name, asText(said.name));
      return {
        ...(isStandard ? {} : { name: own }),
        ...rest,
        ...(hotpluggable === undefined ? {} : { hotpluggable }),
      };
    },
  },
  dataVolume: group(
    'volume.dataVolume',
    table<DataVolumeReference>('DataVolumeReference', () => ({
      name: required(field('name', text, 'disk')),
      hotpluggable: field('hotpluggable', flag, true),
    })),
  ),
  persistentVolumeClaim: group('volume.persistentVolumeClaim', CLAIM),
  ephemeral: group(
    'volume.ephemeral.persistentVolumeClaim',
    table<EphemeralClaim>('EphemeralClaim', () => ({
      claimName: required(field('claimName', text, 'base')),
      readOnly: field('readOnly', flag, true),
    })),
  ),
  emptyDisk: group(
    'volume.emptyDisk',
    table<EmptyDisk>('EmptyDisk', () => ({ capacity: required(field('capacity', quantity, '2Gi')) })),
  ),
  hostDisk: group(
    'volume.hostDisk',
    table<HostDisk>('HostDisk', () => ({
      path: required(field('path', text, '/data/disk.img')),
      type: required(field('type', known('Disk', 'DiskOrCreate'), 'DiskOrCreate')),
      capacity: field('capacity', quantity, '2Gi'),
      shared: field('shared', flag, true),
    })),
  ),
  configMap: group(
    'volume.configMap',
    table<ConfigMapVolume>('ConfigMapVolume', () => ({
      name: field('name', text, 'settings'),
      optional: field('optional', flag, true),
      volumeLabel: field('volumeLabel', text, 'settings'),
    })),
  ),
  secret: group(
    'volume.secret',
    table<SecretVolume>('SecretVolume', () => ({
      secretName: field('secretName', text, 'users'),
      optional: field('optional', flag, true),
      volumeLabel: field('volumeLabel', text, 'users'),
    })),
  ),
  serviceAccount: group(
    'volume.serviceAccount',
    table<ServiceAccountVolume>('ServiceAccountVolume', () => ({
      serviceAccountName: field('serviceAccountName', text, 'vm'),
    })),
  ),
  sysprep: group(
    'volume.sysprep',
    table<SysprepVolume>('SysprepVolume', () => ({
      configMap: field('configMap.name', text, 'unattend'),
      secret: field('secret.name', text, 'unattend'),
    })),
  ),
  downwardAPI: group(
    'volume.downwardAPI',
    table<DownwardApiVolume>('DownwardApiVolume', () => ({
      fields: field('fields', listOf(asWritten) as never, [
        { path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } },
      ]),
      volumeLabel: field('volumeLabel', text, 'about'),
    })),
  ),
  downwardMetrics: field('volume.downwardMetrics', nothing, {}),
  memoryDump: group('volume.memoryDump', CLAIM),
  containerPath: group(
    'volume.containerPath',
    table<ContainerPath>('ContainerPath', () => ({
      path: required(field('path', text, '/var/run/data')),
      readOnly: field('readOnly', flag, true),
    })),
  ),
  cloudInitNoCloud: group('volume.cloudInitNoCloud', CLOUD_INIT_VOLUME),
  cloudInitConfigDrive: group('volume.cloudInitConfigDrive', CLOUD_INIT_VOLUME),
};

/** The kinds of volume, of which a disk has one. */
export const VOLUME_KEYS = Object.keys(VOLUME_ROWS) as readonly (keyof VolumeDeclaration)[];

/** CDI wants one of the two. */
export function withStorage(volume: MutableFields): void {
  const spec = volume.spec as MutableFields;
  if (spec.storage === undefined && spec.pvc === undefined) {
    spec.storage = {};
  }
}
