import { type Cell, documented, inferred, unknown } from './cell';
import type { Feature } from './features';
import type { FeatureCells } from './profile';

/** Features that have the same answer for the same reason. */
export interface FeatureGroup {
  readonly cell: Cell<boolean>;
  readonly features: readonly Feature[];
}

/** Features that a driver has, as upstream says. */
export function has(source: string, ...features: Feature[]): FeatureGroup {
  return { cell: documented(true, source), features };
}

/** Features that a driver lacks, as upstream says. */
export function lacks(source: string, ...features: Feature[]): FeatureGroup {
  return { cell: documented(false, source), features };
}

/** Features that a driver seems to have. */
export function likelyHas(source: string, ...features: Feature[]): FeatureGroup {
  return { cell: inferred(true, source), features };
}

/** Features that a driver seems to lack. */
export function likelyLacks(source: string, ...features: Feature[]): FeatureGroup {
  return { cell: inferred(false, source), features };
}

/** Features of which nobody knows whether a driver has them. */
export function nobodyKnows(why: string, ...features: Feature[]): FeatureGroup {
  return { cell: unknown(why), features };
}

/** The answer for each feature. A test holds that every driver answers each of them once. */
export function featureCells(...groups: FeatureGroup[]): FeatureCells {
  return Object.fromEntries(
    groups.flatMap(({ cell, features }) => features.map((feature) => [feature, cell])),
  ) as unknown as FeatureCells;
}
