import type { Release } from '../kube/release';

/** How far a gate is: what is deprecated or discontinued changes nothing when listed, or soon will. */
export type Stage = 'alpha' | 'beta' | 'ga' | 'deprecated' | 'discontinued';

/** The life of one gate. */
export interface GateFact {
  /** Oldest first; a stage holds until the next one. */
  readonly history: readonly { readonly since: Release; readonly stage: Stage }[];
  readonly source: string;
}

/** KubeVirt's feature gates that polyvirt decides about by itself. */
export const FEATURE_GATES = {
  MultiArchitecture: {
    history: [
      { since: '1.0', stage: 'alpha' },
      { since: '1.8', stage: 'deprecated' },
    ],
    source: 'kubevirt pkg/virt-config/featuregate/inactive.go, 1.8 and later; commit a6e7f952 removed the check',
  },
} as const satisfies Record<string, GateFact>;

/** A gate of the table. */
export type FeatureGate = keyof typeof FEATURE_GATES;
