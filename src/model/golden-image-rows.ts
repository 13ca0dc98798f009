import { isArchitecture } from '../architectures/architecture';
import type { Architecture } from '../architectures/facts';
import { DICT_ARCHITECTURES, DICT_ENABLE, MULTI_ARCH_SINCE } from '../golden-images/facts';
import { asText, isMap } from '../kube/object';
import { keysOf } from '../kube/path';
import { atLeast, type Release } from '../kube/release';
import type { ObjectReference } from './data-volume-source';
import type { GoldenImageDeclaration, GoldenImageKeys, GoldenImageStream, GoldenRegistry } from './golden-image';
import { entries } from './metadata';
import { exactlyOne } from './read/shapes';
import * as z from './read/zod';
import type { Plain } from './rows/plain';
import { type AnyTable, field, notEmpty, put, type Row, required, type Table, table } from './rows/row';
import { anyText, architecture, keyed, listOf, once, quantity, type Shape, text, word } from './rows/shapes';

/** What the rows of an image have to know. */
interface GoldenImageContext {
  readonly hco: Release;
}

const SOURCES = ['registry', 'imageStream', 'pvc', 'disabled'] as const;
const REGISTRY_PATH = 'spec.template.spec.source.registry';
const STORAGE = 'spec.template.spec.storage';

const REGISTRY = table<GoldenRegistry>('GoldenRegistry', () => ({
  url: required(field('url', text, 'docker://quay.io/containerdisks/fedora:42')),
  pullMethod: field('pullMethod', word('node', 'pod'), 'node'),
  secretRef: field('secretRef', text, 'registry'),
  certConfigMap: field('certConfigMap', text, 'registry'),
}));

const IMAGE_STREAM = table<GoldenImageStream>('GoldenImageStream', () => ({
  name: required(field('imageStream', text, 'rhel9')),
  secretRef: field('secretRef', text, 'registry'),
}));

const CLAIM = table<ObjectReference>('ObjectReference', () => ({
  name: required(field('name', text, 'disk')),
  namespace: required(field('namespace', text, 'images')),
}));

/** A map that is written as it is, whose keys are known. */
function whole<T>(path: string, below: Table<T>, example: T): Row<T> {
  const row = field<T>(path, below.shape, example as never);
  return {
    ...row,
    below: below as unknown as AnyTable,
    place: (inner) => [`${path}.${inner}`],
    write: (value, out, context) => row.write({ ...value }, out, context),
  };
}

/** CDI takes an image stream from nodes only. */
const imageStream: Row<GoldenImageStream> = {
  ...whole(REGISTRY_PATH, IMAGE_STREAM, { name: 'rhel9' }),
  fields: [`${REGISTRY_PATH}.imageStream`],
  isReadFirst: true,
  write: ({ name, ...rest }, out) =>
    put(out, keysOf(REGISTRY_PATH), { imageStream: name, pullMethod: 'node', ...rest }),
  read: (from) => {
    const found = from.peek(keysOf(REGISTRY_PATH));
    if (!isMap(found) || found.imageStream === undefined || found.pullMethod !== 'node') {
      return undefined;
    }
    const { imageStream: name, pullMethod: _node, ...rest } = found;
    from.take(keysOf(REGISTRY_PATH));
    return { name: asText(name), ...rest };
  },
};

const ARCHITECTURES_AT = ['metadata', 'annotations', DICT_ARCHITECTURES];
const ENABLE_AT = ['metadata', 'annotations', DICT_ENABLE];

/** Joined with a bare comma: HyperConverged splits there and compares without trimming. */
const architectures: Row<readonly Architecture[], GoldenImageContext> = {
  fields: [`metadata.annotations["${DICT_ARCHITECTURES}"]`],
  shape: once(() => z.array(architecture()).check(z.minLength(1))) as unknown as Shape<readonly Architecture[]>,
  example: ['amd64', 'arm64'],
  isReadFirst: true,
  write: (value, out, { hco }) => {
    if (atLeast(hco, MULTI_ARCH_SINCE)) {
      put(out, ARCHITECTURES_AT, value.filter(isArchitecture).join(','));
    }
  },
  read: (from) => {
    const said = asText(from.peek(ARCHITECTURES_AT)).split(',');
    if (!said.every(isArchitecture)) {
      return undefined;
    }
    from.take(ARCHITECTURES_AT);
    return said;
  },
};

const disabled: Row<true> = {
  fields: [`metadata.annotations["${DICT_ENABLE}"]!`],
  shape: once(() => z.literal(true)) as unknown as Shape<true>,
  example: true,
  isReadFirst: true,
  write: (_value, out) => put(out, ENABLE_AT, 'false'),
  read: (from) => (from.peek(ENABLE_AT) === 'false' && from.take(ENABLE_AT) !== undefined ? true : undefined),
};

const KEYS = table<Plain<GoldenImageKeys>, GoldenImageContext>(
  'GoldenImageKeys',
  () => ({
    cron: field('metadata.name', text, 'mine'),
    namespace: field('metadata.namespace', text, 'images'),
    labels: entries('metadata.labels', { tier: 'front' }),
    annotations: entries('metadata.annotations', { 'example.org/owner': 'shop' }),
    architectures,
    disabled,
    garbageCollect: field('spec.garbageCollect', word('Outdated', 'Never'), 'Never'),
    importsToKeep: field(
      'spec.importsToKeep',
      once(() => z.int().check(z.minimum(0))),
      7,
    ),
    retentionPolicy: field('spec.retentionPolicy', word('None', 'All'), 'All'),
    name: required(field('spec.managedDataSource', text, 'other')),
    schedule: field('spec.schedule', anyText, '0 1 * * *'),
    registry: whole(REGISTRY_PATH, REGISTRY, { url: 'docker://quay.io/containerdisks/fedora:42' }),
    imageStream,
    pvc: whole('spec.template.spec.source.pvc', CLAIM, { name: 'disk', namespace: 'images' }),
    accessModes: notEmpty(
      field(
        `${STORAGE}.accessModes`,
        listOf(word('ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod')),
        ['ReadWriteMany'],
      ),
    ),
    size: field(`${STORAGE}.resources.requests.storage`, quantity, '40Gi'),
    storageClass: field(`${STORAGE}.storageClassName`, text, 'fast'),
    volumeMode: field(`${STORAGE}.volumeMode`, word('Block', 'Filesystem'), 'Block'),
  }),
  SOURCES,
);

/** An image that is imported again and again for VMs to boot from. */
export const GOLDEN_IMAGE = {
  ...KEYS,
  shape: keyed(
    once(() => exactlyOne(KEYS.shape(), SOURCES)),
    { table: KEYS as unknown as AnyTable, isEach: false },
  ) as unknown as Shape<GoldenImageDeclaration>,
};

/** The rows of an image, as what goes through all of them sees it. */
export const GOLDEN_IMAGE_KEYS = KEYS;
