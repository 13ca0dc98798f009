import { type CelExpression, partsOf } from './cel-expression';

/** What an evaluation may cost in the launcher. Source: kubevirt pkg/virt-launcher/virtwrap/plugins/cel/evaluator.go. */
export const COST_LIMIT = 10_000_000;

/** What making a list, map or struct costs. Source: cel-go v0.26.0 common/cost.go. */
const LIST_COST = 10;
const MAP_COST = 30;
const STRUCT_COST = 40;

/**
 * The least that an expression costs where it runs: lists that it writes out count with their length, all others as empty.
 *
 * Source: cel-go v0.26.0 interpreter/runtimecost.go.
 */
export function leastCost(expression: CelExpression): number {
  const { exprKind } = expression;
  const parts = () => partsOf(expression).reduce((sum, part) => sum + leastCost(part), 0);
  switch (exprKind.case) {
    case 'identExpr':
    case 'selectExpr':
      return 1 + parts();
    case 'listExpr':
      return LIST_COST + parts();
    case 'structExpr':
      return (exprKind.value.messageName === '' ? MAP_COST : STRUCT_COST) + parts();
    case 'callExpr':
      return exprKind.value.function === '_?_:_' ? ternaryCost(exprKind.value.args) : 1 + parts();
    case 'comprehensionExpr': {
      const { iterRange, loopStep, accuInit, result } = exprKind.value;
      const rounds = leastSize(iterRange!) * leastCost(loopStep!);
      return leastCost(iterRange!) + rounds + leastCost(accuInit!) + leastCost(result!);
    }
    default:
      return 0;
  }
}

/** Only one of both branches runs. */
function ternaryCost([condition, ...branches]: readonly CelExpression[]): number {
  return leastCost(condition!) + Math.min(...branches.map(leastCost));
}

/** How many items a list has at least. A comprehension over a list may leave some out, unless it maps each. */
function leastSize({ exprKind }: CelExpression): number {
  if (exprKind.case === 'listExpr') {
    return exprKind.value.elements.length;
  }
  if (exprKind.case === 'structExpr' && exprKind.value.messageName === '') {
    return exprKind.value.entries.length;
  }
  if (exprKind.case === 'callExpr' && exprKind.value.function === '_+_') {
    return exprKind.value.args.reduce((sum, arg) => sum + leastSize(arg), 0);
  }
  if (exprKind.case !== 'comprehensionExpr') {
    return 0;
  }
  const step = exprKind.value.loopStep!.exprKind;
  const addsEach = step.case === 'callExpr' && step.value.function === '_+_';
  return addsEach ? leastSize(exprKind.value.iterRange!) : 0;
}
