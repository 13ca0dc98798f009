import { DOMAIN_HOOK_TYPES, NODE_HOOK_TYPES } from '../../../imports/plugin-types';
import {
  type CelCall,
  type CelComprehension,
  type CelConstant,
  type CelExpression,
  type CelSelect,
  type CelStruct,
  nameIn,
  partsOf,
} from './cel-expression';
import {
  type CelField,
  type CelLibrary,
  type CelStructs,
  type CelType,
  domainLibrary,
  isOpen,
  joinTypes,
  listPart,
  mapPart,
  nodeLibrary,
  type Overload,
  readStructs,
  shownType,
} from './cel-types';

/** The environment in which an expression of a Plugin is compiled. */
export interface CelDialect {
  readonly structs: CelStructs;
  readonly library: CelLibrary;
  /** Package whose names need no prefix. */
  readonly container: string;
  readonly variables: ReadonlyMap<string, CelType>;
}

let domain: CelDialect | undefined;
let node: CelDialect | undefined;

/** That of domain hooks and of the condition of the Plugin. Source: kubevirt pkg/virt-launcher/virtwrap/plugins/cel/evaluator.go. */
export function domainDialect(): CelDialect {
  domain ??= {
    structs: readStructs(DOMAIN_HOOK_TYPES),
    library: domainLibrary(),
    container: 'libvirtxml',
    variables: new Map([
      ['vmi', 'v1.VirtualMachineInstance'],
      ['domainSpec', 'libvirtxml.Domain'],
    ]),
  };
  return domain;
}

/** That of the conditions of node hooks. Source: kubevirt pkg/plugins/cel/evaluator.go. */
export function nodeDialect(): CelDialect {
  node ??= {
    structs: readStructs(NODE_HOOK_TYPES),
    library: nodeLibrary(),
    container: '',
    variables: new Map([['vmi', 'v1.VirtualMachineInstance']]),
  };
  return node;
}

/** What is wrong with an expression, in the words of cel-go. */
export class CelIssue extends Error {}

/** The type of each expression by its id, and that of the whole. */
interface CheckedTypes {
  readonly type: CelType;
  readonly types: ReadonlyMap<bigint, CelType>;
}

/** Types of an expression and all of its parts. Throws a `CelIssue` where the webhook would reject it. */
export function checkTypes(expression: CelExpression, dialect: CelDialect): CheckedTypes {
  const checker = new TypeChecker(dialect);
  return { type: checker.typeOf(expression, dialect.variables), types: checker.types };
}

const TYPE_NAMES = new Set('bool int uint double string bytes list map null_type type'.split(' '));

const CONSTANTS: Readonly<Record<string, CelType>> = {
  boolValue: 'bool',
  bytesValue: 'bytes',
  doubleValue: 'double',
  int64Value: 'int',
  nullValue: 'null',
  stringValue: 'string',
  uint64Value: 'uint',
};

type Scope = ReadonlyMap<string, CelType>;

class TypeChecker {
  public readonly types = new Map<bigint, CelType>();

  public constructor(private readonly dialect: CelDialect) {}

  public typeOf(expression: CelExpression, scope: Scope): CelType {
    const type = this.find(expression, scope);
    this.types.set(expression.id, type);
    return type;
  }

  private find(expression: CelExpression, scope: Scope): CelType {
    const { exprKind } = expression;
    switch (exprKind.case) {
      case 'constExpr':
        return constantType(exprKind.value.constantKind);
      case 'identExpr':
        return this.nameType(exprKind.value.name, scope) ?? this.undeclared(exprKind.value.name);
      case 'selectExpr':
        return this.selectType(expression, exprKind.value, scope);
      case 'callExpr':
        return this.callType(exprKind.value, scope);
      case 'listExpr':
        return `[${this.common(exprKind.value.elements, scope)}`;
      case 'structExpr':
        return this.structType(exprKind.value, scope);
      case 'comprehensionExpr':
        return this.comprehensionType(exprKind.value, scope);
      default:
        throw new CelIssue('an empty expression');
    }
  }

  private nameType(name: string, scope: Scope): CelType | undefined {
    return scope.get(name) ?? (TYPE_NAMES.has(name) || this.structName(name) !== undefined ? 'type' : undefined);
  }

  private undeclared(name: string): never {
    throw new CelIssue(`undeclared reference to '${name}' (in container '${this.dialect.container}')`);
  }

  /** A struct by its full name, or by the name that it has in the container. */
  private structName(name: string): string | undefined {
    const { structs, container } = this.dialect;
    return [`${container}.${name}`, name].find((each) => structs.has(each));
  }

  private selectType(expression: CelExpression, { operand, field, testOnly }: CelSelect, scope: Scope): CelType {
    const full = nameIn(expression);
    const root = full?.split('.')[0];
    if (full !== undefined && !scope.has(root!) && this.structName(full) !== undefined) {
      return 'type';
    }
    const type = this.typeOf(operand!, scope);
    const found = this.fieldType(type, field);
    return testOnly ? 'bool' : found;
  }

  private fieldType(type: CelType, field: string): CelType {
    const map = mapPart(type);
    if (map !== undefined) {
      return map.value;
    }
    return isOpen(type) ? 'dyn' : this.field(type, field).type;
  }

  private field(type: CelType, name: string): CelField {
    const fields = this.dialect.structs.get(type);
    if (fields === undefined) {
      throw new CelIssue(`type '${shownType(type)}' does not support field selection`);
    }
    const found = fields.get(name);
    if (found === undefined) {
      throw new CelIssue(`undefined field '${name}'`);
    }
    return found;
  }

  private callType(call: CelCall, scope: Scope): CelType {
    const { functions, methods } = this.dialect.library;
    const { target, args } = call;
    if (target === undefined) {
      const rows = functions.get(call.function) ?? this.undeclared(call.function);
      return this.applied(call.function, rows, args, scope);
    }
    const prefix = nameIn(target);
    const qualified = prefix === undefined ? undefined : functions.get(`${prefix}.${call.function}`);
    if (qualified !== undefined) {
      return this.applied(`${prefix}.${call.function}`, qualified, args, scope);
    }
    const type = this.typeOf(target, scope);
    if (call.function === 'sortBy' && methods.has('sort')) {
      // A macro of ext.Lists, which the parser leaves as it is: the key is compared, whatever it is.
      return type;
    }
    const rows = methods.get(call.function) ?? this.undeclared(call.function);
    return this.applied(call.function, rows, [target, ...args], scope, true);
  }

  private applied(
    name: string,
    rows: readonly Overload[],
    args: readonly CelExpression[],
    scope: Scope,
    isMethod = false,
  ): CelType {
    const given = args.map((arg) => this.typeOf(arg, scope));
    const results = [...new Set(rows.flatMap((row) => resultOf(row, given) ?? []))];
    if (results.length === 0) {
      const [first, ...rest] = given.map(shownType);
      const shown = isMethod ? `'${first}.(${rest.join(', ')})'` : `'(${given.map(shownType).join(', ')})'`;
      throw new CelIssue(`found no matching overload for '${name}' applied to ${shown}`);
    }
    return results.length === 1 ? results[0]! : 'dyn';
  }

  /** Elements that have no type in common make a list of anything. */
  private common(elements: readonly CelExpression[], scope: Scope): CelType {
    return elements
      .map((element) => this.typeOf(element, scope))
      .reduce<CelType>((joined, type) => joinTypes(joined, type) ?? 'dyn', '?');
  }

  private structType({ messageName, entries }: CelStruct, scope: Scope): CelType {
    if (messageName === '') {
      const keys = entries.flatMap(({ keyKind }) => (keyKind.case === 'mapKey' ? [keyKind.value] : []));
      const key = this.common(keys, scope);
      return `{${key},${this.common(
        entries.flatMap(({ value }) => value ?? []),
        scope,
      )}`;
    }
    const name = this.structName(messageName) ?? this.undeclared(messageName);
    for (const { keyKind, value } of entries) {
      const key = keyKind.case === 'fieldKey' ? keyKind.value : '';
      const expected = this.field(name, key).type;
      const given = this.typeOf(value!, scope);
      if (joinTypes(expected, given) === undefined) {
        throw new CelIssue(
          `expected type of field '${key}' is '${shownType(expected)}' but provided type is '${shownType(given)}'`,
        );
      }
    }
    return name;
  }

  private comprehensionType(loop: CelComprehension, scope: Scope): CelType {
    const range = this.typeOf(loop.iterRange!, scope);
    const item = listPart(range) ?? mapPart(range)?.key ?? (isOpen(range) ? 'dyn' : undefined);
    if (item === undefined) {
      throw new CelIssue(
        `expression of type '${shownType(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
      );
    }
    const start = this.typeOf(loop.accuInit!, scope);
    const inner = new Map([...scope, [loop.iterVar, item], [loop.accuVar, start]]);
    this.mustBe('bool', this.typeOf(loop.loopCondition!, inner));
    const step = this.typeOf(loop.loopStep!, inner);
    const accumulated = joinTypes(start, step);
    if (accumulated === undefined) {
      throw new CelIssue(`expected type '${shownType(start)}' but found '${shownType(step)}'`);
    }
    return this.typeOf(loop.result!, new Map([...scope, [loop.accuVar, accumulated]]));
  }

  private mustBe(expected: CelType, given: CelType): void {
    if (joinTypes(expected, given) === undefined) {
      throw new CelIssue(`expected type '${shownType(expected)}' but found '${shownType(given)}'`);
    }
  }
}

function constantType({ case: kind }: CelConstant): CelType {
  return (kind === undefined ? undefined : CONSTANTS[kind]) ?? 'dyn';
}

/** What an overload gives for these arguments; nothing where they do not fit. */
function resultOf({ takes, gives }: Overload, given: readonly CelType[]): CelType | undefined {
  const bound = new Map<string, CelType>();
  const fits = takes.length === given.length && takes.every((type, i) => isBound(type, given[i]!, bound));
  return fits ? substituted(gives, bound) : undefined;
}

function isBound(pattern: CelType, given: CelType, bound: Map<string, CelType>): boolean {
  if (pattern === 'A' || pattern === 'B') {
    const known = bound.get(pattern);
    const joined = known === undefined ? given : joinTypes(known, given);
    if (joined !== undefined) {
      bound.set(pattern, joined);
    }
    return joined !== undefined;
  }
  const item = listPart(pattern);
  if (item !== undefined) {
    const givenItem = isOpen(given) ? 'dyn' : listPart(given);
    return givenItem !== undefined && isBound(item, givenItem, bound);
  }
  const map = mapPart(pattern);
  if (map !== undefined) {
    const givenMap = isOpen(given) ? { key: 'dyn', value: 'dyn' } : mapPart(given);
    return givenMap !== undefined && isBound(map.key, givenMap.key, bound) && isBound(map.value, givenMap.value, bound);
  }
  return joinTypes(pattern, given) !== undefined;
}

function substituted(type: CelType, bound: ReadonlyMap<string, CelType>): CelType {
  const item = listPart(type);
  return item === undefined ? (bound.get(type) ?? type) : `[${substituted(item, bound)}`;
}

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
