import type { PlatformContext } from './context';
import { derived, field, type Row, required } from './rows/row';
import { text, textMap } from './rows/shapes';

/** What a cluster-scoped object says about itself. */
export interface ClusterMetadataProps {
  /**
   * Its name.
   *
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * Labels of the object.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;

  /**
   * Annotations of the object.
   *
   * @default - none
   */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** What an object in a namespace says about itself. */
export interface MetadataProps extends ClusterMetadataProps {
  /**
   * Its namespace.
   *
   * @default - that of the platform
   */
  readonly namespace?: string | null;
}

/** Metadata of what an object makes in turn, as a virtual machine makes its instance. */
export interface TemplateMetadata {
  /**
   * Labels, by which services select.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;

  /**
   * Annotations.
   *
   * @default - none
   */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** What the metadata of an object has to know. */
export interface MetadataContext {
  readonly platform: PlatformContext;
}

/** Labels or annotations: an empty map says nothing and would only be noise. */
export function entries(
  path: string,
  example: Readonly<Record<string, string>>,
): Row<Readonly<Record<string, string>>> {
  const row = field(path, textMap, example);
  return {
    ...row,
    write: (value, out, context) => {
      if (Object.keys(value).length > 0) {
        row.write({ ...value }, out, context);
      }
    },
  };
}

/** The keys of the metadata of a cluster-scoped object. */
export const CLUSTER_METADATA_ROWS = {
  name: required(field('metadata.name', text, 'other')),
  labels: entries('metadata.labels', { tier: 'front' }),
  annotations: entries('metadata.annotations', { 'example.org/owner': 'shop' }),
};

/** The keys of an object's metadata, in the order in which they are written. */
export const METADATA_ROWS = {
  name: CLUSTER_METADATA_ROWS.name,
  namespace: derived(
    field('metadata.namespace', text, 'other') as Row<string, MetadataContext>,
    ({ platform }) => platform.namespace,
  ),
  labels: CLUSTER_METADATA_ROWS.labels,
  annotations: CLUSTER_METADATA_ROWS.annotations,
};

/** The row of a key that has a value where it is absent, which a cluster cannot do without. */
export function withStandard<V>(row: Row<V>, standard: V): Row<V> {
  return {
    ...row,
    read: (from, context, said) => {
      const value = row.read(from, context, said);
      return value === standard ? undefined : value;
    },
  };
}
