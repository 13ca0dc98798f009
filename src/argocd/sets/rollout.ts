import { asText, isMap, type KubeObject } from '../../kube/object';
import { valueAt } from '../../kube/path';

/** The Applications that an ApplicationSet syncs together. */
export interface RolloutStep {
  readonly applications: readonly KubeObject[];
  /** How many at a time, as it is written; absent where all are. */
  readonly maxUpdate?: string;
}

/** The order in which an ApplicationSet syncs its Applications. */
export interface Rollout {
  readonly set: KubeObject;
  /** A single one where it syncs all at once. */
  readonly steps: readonly RolloutStep[];
  /** Applications of no step: with a rolling sync nothing but a person syncs them. */
  readonly unselected: readonly KubeObject[];
}

/**
 * Puts the Applications of an ApplicationSet into the steps of its strategy.
 *
 * Source: argo-cd v3.5 applicationset/progressivesync/progressive_sync.go buildAppDependencyList: the first step that selects one counts.
 */
export function rolloutOf(set: KubeObject, applications: readonly KubeObject[]): Rollout {
  const isRolling = valueAt(set, 'spec.strategy.type') === 'RollingSync';
  const written = isRolling ? listOf(valueAt(set, 'spec.strategy.rollingSync.steps')) : [];
  if (written.length === 0) {
    return { set, steps: [{ applications }], unselected: [] };
  }
  const stepOf = new Map(
    applications.map((each) => [each, written.findIndex((step) => listOf(step.matchExpressions).every(selects(each)))]),
  );
  return {
    set,
    steps: written.map(({ maxUpdate }, i) => ({
      applications: applications.filter((each) => stepOf.get(each) === i),
      ...(maxUpdate === undefined ? {} : { maxUpdate: asText(maxUpdate) }),
    })),
    unselected: applications.filter((each) => stepOf.get(each) === -1),
  };
}

/** A label that is not there is in no list, and so in no list that is excluded; another operator selects nothing. */
function selects({ metadata }: KubeObject): (expression: Readonly<Record<string, unknown>>) => boolean {
  const labels = isMap(metadata?.labels) ? metadata.labels : {};
  return ({ key, operator, values }) => {
    const value = labels[asText(key)];
    const isListed = value !== undefined && Array.isArray(values) && values.map(asText).includes(asText(value));
    return operator === 'In' ? isListed : value === undefined || (operator === 'NotIn' && !isListed);
  };
}

function listOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return (Array.isArray(value) ? (value as unknown[]) : []).filter(isMap);
}

/** What an environment is for, by its name. */
type Stage = 'production' | 'development';

const WORDS: readonly (readonly [RegExp, Stage])[] = [
  // `pre-prod` and `nonprod` have the word in them.
  [/(^|[^a-z])(pre-?prod|non-?prod)/, 'development'],
  [/(^|[^a-z])(prod|prd|production|live)([^a-z]|$)/, 'production'],
  [
    /(^|[^a-z])(dev|devel|development|test|testing|qa|int|integration|stage|staging|stg|lab|sandbox|canary)([^a-z]|$)/,
    'development',
  ],
];

/** Tells production from what comes before it, by names and labels; nothing where they do not say. */
export function stageOf(names: readonly string[]): Stage | undefined {
  return names
    .map((name) => WORDS.find(([words]) => words.test(name.toLowerCase()))?.[1])
    .find((stage) => stage !== undefined);
}
