import type { NodeDemand } from './demands';

/** One expression of a selector of nodes. */
interface MatchExpression {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  readonly values?: string[];
}

/** What is asked of nodes, as Kubernetes writes it. */
export interface NodeAffinity {
  readonly preferredDuringSchedulingIgnoredDuringExecution?: {
    readonly weight: number;
    readonly preference: { readonly matchExpressions: MatchExpression[] };
  }[];
  readonly requiredDuringSchedulingIgnoredDuringExecution?: {
    readonly nodeSelectorTerms: { readonly matchExpressions: MatchExpression[] }[];
  };
}

/**
 * What demands on nodes come to.
 *
 * Everything hard is in one term: expressions of a term must all hold, while of several terms one is enough, so that
 * "only rack 1" and "not the old hosts" as two terms would mean "rack 1, or anything that is not old".
 */
export function nodeAffinity(demands: readonly NodeDemand[]): NodeAffinity | undefined {
  // In an order of their own: in a template of Cluster API another order is another template, and replaces all machines.
  const ordered = [...demands].sort((a, b) => byText(orderOf(a), orderOf(b)));
  const hard = ordered.filter((demand) => demand.hard);
  const soft = ordered.filter((demand) => !demand.hard);
  if (demands.length === 0) {
    return undefined;
  }
  return {
    ...(soft.length === 0
      ? {}
      : {
          preferredDuringSchedulingIgnoredDuringExecution: soft.map((demand) => ({
            weight: demand.weight,
            preference: { matchExpressions: [expressionOf(demand)] },
          })),
        }),
    ...(hard.length === 0
      ? {}
      : {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: hard.map(expressionOf) }],
          },
        }),
  };
}

/** A demand as an expression. Without values the label as such counts. */
export function expressionOf({ key, values, wanted }: Pick<NodeDemand, 'key' | 'values' | 'wanted'>): MatchExpression {
  return values.length === 0
    ? { key, operator: wanted ? 'Exists' : 'DoesNotExist' }
    : { key, operator: wanted ? 'In' : 'NotIn', values: [...values] };
}

function orderOf({ key, wanted, values, weight }: NodeDemand): string {
  return [key, wanted ? '' : 'not', ...values, weight].join('\0');
}

/** By code unit, the same on every machine. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
