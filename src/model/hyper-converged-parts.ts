import type { Release } from '../kube/release';
import type { HyperConvergedVersion } from '../target/facts';
import { LOG_VERBOSITY, type LogVerbosity } from './cluster-settings';
import { TLS, type TlsConfiguration } from './kubevirt-configuration';
import { LABEL_SELECTOR, type LabelSelector } from './label-selector';
import type { MetadataContext } from './metadata';
import { field, group, type Row, table } from './rows/row';
import { anyText, byName, count, flag, int, known, listOf, type Nothing, nothing, text } from './rows/shapes';

/** What the rows of HyperConverged have to know beside a value. */
export interface HyperConvergedContext extends MetadataContext {
  readonly version: HyperConvergedVersion;
  readonly hco: Release;
  /** The feature gates as v1 lists them, which are decided by several keys. */
  readonly gates: readonly object[];
}

/** A key of which both versions of the API have a field, each at its own place below `spec`. */
export function inVersions<V, C = unknown>(
  v1beta1: string,
  v1: string,
  make: (path: string) => Row<V, C>,
): Row<V, C & HyperConvergedContext> {
  const rows = { v1beta1: make(`spec.${v1beta1}`), v1: make(`spec.${v1}`) };
  const { place } = rows.v1;
  return {
    ...rows.v1,
    fields: [...rows.v1.fields, ...rows.v1beta1.fields],
    ...(place === undefined ? {} : { place: (inner: string) => [...place(inner), ...rows.v1beta1.place!(inner)] }),
    write: (value, out, context) => rows[context.version].write(value, out, context),
    read: (from, context, said) => rows[context.version].read(from, context, said),
  };
}

/** Memory of guests beyond that of nodes. */
export interface HigherWorkloadDensity {
  /**
   * Memory of guests in percent of what their pods ask for.
   *
   * @default 100
   */
  readonly memoryOvercommitPercentage?: number;
}

/** Defaults for virtual machines that do not set it, as HyperConverged spells them. */
export interface HyperConvergedVmOptions {
  /**
   * Whether the free memory of guests is not given back to the node.
   *
   * @default false
   */
  readonly disableFreePageReporting?: boolean;

  /**
   * Whether the serial console of guests is not logged.
   *
   * @default false
   */
  readonly disableSerialConsoleLog?: boolean;
}

/** How volumes are imported. */
export interface StorageImport {
  /**
   * Registries whose certificates are not checked.
   *
   * @default - none
   */
  readonly insecureRegistries?: readonly string[];
}

/** Part of a volume that its file system takes, from `"0"` to `"1"`. */
export interface FilesystemOverhead {
  /** Of every volume. */
  readonly global?: string;
  /** By storage class. */
  readonly storageClass?: Readonly<Record<string, string>>;
}

/** A profile of TLS, as OpenShift has them. */
export interface TlsSecurityProfile {
  /** Which one. */
  readonly type?: 'Old' | 'Intermediate' | 'Modern' | 'Custom';
  /** The oldest clients. */
  readonly old?: Nothing;
  /** Most clients. */
  readonly intermediate?: Nothing;
  /** New clients only. */
  readonly modern?: Nothing;
  /** One of your own. */
  readonly custom?: TlsConfiguration;
}

/** A range of MAC addresses. */
export interface MacPool {
  /** The first one. */
  readonly rangeStart?: string;
  /** The last one. */
  readonly rangeEnd?: string;
}

/** Quotas that count guests instead of their pods. */
export interface ApplicationAwareConfig {
  /**
   * What is counted of a guest.
   *
   * @default 'DedicatedVirtualResources'
   */
  readonly vmiCalcConfigName?:
    | 'VmiPodUsage'
    | 'VirtualResources'
    | 'DedicatedVirtualResources'
    | 'IgnoreVmiCalculator'
    | 'GuestEffectiveResources';

  /**
   * Namespaces that have them.
   *
   * @default - all
   */
  readonly namespaceSelector?: LabelSelector;

  /**
   * Whether there may be quotas over several namespaces.
   *
   * @default false
   */
  readonly allowApplicationAwareClusterResourceQuota?: boolean;
}

/** How much components log. */
export interface LogVerbosityConfig {
  /** The components of KubeVirt. */
  readonly kubevirt?: LogVerbosity;
  /** CDI. */
  readonly cdi?: number;
}

export const DENSITY = table<HigherWorkloadDensity>('HigherWorkloadDensity', () => ({
  memoryOvercommitPercentage: field('memoryOvercommitPercentage', count, 150),
}));

export const HYPER_CONVERGED_OPTIONS = table<HyperConvergedVmOptions>('HyperConvergedVmOptions', () => ({
  disableFreePageReporting: field('disableFreePageReporting', flag, true),
  disableSerialConsoleLog: field('disableSerialConsoleLog', flag, true),
}));

export const STORAGE_IMPORT = table<StorageImport>('StorageImport', () => ({
  insecureRegistries: field('insecureRegistries', listOf(text), ['registry.example.org:5000']),
}));

export const FILESYSTEM_OVERHEAD = table<FilesystemOverhead>('FilesystemOverhead', () => ({
  global: field('global', text, '0.1'),
  storageClass: field('storageClass', byName(anyText), { fast: '0.02' }),
}));

export const TLS_PROFILE = table<TlsSecurityProfile>('TlsSecurityProfile', () => ({
  type: field('type', known('Old', 'Intermediate', 'Modern', 'Custom'), 'Modern'),
  old: field('old', nothing, {}),
  intermediate: field('intermediate', nothing, {}),
  modern: field('modern', nothing, {}),
  custom: group('custom', TLS),
}));

export const MAC_POOL = table<MacPool>('MacPool', () => ({
  rangeStart: field('rangeStart', text, '02:00:00:00:00:00'),
  rangeEnd: field('rangeEnd', text, '02:00:00:00:ff:ff'),
}));

export const APPLICATION_AWARE = table<ApplicationAwareConfig>('ApplicationAwareConfig', () => ({
  vmiCalcConfigName: field(
    'vmiCalcConfigName',
    known(
      'VmiPodUsage',
      'VirtualResources',
      'DedicatedVirtualResources',
      'IgnoreVmiCalculator',
      'GuestEffectiveResources',
    ),
    'VirtualResources',
  ),
  namespaceSelector: group('namespaceSelector', LABEL_SELECTOR),
  allowApplicationAwareClusterResourceQuota: field('allowApplicationAwareClusterResourceQuota', flag, true),
}));

export const LOG_VERBOSITY_CONFIG = table<LogVerbosityConfig>('LogVerbosityConfig', () => ({
  kubevirt: group('kubevirt', LOG_VERBOSITY),
  cdi: field('cdi', int, 3),
}));
