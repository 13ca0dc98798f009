import { isMap } from '../kube/object';
import type { CompanionDeclaration, CompanionKind } from './companion';
import { type EscapeHatches, escapeRows } from './escape-hatch';
import { METADATA_ROWS, type MetadataContext, type MetadataProps } from './metadata';
import { field, type Row, table } from './rows/row';
import { anyText, asWritten, either } from './rows/shapes';

/** What the spec of a NetworkAttachmentDefinition holds. */
export interface NetworkAttachmentSpec {
  /** Configuration of CNI, as JSON. */
  config?: string;
}

/** A network that VMs are put on by `multus`. */
export interface NetworkAttachmentDefinitionProps extends MetadataProps, EscapeHatches<NetworkAttachmentSpec> {
  /**
   * Configuration of CNI: a map, which is written as JSON, or the JSON itself.
   *
   * @default - the configuration of this name that nodes have
   */
  readonly config?: string | Readonly<Record<string, unknown>>;
}

/** A network, as plain data. */
export type NetworkAttachmentDefinitionDeclaration = CompanionDeclaration<
  NetworkAttachmentDefinitionProps,
  NetworkAttachmentSpec
>;

const asText = field('spec.config', anyText, '{}');

const config: Row<string | Readonly<Record<string, unknown>>> = {
  ...asText,
  fields: ['spec.config!'],
  shape: either(anyText, asWritten),
  example: { cniVersion: '0.3.1', type: 'bridge', bridge: 'br1' },
  write: (value, out, context) => asText.write(typeof value === 'string' ? value : JSON.stringify(value), out, context),
  // JSON that is written in another way stays as it is, so that the object stays the same.
  read: (from, context, said) => {
    const written = asText.read(from, context, said);
    const map = written === undefined ? undefined : mapOf(written);
    return map !== undefined && JSON.stringify(map) === written ? map : written;
  },
};

function mapOf(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isMap(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A NetworkAttachmentDefinition. */
export const NETWORK_ATTACHMENT: CompanionKind<NetworkAttachmentDefinitionDeclaration> = {
  kind: 'NetworkAttachmentDefinition',
  versions: [
    {
      apiVersion: 'k8s.cni.cncf.io/v1',
      source: 'k8snetworkplumbingwg/network-attachment-definition-client artifacts/networks-crd.yaml',
    },
  ],
  table: table<NetworkAttachmentDefinitionDeclaration, MetadataContext>('NetworkAttachmentDefinitionProps', () => ({
    ...METADATA_ROWS,
    config: config as never,
    ...escapeRows<NetworkAttachmentSpec>({ config: '{}' }),
  })),
};
