import type { Architecture } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { atLeast, type Release } from '../kube/release';
import type { Feature } from './features';
import type { HypervisorProperties } from './profile';

/**
 * How a hypervisor reaches a cluster.
 *
 * `native`: KubeVirt has it. `cluster-image`: another launcher image for the whole cluster. `pod-policy`: the API server
 * changes the launcher pods of the VMs that name it. `plugin`: the same, and a Plugin of KubeVirt 1.9 changes their domains; before
 * that release it is `pod-policy`. `proposal`: a field that only a KubeVirt of your own has.
 */
export const REALISATIONS = ['native', 'cluster-image', 'pod-policy', 'plugin', 'proposal'] as const;

/** A way of the list. */
export type Realisation = (typeof REALISATIONS)[number];

/** First release of KubeVirt that has Plugins. */
export const PLUGIN_SINCE: Release = '1.9';

/** How a named way is taken with a release of KubeVirt: before Plugins a policy alone is the nearest. */
export function realisationIn(named: Realisation, kubevirt: Release): Realisation {
  return named === 'plugin' && !atLeast(kubevirt, PLUGIN_SINCE) ? 'pod-policy' : named;
}

/** Whether a way changes the launcher pods of the VMs that carry the label. */
export function hasPolicy(realisation: Realisation | undefined): boolean {
  return realisation === 'pod-policy' || realisation === 'plugin';
}

type OverheadProperty = Extract<keyof HypervisorProperties, `${string}Overhead`>;

/** What your own hypervisor needs; overheads as quantities, `30Mi`. */
export type PropertiesDeclaration = Partial<
  Omit<HypervisorProperties, OverheadProperty> & Readonly<Record<OverheadProperty, string>>
>;

/** Launcher images: one reference for all architectures, or one per architecture. */
export interface LauncherImages extends Readonly<Partial<Record<Architecture, string>>> {
  /**
   * A manifest list: nodes take the image of their own architecture from it.
   *
   * @default - one image per architecture
   */
  readonly all?: string;
}

/** A device of nodes that KubeVirt can offer itself: one on PCI, or a mediated one. Others need a device plugin. */
export interface HostDeviceSelector {
  /**
   * Vendor and product of a PCI device, as `10DE:1DB6`.
   *
   * @default - none
   */
  readonly pci?: string;
  /**
   * Name of the type of a mediated device, as `GRID T4-1Q`.
   *
   * @default - none
   */
  readonly mediated?: string;
}

/** How a hypervisor of the catalogue is used on a platform. */
export interface HypervisorOptions {
  /**
   * How it reaches the cluster.
   *
   * @default - `native`, else `cluster-image`, whichever the target and the rest allow
   */
  readonly realisation?: Realisation;

  /**
   * Its launcher image: a manifest list by tag, `{ all: … }` for one by digest, or one image per architecture.
   *
   * @default - KubeVirt's own
   */
  readonly image?: string | LauncherImages;

  /**
   * Environment of its launchers, beside what its properties come to. For `pod-policy` and `plugin`.
   *
   * @default - what KubeVirt sets
   */
  readonly environment?: Readonly<Record<string, string>>;

  /**
   * How KubeVirt finds its device among those of a node, so that virt-handler offers `properties.device` there.
   *
   * @default - a device plugin of its vendor offers it
   */
  readonly hostDevice?: HostDeviceSelector;

  /**
   * What is known of it and the catalogue does not say, as measured overheads.
   *
   * @default - what the catalogue says, or what it extends
   */
  readonly properties?: PropertiesDeclaration;

  /**
   * VM features that it has or lacks.
   *
   * @default - what the catalogue says, or what it extends
   */
  readonly features?: Readonly<Partial<Record<Feature, boolean>>>;
}

/** A hypervisor as a platform declares it: one of the catalogue, or your own. */
export interface HypervisorDeclaration extends HypervisorOptions {
  /** Name by which VMs ask for it. */
  readonly name: string;

  /**
   * The hypervisor that it is like but for what is said here.
   *
   * @default - none: every property has to be said
   */
  readonly extends?: string;

  /**
   * The libvirt driver behind it.
   *
   * @default - that of what it extends
   */
  readonly driver?: string;
}

/** Label of an instance that says which hypervisor a policy gives it; KubeVirt copies it to the launcher pod. */
export const HYPERVISOR_LABEL = 'polyvirt.io/hypervisor';

/** Something in the declaration of a hypervisor that cannot be meant. */
export function malformed(path: string, what: string, why: string, fix: string): Finding {
  return { code: 'PV403', severity: 'error', path, what, why, fix };
}

/** What a platform decided about hypervisors, as plain data for the rules and reports about its objects. */
export interface HypervisorsInUse {
  readonly declared: readonly HypervisorDeclaration[];
  /** What every VM runs on unless it says otherwise. */
  readonly cluster: string;
  /** How each that is used reaches the cluster. */
  readonly realisations: Readonly<Record<string, Realisation>>;
}
