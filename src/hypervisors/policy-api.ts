import { atLeast, type Release } from '../kube/release';

/** How a release of Kubernetes serves mutating policies. */
export interface PolicyApi {
  readonly apiVersion: string;
  /** Whether it works without the cluster's administrator turning it on. */
  readonly onByDefault: boolean;
}

/** Newest first. */
const VERSIONS = [
  { since: '1.36', version: 'v1', onByDefault: true },
  { since: '1.34', version: 'v1beta1', onByDefault: false },
  { since: '1.32', version: 'v1alpha1', onByDefault: false },
] as const;

/** The API of mutating policies in a release of Kubernetes; nothing where it has none. */
export function policyApi(kubernetes: Release): PolicyApi | undefined {
  const found = VERSIONS.find(({ since }) => atLeast(kubernetes, since));
  return found === undefined
    ? undefined
    : { apiVersion: `admissionregistration.k8s.io/${found.version}`, onByDefault: found.onByDefault };
}
