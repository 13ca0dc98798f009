import { isDnsLabel } from '../kube/names';

/** How files are told apart by cluster. */
export interface ClusterNaming {
  /** Everything is of one cluster of this name. */
  readonly name?: string;
  /** Each folder or file directly below what was asked for is a cluster. */
  readonly isPerEntry: boolean;
  /** The cluster of everything that nothing tells apart. */
  readonly other: string;
}

/** A folder that holds one entry per cluster, in every layout of a GitOps repository that has one. */
const CLUSTERS = 'clusters';

/**
 * The cluster that a file is for.
 *
 * @param steps the path of the file below what was asked for, its last step the file
 * @param asked the name of what was asked for
 */
export function clusterOfFile(steps: readonly string[], asked: string, naming: ClusterNaming): string {
  if (naming.name !== undefined) {
    return naming.name;
  }
  const at = steps.indexOf(CLUSTERS);
  const entry = asked === CLUSTERS || naming.isPerEntry ? steps[0] : at === -1 ? undefined : steps[at + 1];
  return dnsLabel(entry ?? naming.other);
}

/** A text as the name of a cluster: endings of files go, and so does what is no part of a DNS label. */
function dnsLabel(text: string): string {
  const label = text
    .replace(/\.(ya?ml|json|xml|ovf)$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '');
  return isDnsLabel(label) ? label : 'platform';
}
