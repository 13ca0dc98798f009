import type { Release } from '../kube/release';
import { catalogue } from './catalogue';
import { conceivable } from './choose';
import type { HypervisorDeclaration, Realisation } from './declaration';
import { type Cell, type Confidence, FEATURE_NAMES, type Feature } from './features';
import { mebibytesIn } from './overheads';
import { type HypervisorProfile, PROPERTIES, type Property } from './profile';
import { hypervisorNames, profileOf } from './resolve';

/** Whether a hypervisor has a feature. */
export type FeatureAnswer = 'yes' | 'no' | 'unknown';

/** One property as it is in one release. */
export interface PropertyValue {
  /** Null where it is unknown. */
  readonly value: string | boolean | readonly string[] | null;
  readonly confidence: Confidence;
  readonly source: string;
}

/** One hypervisor, as a table shows it. */
export interface HypervisorRow {
  readonly name: string;
  readonly driver: string;
  /** Ways that are conceivable, given an image and whatever else they need. */
  readonly realisations: readonly Realisation[];
  /** Architectures of the guests that it runs; null where it is unknown. */
  readonly architectures: PropertyValue;
  /** Why it can run in a launcher pod, or cannot. */
  readonly because: string;
  readonly properties: Readonly<Record<Property, PropertyValue>>;
  readonly features: Readonly<Record<Feature, FeatureAnswer>>;
}

/** All hypervisors of the catalogue and of a platform's own, as they are in one release of KubeVirt. */
export function hypervisorMatrix(kubevirt: Release, declared: readonly HypervisorDeclaration[] = []): HypervisorRow[] {
  const names = declared.length === 0 ? catalogue().map(({ name }) => name) : hypervisorNames(declared);
  return names.map((name) => rowOf(profileOf(name, declared)!, kubevirt));
}

function rowOf(profile: HypervisorProfile, kubevirt: Release): HypervisorRow {
  const { name, driver, because, architectures, properties, features } = profile;
  return {
    name,
    driver,
    realisations: conceivable(profile, kubevirt),
    architectures: propertyValue(architectures, kubevirt),
    because,
    properties: Object.fromEntries(
      PROPERTIES.map((property) => [property, propertyValue(properties[property], kubevirt)]),
    ) as Record<Property, PropertyValue>,
    features: Object.fromEntries(FEATURE_NAMES.map((feature) => [feature, answerOf(features[feature])])) as Record<
      Feature,
      FeatureAnswer
    >,
  };
}

function propertyValue({ value, confidence, source }: Cell<unknown>, kubevirt: Release): PropertyValue {
  if (value === undefined) {
    return { value: null, confidence, source };
  }
  const shown =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? `${mebibytesIn(value as Readonly<Record<Release, number>>, kubevirt)}Mi`
      : (value as string | boolean | readonly string[]);
  return { value: shown, confidence, source };
}

/** Whether a hypervisor has a feature, in a word. */
export function answerOf({ value }: Cell<boolean>): FeatureAnswer {
  return value === undefined ? 'unknown' : value ? 'yes' : 'no';
}
