import { atLeast, type Release } from '../kube/release';

/**
 * What a machine-controller understands of placement, which changed twice.
 *
 * `flat`: nothing; the provider spec is a flat map. `presets`: three presets below `affinity`. `spread`: one preset of
 * nodes and spread constraints; the two presets of pods are still read and obeyed no more. `proposal`: the four presets in
 * the flat map, as they were once proposed and as no release has them.
 */
export type Generation = 'proposal' | 'flat' | 'presets' | 'spread';

/** First machine-controller with presets. Source: kubermatic/machine-controller v1.46.0, commit 72f156a2c. */
export const PRESETS_SINCE = '1.46.0';

/** First machine-controller with spread constraints. Source: v1.56.0, commit 5819bb5f2. */
export const SPREAD_SINCE = '1.56.0';

/** What a release of the controller understands. */
export function generationOf(release: Release): Exclude<Generation, 'proposal'> {
  return atLeast(release, SPREAD_SINCE) ? 'spread' : atLeast(release, PRESETS_SINCE) ? 'presets' : 'flat';
}
