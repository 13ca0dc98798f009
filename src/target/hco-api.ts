import { atLeast, type Release } from '../kube/release';

/** A version of the API of HyperConverged. */
export type HyperConvergedVersion = 'v1beta1' | 'v1';

/** What an API version of HyperConverged is from a release on. */
export interface HcoApiFact {
  readonly since: Release;
  readonly what: string;
  readonly source: string;
}

/** What became of API v1. */
export const HCO_V1 = {
  served: {
    since: '1.18',
    what: 'API v1 is served beside v1beta1, which stays the one that is stored',
    source: 'HCO v1.18.0 deploy/crds/hco00.crd.yaml',
  },
  stored: {
    since: '1.19',
    what: 'API v1 is the one that is stored; v1beta1 is still served, and frozen: what is new is in v1 only',
    source: 'HCO branch release-1.19; pull requests 4254 and 4234',
  },
} as const satisfies Record<string, HcoApiFact>;

/** Whether a release serves API v1, where gates are a list. */
export function servesHcoV1(hco: Release): boolean {
  return atLeast(hco, HCO_V1.served.since);
}

/** Whether a release stores API v1, so that it keeps what is written in it. */
export function storesHcoV1(hco: Release): boolean {
  return atLeast(hco, HCO_V1.stored.since);
}

/** The version to write for a release: the one that is stored, as reading back any other gives something else. */
export function preferredVersion(hco: Release): HyperConvergedVersion {
  return storesHcoV1(hco) ? 'v1' : 'v1beta1';
}
