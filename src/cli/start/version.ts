import { FACTS_AS_OF, KNOWN_RELEASES } from '../../target/facts';

/** Our own version; a test holds that it is that of the package. */
export const VERSION = '0.1.0';

/** Whether npm finds it in the registry. Until then, what `init` writes brings its own copy. */
export const IS_PUBLISHED = false as boolean;

/** What `--version` prints: ours, and how old the facts are. */
export function versionText(): string {
  const span = (releases: readonly string[]) => `${releases[0]} – ${releases.at(-1)}`;
  const kubevirt = span(KNOWN_RELEASES.kubevirt!.releases);
  const hco = span(KNOWN_RELEASES.hco!.releases);
  return `polyvirt ${VERSION} (data as of ${FACTS_AS_OF}: KubeVirt ${kubevirt}, HyperConverged ${hco})`;
}
