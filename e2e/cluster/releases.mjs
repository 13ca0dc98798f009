// The releases that polyvirt supports, each with the bundle that ships it.
import { createRequire } from 'node:module';

const { BUNDLES, KNOWN_RELEASES } = createRequire(import.meta.url)('../../lib/src/target/facts.js');

/** KubeVirt, and the HyperConverged that brings it where there is one. Oldest first. */
export const RELEASES = KNOWN_RELEASES.kubevirt.releases.map((kubevirt) => ({
  kubevirt,
  hco: BUNDLES.find((bundle) => bundle.kubevirt === kubevirt)?.hco,
}));

/** Whether a resolved target is for this release. */
export function isFor(target, { kubevirt }) {
  return minor(target.kubevirt) === kubevirt;
}

/** The same target for another release; nothing where HyperConverged has none that ships it. */
export function retargeted({ kubevirt, hco, cdi, ssp, ...rest }, release) {
  if (hco === undefined) {
    return { ...rest, kubevirt: release.kubevirt };
  }
  return { ...rest, hco: release.hco ?? hco };
}

function minor(release) {
  return release.split('.').slice(0, 2).join('.');
}
