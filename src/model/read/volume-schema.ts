import * as z from './schema';
import {
  architecture,
  count,
  described,
  exactlyOne,
  imagePullPolicy,
  maybe,
  metadata,
  nothing,
  quantity,
  text,
} from './shapes';

const reference = z.strictObject({ name: text, namespace: text });

const SOURCES = {
  registry: maybe(
    z.strictObject({
      url: text,
      architecture: z.exactOptional(z.string()),
      pullMethod: z.exactOptional(z.enum(['node', 'pod'])),
      secretRef: z.exactOptional(text),
      certConfigMap: z.exactOptional(text),
    }),
    'A container image that holds a disk, as docker://quay.io/containerdisks/fedora:42.',
  ),
  http: maybe(
    z.strictObject({ url: text, secretRef: z.exactOptional(text), certConfigMap: z.exactOptional(text) }),
    'A disk image behind a URL.',
  ),
  pvc: maybe(reference, 'A clone of a claim.'),
  snapshot: maybe(reference, 'A clone of a volume snapshot.'),
  blank: maybe(nothing, 'An empty disk.'),
  upload: maybe(nothing, 'What is uploaded later, with virtctl image-upload.'),
  sourceRef: maybe(z.strictObject({ name: text, namespace: z.exactOptional(text) }), 'What a DataSource points to.'),
  goldenImage: maybe(
    z.strictObject({ name: text, architecture: z.exactOptional(architecture) }),
    'A golden image, by the name of its data source, for the architecture of the VM.',
  ),
};

const storage = {
  source: described(exactlyOne(z.strictObject(SOURCES), Object.keys(SOURCES)), 'What it is filled with.'),
  size: maybe(quantity, 'Size, as 30Gi; that of the source where it has one.'),
  storageClass: maybe(text, 'Storage class; the default of the cluster where absent.'),
  accessModes: maybe(
    z.array(z.enum(['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod'])),
    'How it may be mounted; live migration needs ReadWriteMany.',
  ),
  volumeMode: maybe(z.enum(['Block', 'Filesystem']), 'A raw block device, or a file in a file system.'),
};

/** A volume that CDI creates and fills. */
export const DATA_VOLUME = z.strictObject({
  name: text,
  ...metadata,
  ...storage,
  contentType: maybe(z.enum(['kubevirt', 'archive']), 'Whether the content is a disk or an archive of files.'),
  preallocation: maybe(z.boolean(), 'Whether all of its space is taken at once.'),
  bindImmediately: maybe(z.boolean(), 'Import at once, also where the storage class waits for a first consumer.'),
});

const VOLUMES = {
  containerDisk: maybe(
    z.strictObject({
      image: text,
      imagePullPolicy: z.exactOptional(imagePullPolicy),
      imagePullSecret: z.exactOptional(text),
    }),
    'A disk inside a container image; what the guest writes is lost at its next start.',
  ),
  dataVolume: maybe(z.strictObject({ name: text }), 'A DataVolume that exists beside the VM.'),
  dataVolumeTemplate: maybe(z.strictObject(storage), 'A volume of the VM’s own, made and deleted with it.'),
  persistentVolumeClaim: maybe(z.strictObject({ claimName: text }), 'A claim that exists already.'),
  ephemeral: maybe(z.strictObject({ claimName: text }), 'A claim that is only read.'),
  emptyDisk: maybe(z.strictObject({ capacity: quantity }), 'An empty disk, lost at the next start.'),
  hostDisk: maybe(
    z.strictObject({ path: text, type: z.enum(['Disk', 'DiskOrCreate']), capacity: z.exactOptional(quantity) }),
    'A file on the node. Needs the gate HostDisk.',
  ),
  configMap: maybe(z.strictObject({ name: text }), 'The entries of a ConfigMap as files.'),
  secret: maybe(z.strictObject({ secretName: text }), 'The entries of a Secret as files.'),
  serviceAccount: maybe(z.strictObject({ serviceAccountName: text }), 'The token of a service account as files.'),
};

/** A disk and what is behind it. */
export const DISK = exactlyOne(
  z.strictObject({
    name: text,
    device: maybe(z.enum(['disk', 'cdrom', 'lun']), 'How the guest sees it; a disk where absent.'),
    bus: maybe(
      z.enum(['virtio', 'scsi', 'sata', 'usb']),
      'Where it is plugged in; what the architecture has where absent.',
    ),
    bootOrder: maybe(count, 'Its place in the order of booting, 1 first.'),
    readonly: maybe(z.boolean(), 'Whether the guest may only read it.'),
    serial: maybe(text, 'Serial number that the guest sees.'),
    cache: maybe(z.enum(['none', 'writethrough', 'writeback']), 'How the host caches it.'),
    ...VOLUMES,
  }),
  Object.keys(VOLUMES),
);
