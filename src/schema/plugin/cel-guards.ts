import type { CelCall, CelExpression } from './cel-expression';
import { nameIn, partsOf } from './cel-expression';
import { type CelType, mapPart } from './cel-types';

/** Something that is looked up without asking first whether it is there. */
export interface Unguarded {
  /** What is looked up in, as an expression: `vmi.Labels`. */
  readonly from: string;
  /** The key or index, as an expression. */
  readonly key: string;
  readonly in: 'map' | 'list';
}

/** Keys that exist where an expression is true, or where it is false. */
type Facts = ReadonlySet<string>;

const NOTHING: Facts = new Set();

/** Lookups of an expression that fail where the key is missing. */
export function unguarded(
  expression: CelExpression,
  types: ReadonlyMap<bigint, CelType>,
  known: Facts = NOTHING,
): Unguarded[] {
  const found = lookup(expression, types);
  const own = found === undefined || isKnown(found, known) ? [] : [found];
  const { exprKind } = expression;
  const inside = (part: CelExpression, facts: Facts) => unguarded(part, types, facts);
  if (exprKind.case === 'callExpr') {
    const { function: name, args } = exprKind.value;
    const [first, second, third] = args;
    switch (name) {
      // CEL takes what one side decides, whatever becomes of the other: each guards the other one.
      case '_&&_':
        return [...inside(first!, both(known, whenTrue(second!))), ...inside(second!, both(known, whenTrue(first!)))];
      case '_||_':
        return [...inside(first!, both(known, whenFalse(second!))), ...inside(second!, both(known, whenFalse(first!)))];
      case '_?_:_':
        return [
          ...inside(first!, known),
          ...inside(second!, both(known, whenTrue(first!))),
          ...inside(third!, both(known, whenFalse(first!))),
        ];
    }
  }
  if (exprKind.case === 'comprehensionExpr') {
    const { iterRange, iterVar, accuInit, loopStep, result } = exprKind.value;
    // A key that a map was asked for is there; so is a position that a list was asked for.
    const inner = both(known, new Set([fact(written(iterRange!), iterVar)]));
    return [
      ...inside(iterRange!, known),
      ...inside(accuInit!, known),
      ...inside(loopStep!, inner),
      ...inside(result!, known),
    ];
  }
  return [...own, ...partsOf(expression).flatMap((part) => inside(part, known))];
}

/** Keys that exist where an expression is true: for conditions that guard what runs after them. */
export function factsOf(expression: CelExpression): Facts {
  return whenTrue(expression);
}

function both(a: Facts, b: Facts): Facts {
  return b.size === 0 ? a : new Set([...a, ...b]);
}

function fact(from: string, key: string): string {
  return `${from}\n${key}`;
}

function isKnown({ from, key, in: kind }: Unguarded, known: Facts): boolean {
  return known.has(fact(from, key)) || (kind === 'list' && known.has(fact(from, SOME)));
}

/** Stands for "it has been asked how many there are". */
const SOME = '*';

function lookup({ exprKind }: CelExpression, types: ReadonlyMap<bigint, CelType>): Unguarded | undefined {
  if (exprKind.case === 'selectExpr' && !exprKind.value.testOnly) {
    const { operand, field } = exprKind.value;
    return mapPart(types.get(operand!.id) ?? '') === undefined
      ? undefined
      : { from: written(operand!), key: JSON.stringify(field), in: 'map' };
  }
  if (exprKind.case !== 'callExpr' || exprKind.value.function !== '_[_]') {
    return undefined;
  }
  const [from, key] = exprKind.value.args;
  const isWrittenOut = from!.exprKind.case === 'listExpr' || from!.exprKind.case === 'structExpr';
  if (mapPart(types.get(from!.id) ?? '') !== undefined) {
    return isWrittenOut ? undefined : { from: written(from!), key: written(key!), in: 'map' };
  }
  // An index that is computed comes from somewhere that knows how many there are.
  const isFixed = key!.exprKind.case === 'constExpr' && nameIn(from!) !== undefined;
  return isFixed ? { from: written(from!), key: written(key!), in: 'list' } : undefined;
}

function whenTrue({ exprKind }: CelExpression): Facts {
  if (exprKind.case === 'selectExpr' && exprKind.value.testOnly) {
    const { operand, field } = exprKind.value;
    return new Set([fact(written(operand!), JSON.stringify(field))]);
  }
  if (exprKind.case !== 'callExpr') {
    return NOTHING;
  }
  const { function: name, args } = exprKind.value;
  switch (name) {
    case '@in':
      return new Set([fact(written(args[1]!), written(args[0]!))]);
    case '_&&_':
      return both(whenTrue(args[0]!), whenTrue(args[1]!));
    case '!_':
      return whenFalse(args[0]!);
    default:
      return COMPARISONS.has(name) ? sizesIn(exprKind.value) : NOTHING;
  }
}

function whenFalse({ exprKind }: CelExpression): Facts {
  if (exprKind.case !== 'callExpr') {
    return NOTHING;
  }
  const { function: name, args } = exprKind.value;
  switch (name) {
    case '_||_':
      return both(whenFalse(args[0]!), whenFalse(args[1]!));
    case '!_':
      return whenTrue(args[0]!);
    default:
      return COMPARISONS.has(name) ? sizesIn(exprKind.value) : NOTHING;
  }
}

const COMPARISONS = new Set(['_<_', '_<=_', '_>_', '_>=_', '_==_', '_!=_']);

/** Lists whose size is compared with something. */
function sizesIn({ args }: CelCall): Facts {
  return new Set(
    args.flatMap(({ exprKind }) => {
      if (exprKind.case !== 'callExpr' || exprKind.value.function !== 'size') {
        return [];
      }
      const list = exprKind.value.target ?? exprKind.value.args[0];
      return list === undefined ? [] : [fact(written(list), SOME)];
    }),
  );
}

/** An expression as text, the same for the same expression. */
function written(expression: CelExpression): string {
  const name = nameIn(expression);
  if (name !== undefined) {
    return name;
  }
  const { exprKind } = expression;
  if (exprKind.case === 'constExpr') {
    const { case: kind, value } = exprKind.value.constantKind;
    return typeof value === 'bigint' ? `${value}${kind === 'uint64Value' ? 'u' : ''}` : (JSON.stringify(value) ?? '');
  }
  const label = exprKind.case === 'callExpr' ? exprKind.value.function : (exprKind.case ?? '');
  return `${label}(${partsOf(expression).map(written).join(', ')})`;
}
