import type { Release } from '../kube/release';
import type { Component } from './facts';

/**
 * The releases that one cluster runs, as a user writes them.
 *
 * Always strings: YAML reads a bare `1.10` as `1.1`.
 */
export interface TargetDeclaration {
  /**
   * Release of KubeVirt.
   *
   * @default - what `hco` brings along; otherwise the newest that polyvirt knows
   */
  readonly kubevirt?: string;

  /**
   * Release of the HyperConverged cluster operator. It implies KubeVirt, CDI and SSP.
   *
   * @default - the cluster has none
   */
  readonly hco?: string;

  /**
   * Release of OpenShift Virtualization, as `4.20`. It implies HyperConverged and everything that brings, OpenShift, and the namespaces of
   * the product.
   *
   * @default - HyperConverged is upstream's
   */
  readonly openshiftVirtualization?: string;

  /**
   * Release of the Containerized Data Importer.
   *
   * @default - what `hco` brings along; otherwise unknown
   */
  readonly cdi?: string;

  /**
   * Release of the Scheduling, Scale and Performance operator.
   *
   * @default - what `hco` brings along; otherwise unknown
   */
  readonly ssp?: string;

  /**
   * Release of Kubernetes.
   *
   * @default - unknown
   */
  readonly kubernetes?: string;

  /**
   * Release of Kubermatic's machine-controller.
   *
   * @default - the cluster has none
   */
  readonly machineController?: string;

  /**
   * Release of Argo CD.
   *
   * @default - unknown
   */
  readonly argocd?: string;
}

/** A target with everything that it implies written out. What is absent is unknown, never a guess. */
export interface Target extends Readonly<Partial<Record<Component, Release>>> {
  /** Known for every target: everything that polyvirt writes depends on it. */
  readonly kubevirt: Release;
}

/** Releases that belong together: a layer that says one of them anew replaces the others too. */
const TOGETHER: readonly (keyof TargetDeclaration)[] = ['openshiftVirtualization', 'hco', 'kubevirt', 'cdi', 'ssp'];

/**
 * What is said on top of what was said before.
 *
 * A new HyperConverged brings its own KubeVirt along, and a new KubeVirt does not come from the old HyperConverged.
 */
export function onTop(below: TargetDeclaration, above: TargetDeclaration): TargetDeclaration {
  const replaced: readonly (keyof TargetDeclaration)[] =
    above.hco !== undefined || above.openshiftVirtualization !== undefined
      ? TOGETHER
      : above.kubevirt !== undefined
        ? ['openshiftVirtualization', 'hco']
        : [];
  const kept = Object.entries(below).filter(([key]) => !(replaced as readonly string[]).includes(key));
  return { ...Object.fromEntries(kept), ...above };
}
