import { type Cell, documented, inferred, unknown } from './cell';
import type { FeatureCells, HypervisorProfile, OwnFeature, PropertyCells } from './profile';

/** Features that have the same answer for the same reason. */
export interface FeatureGroup {
  readonly cell: Cell<boolean>;
  readonly features: readonly OwnFeature[];
}

/** Features that a driver has, as upstream says. */
export function has(source: string, ...features: OwnFeature[]): FeatureGroup {
  return { cell: documented(true, source), features };
}

/** Features that a driver lacks, as upstream says. */
export function lacks(source: string, ...features: OwnFeature[]): FeatureGroup {
  return { cell: documented(false, source), features };
}

/** Features that a driver seems to have. */
export function likelyHas(source: string, ...features: OwnFeature[]): FeatureGroup {
  return { cell: inferred(true, source), features };
}

/** Features that a driver seems to lack. */
export function likelyLacks(source: string, ...features: OwnFeature[]): FeatureGroup {
  return { cell: inferred(false, source), features };
}

/** Features of which it is unknown whether a driver has them. */
export function unknownIn(why: string, ...features: OwnFeature[]): FeatureGroup {
  return { cell: unknown(why), features };
}

/** The answer for each feature. A test holds that every driver answers each of them once. */
export function featureCells(...groups: FeatureGroup[]): OwnFeatureCells {
  return Object.fromEntries(
    groups.flatMap(({ cell, features }) => features.map((feature) => [feature, cell])),
  ) as unknown as OwnFeatureCells;
}

type OwnFeatureCells = Pick<FeatureCells, OwnFeature>;

/** A hypervisor as the tables say it. */
export interface ProfileRow extends Omit<HypervisorProfile, 'features'> {
  readonly features: OwnFeatureCells;
}

/** A hypervisor with the features that its properties say. */
export function profile({ features, ...rest }: ProfileRow): HypervisorProfile {
  return { ...rest, features: { ...features, ...twinsOf(rest.properties) } };
}

/** The features that properties say. */
export function twinsOf({
  iso,
  ballooning,
}: PropertyCells): Pick<FeatureCells, Exclude<keyof FeatureCells, OwnFeature>> {
  return { iso, ballooning };
}
