/** What an environment is for, by its name. */
export type Stage = 'production' | 'development';

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
