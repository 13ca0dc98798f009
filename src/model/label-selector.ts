import { field, items, required, table } from './rows/row';
import { anyText, known, listOf, text, textMap } from './rows/shapes';

/** Objects by their labels. */
export interface LabelSelector {
  /**
   * Labels that they have.
   *
   * @default - any
   */
  readonly matchLabels?: Readonly<Record<string, string>>;

  /**
   * What else is asked of their labels.
   *
   * @default - nothing
   */
  readonly matchExpressions?: readonly LabelExpression[];
}

/** What is asked of one label. */
export interface LabelExpression {
  /** Key of the label. */
  readonly key: string;
  /** What is asked. */
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  /** Values, for `In` and `NotIn`. */
  readonly values?: readonly string[];
}

export const LABEL_EXPRESSION = table<LabelExpression>('LabelExpression', () => ({
  key: required(field('key', text, 'tier')),
  operator: required(field('operator', known('In', 'NotIn', 'Exists', 'DoesNotExist'), 'Exists')),
  values: field('values', listOf(anyText), ['front']),
}));

/** A selector of Kubernetes. */
export const LABEL_SELECTOR = table<LabelSelector>('LabelSelector', () => ({
  matchLabels: field('matchLabels', textMap, { tier: 'front' }),
  matchExpressions: items('matchExpressions', LABEL_EXPRESSION),
}));
