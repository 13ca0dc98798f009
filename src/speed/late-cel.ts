import type { CelEvaluator } from '../schema/cel-evaluator';

/** The evaluator of CEL, loaded with the first rule: that takes 25 ms, and most platforms have no field with a rule. */
export function lateCel(): CelEvaluator {
  return require('../schema/cel-rules') as typeof import('../schema/cel-rules');
}
