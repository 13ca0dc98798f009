/** An expression as the parser gives it; macros are comprehensions already. */
export interface CelExpression {
  readonly id: bigint;
  readonly exprKind: CelKind;
}

/** What an expression is. */
type CelKind =
  | { readonly case: 'constExpr'; readonly value: { readonly constantKind: CelConstant } }
  | { readonly case: 'identExpr'; readonly value: { readonly name: string } }
  | { readonly case: 'selectExpr'; readonly value: CelSelect }
  | { readonly case: 'callExpr'; readonly value: CelCall }
  | { readonly case: 'listExpr'; readonly value: { readonly elements: readonly CelExpression[] } }
  | { readonly case: 'structExpr'; readonly value: CelStruct }
  | { readonly case: 'comprehensionExpr'; readonly value: CelComprehension }
  | { readonly case: undefined; readonly value?: undefined };

/** A literal. */
export interface CelConstant {
  readonly case: string | undefined;
  readonly value?: unknown;
}

/** `operand.field`, or `has(operand.field)`. */
export interface CelSelect {
  readonly operand?: CelExpression;
  readonly field: string;
  readonly testOnly: boolean;
}

/** A function, method or operator. */
export interface CelCall {
  readonly function: string;
  readonly target?: CelExpression;
  readonly args: readonly CelExpression[];
}

/** A struct with a name, or a map without one. */
export interface CelStruct {
  readonly messageName: string;
  readonly entries: readonly CelEntry[];
}

/** One key with its value. */
interface CelEntry {
  readonly keyKind:
    | { readonly case: 'fieldKey'; readonly value: string }
    | { readonly case: 'mapKey'; readonly value: CelExpression }
    | { readonly case: undefined };
  readonly value?: CelExpression;
}

/** A loop over a list or the keys of a map. */
export interface CelComprehension {
  readonly iterVar: string;
  readonly iterRange?: CelExpression;
  readonly accuVar: string;
  readonly accuInit?: CelExpression;
  readonly loopCondition?: CelExpression;
  readonly loopStep?: CelExpression;
  readonly result?: CelExpression;
}

/** The expressions directly below one. */
export function partsOf({ exprKind }: CelExpression): CelExpression[] {
  const parts = ((): readonly (CelExpression | undefined)[] => {
    switch (exprKind.case) {
      case 'selectExpr':
        return [exprKind.value.operand];
      case 'callExpr':
        return [exprKind.value.target, ...exprKind.value.args];
      case 'listExpr':
        return exprKind.value.elements;
      case 'structExpr':
        return exprKind.value.entries.flatMap(({ keyKind, value }) =>
          keyKind.case === 'mapKey' ? [keyKind.value, value] : [value],
        );
      case 'comprehensionExpr': {
        const { iterRange, accuInit, loopCondition, loopStep, result } = exprKind.value;
        return [iterRange, accuInit, loopCondition, loopStep, result];
      }
      default:
        return [];
    }
  })();
  return parts.filter((part) => part !== undefined);
}

/** The name that an expression is, with its package: `a.b.c`; nothing where it is more than a name. */
export function nameIn({ exprKind }: CelExpression): string | undefined {
  if (exprKind.case === 'identExpr') {
    return exprKind.value.name;
  }
  if (exprKind.case !== 'selectExpr' || exprKind.value.testOnly || exprKind.value.operand === undefined) {
    return undefined;
  }
  const before = nameIn(exprKind.value.operand);
  return before === undefined ? undefined : `${before}.${exprKind.value.field}`;
}
