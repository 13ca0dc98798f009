import { LABEL_SELECTOR, type LabelSelector } from './label-selector';
import { field, group, table } from './rows/row';
import { byName, flag, int, known, quantityMap, text } from './rows/shapes';

/** What KubeVirt and HyperConverged say of a cluster in the same words. */

/** A plugin that connects interfaces of guests, which VMs name as their binding. */
export interface NetworkBindingPlugin {
  /**
   * Image of a sidecar beside the launcher.
   *
   * @default - none
   */
  readonly sidecarImage?: string;

  /**
   * NetworkAttachmentDefinition of its CNI plugin, with its namespace.
   *
   * @default - none
   */
  readonly networkAttachmentDefinition?: string;

  /**
   * How the interface is attached to the guest.
   *
   * @default - the plugin writes it itself
   */
  readonly domainAttachmentType?: 'tap' | 'managedTap';

  /**
   * What the plugin is told of devices of the pod.
   *
   * @default - nothing
   */
  readonly downwardAPI?: 'device-info';

  /**
   * How guests with it migrate.
   *
   * @default - they do not
   */
  readonly migration?: BindingMigration;

  /**
   * What the launcher needs beside for it.
   *
   * @default - nothing
   */
  readonly computeResourceOverhead?: ResourceQuantities;
}

/** How guests with a network binding migrate. */
interface BindingMigration {
  /** The way. */
  readonly method?: 'link-refresh';
}

/** Resources of a container. */
export interface ResourceQuantities {
  /**
   * What it asks for, as `memory: 32Mi`.
   *
   * @default - nothing
   */
  readonly requests?: Readonly<Record<string, string>>;

  /**
   * What it may not exceed.
   *
   * @default - no limits
   */
  readonly limits?: Readonly<Record<string, string>>;
}

/** Nodes on which equal pages of memory are merged. */
export interface KsmConfiguration {
  /**
   * Labels of the nodes; an empty selector is every node.
   *
   * @default - no node
   */
  readonly nodeLabelSelector?: LabelSelector;
}

/** Virtual machines whose changed blocks are tracked, for incremental backups. */
export interface ChangedBlockTracking {
  /**
   * By the labels of their namespaces.
   *
   * @default - none
   */
  readonly namespaceLabelSelector?: LabelSelector;

  /**
   * By their own labels.
   *
   * @default - none
   */
  readonly virtualMachineLabelSelector?: LabelSelector;
}

/** How much the components of KubeVirt log, from 0 to 9. */
export interface LogVerbosity {
  /** virt-api. */
  readonly virtAPI?: number;
  /** virt-controller. */
  readonly virtController?: number;
  /** virt-handler. */
  readonly virtHandler?: number;
  /** The launcher of each guest. */
  readonly virtLauncher?: number;
  /** virt-operator. */
  readonly virtOperator?: number;
  /** The controller that migrates guests between clusters. */
  readonly virtSynchronizationController?: number;
  /** virt-handler on single nodes, by their names. */
  readonly nodeVerbosity?: Readonly<Record<string, number>>;
}

/** How long certificates are valid. */
export interface CertificateConfig {
  /**
   * Certificate authorities.
   *
   * @default - that of the operator
   */
  readonly ca?: CertificateLifetime;

  /**
   * Certificates of servers.
   *
   * @default - that of the operator
   */
  readonly server?: CertificateLifetime;
}

/** How long a certificate is valid. */
interface CertificateLifetime {
  /** As `48h0m0s`. */
  readonly duration?: string;
  /** How long before its end it is renewed, as `24h0m0s`. */
  readonly renewBefore?: string;
}

export const RESOURCE_QUANTITIES = table<ResourceQuantities>('ResourceQuantities', () => ({
  requests: field('requests', quantityMap, { memory: '32Mi' }),
  limits: field('limits', quantityMap, { memory: '64Mi' }),
}));

const NETWORK_BINDING = table<NetworkBindingPlugin>('NetworkBindingPlugin', () => ({
  sidecarImage: field('sidecarImage', text, 'quay.io/kubevirt/network-passt-binding:v1.9.0'),
  networkAttachmentDefinition: field('networkAttachmentDefinition', text, 'default/netbindingpasst'),
  domainAttachmentType: field('domainAttachmentType', known('tap', 'managedTap'), 'tap'),
  downwardAPI: field('downwardAPI', known('device-info'), 'device-info'),
  migration: group(
    'migration',
    table<BindingMigration>('BindingMigration', () => ({
      method: field('method', known('link-refresh'), 'link-refresh'),
    })),
  ),
  computeResourceOverhead: group('computeResourceOverhead', RESOURCE_QUANTITIES),
}));

/** Plugins by the name that VMs call them. */
export const networkBindings = byName(NETWORK_BINDING.shape);

export const EXAMPLE_BINDINGS = { passt: { networkAttachmentDefinition: 'default/netbindingpasst' } };

export const KSM = table<KsmConfiguration>('KsmConfiguration', () => ({
  nodeLabelSelector: group('nodeLabelSelector', LABEL_SELECTOR),
}));

export const CHANGED_BLOCK_TRACKING = table<ChangedBlockTracking>('ChangedBlockTracking', () => ({
  namespaceLabelSelector: group('namespaceLabelSelector', LABEL_SELECTOR),
  virtualMachineLabelSelector: group('virtualMachineLabelSelector', LABEL_SELECTOR),
}));

export const LOG_VERBOSITY = table<LogVerbosity>('LogVerbosity', () => ({
  virtAPI: field('virtAPI', int, 4),
  virtController: field('virtController', int, 4),
  virtHandler: field('virtHandler', int, 4),
  virtLauncher: field('virtLauncher', int, 4),
  virtOperator: field('virtOperator', int, 4),
  virtSynchronizationController: field('virtSynchronizationController', int, 4),
  nodeVerbosity: field('nodeVerbosity', byName(int), { 'worker-1': 6 }),
}));

const LIFETIME = table<CertificateLifetime>('CertificateLifetime', () => ({
  duration: field('duration', text, '96h0m0s'),
  renewBefore: field('renewBefore', text, '36h0m0s'),
}));

export const CERTIFICATES = table<CertificateConfig>('CertificateConfig', () => ({
  ca: group('ca', LIFETIME),
  server: group('server', LIFETIME),
}));

/** Something that the operator deploys or does not. */
export interface Switched {
  /** Whether it is there. */
  readonly enabled?: boolean;
}

export const SWITCHED = table<Switched>('Switched', () => ({ enabled: field('enabled', flag, false) }));

/** What VMs keep of an instancetype or preference. */
export interface InstancetypePolicy {
  /**
   * A reference to it, or what it comes to: `expand` for what is new, `expandAll` for all VMs.
   *
   * @default 'reference'
   */
  readonly referencePolicy?: 'reference' | 'expand' | 'expandAll';
}

export const INSTANCETYPE_POLICY = table<InstancetypePolicy>('InstancetypePolicy', () => ({
  referencePolicy: field('referencePolicy', known('reference', 'expand', 'expandAll'), 'expand'),
}));
