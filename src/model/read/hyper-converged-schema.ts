import { PLACEMENT as PLACEMENT_ROWS } from '../placement-rows';
import {
  architecture,
  evictionStrategy,
  exactlyOne,
  lazily,
  maybe,
  metadata,
  quantity,
  text,
  textMap,
  toleration,
} from './shapes';
import * as z from './zod';

const PLACEMENT = lazily(PLACEMENT_ROWS.shape);

const placement = lazily(() =>
  z.strictObject({
    architectures: maybe(z.array(architecture).check(z.minLength(1)), 'Only nodes of these architectures.'),
    nodeSelector: maybe(textMap, 'Only nodes with these labels.'),
    tolerations: maybe(z.array(toleration), 'Taints that it puts up with.'),
    placement: maybe(PLACEMENT, 'Further nodes that it goes to or keeps away from.'),
  }),
);

/** The HyperConverged resource of a cluster. */
export const HYPER_CONVERGED = lazily(() =>
  z.strictObject({
    ...metadata,
    version: maybe(z.enum(['v1beta1', 'v1']), 'Version of the API; the one that the release stores where absent.'),
    enableMultiArchBootImageImport: maybe(
      z.boolean(),
      'Whether golden images are imported once for each architecture. From HyperConverged 1.16.',
    ),
    enableCommonBootImageImport: maybe(
      z.boolean(),
      'Whether the images that HyperConverged brings along are imported.',
    ),
    commonBootImageNamespace: maybe(text, 'Where the images that HyperConverged brings along go.'),
    workloads: maybe(placement, 'Where virtual machines can run.'),
    infra: maybe(placement, 'Where the operators’ own components run.'),
    featureGates: maybe(z.array(text), 'Feature gates of HyperConverged that are on.'),
    disabledFeatureGates: maybe(z.array(text), 'Feature gates of HyperConverged that are off.'),
    defaultCPUModel: maybe(text, 'CPU model of guests that name none, on every architecture alike.'),
    evictionStrategy: maybe(evictionStrategy, 'What happens to guests when their node is drained.'),
    workloadUpdateMethods: maybe(
      z.array(z.enum(['LiveMigrate', 'Evict'])),
      'How running guests get a new launcher after an update; LiveMigrate where absent, not at all where empty.',
    ),
  }),
);

const SOURCES = {
  registry: maybe(
    z.strictObject({
      url: text,
      pullMethod: z.exactOptional(z.enum(['node', 'pod'])),
      secretRef: z.exactOptional(text),
      certConfigMap: z.exactOptional(text),
    }),
    'A container image that holds a disk, as docker://quay.io/containerdisks/fedora:42.',
  ),
  imageStream: maybe(
    z.strictObject({ name: text, secretRef: z.exactOptional(text) }),
    'An image stream of OpenShift, whose images the nodes pull.',
  ),
  pvc: maybe(z.strictObject({ name: text, namespace: text }), 'A claim that is cloned.'),
  disabled: maybe(z.literal(true), 'The built-in image of this name is not imported.'),
};

/** An image that is imported again and again for VMs to boot from. */
export const GOLDEN_IMAGE = lazily(() =>
  exactlyOne(
    z.strictObject({
      name: text,
      cron: maybe(text, 'Name of its template; <name>-image-cron where absent.'),
      namespace: maybe(text, 'Namespace of its volumes and data sources; that of SSP where absent.'),
      labels: maybe(textMap, 'Labels of the template.'),
      annotations: maybe(textMap, 'Annotations of the template.'),
      architectures: maybe(z.array(architecture).check(z.minLength(1)), 'Architectures that the image has.'),
      schedule: maybe(
        z.string(),
        'When the source is looked at for something newer, as cron; every twelve hours where absent.',
      ),
      garbageCollect: maybe(z.enum(['Outdated', 'Never']), 'Whether old imports are removed.'),
      retentionPolicy: maybe(z.enum(['None', 'All']), 'What stays when the image is removed.'),
      importsToKeep: maybe(z.int().check(z.minimum(0)), 'How many imports are kept.'),
      size: maybe(quantity, 'Size of an import, as 20Gi; that of the built-in image where there is one.'),
      storageClass: maybe(text, 'Storage class; the default of the cluster where absent.'),
      accessModes: maybe(
        z.array(z.enum(['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod'])),
        'How imports may be mounted.',
      ),
      volumeMode: maybe(z.enum(['Block', 'Filesystem']), 'A raw block device, or a file in a file system.'),
      ...SOURCES,
    }),
    Object.keys(SOURCES),
  ),
);
