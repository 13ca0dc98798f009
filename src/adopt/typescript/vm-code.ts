import type { Fields } from '../../kube/object';
import { isSame } from '../../model/rows/row';
import type { VmKeys } from '../alike';
import { classParts, stemsOf, WHOLE_KEYS } from '../class-parts';
import type { DeclaredEntry } from '../declare';
import { CommentPlaces, type KeyComment, linesAboutWhole } from '../key-comments';
import { camelCase, constantOf, type Expression, generalize, isUsed, valueExpression } from './expression';
import { type Imports, idiomatic } from './factories';
import { type Helper, helpersOf, isLong, type KeyedPart } from './helpers';
import { loopGroups } from './loops';
import { commentText, printed, SPREAD, withComments } from './print';

/** The VMs of a cluster as code. */
interface VmCode {
  /** Props that several of them share, and functions that give some, before everything else. */
  readonly constants: string;
  readonly statements: readonly string[];
}

type MapExpression = Extract<Expression, { kind: 'map' }>;

/** VMs that are declared together: one, or a loop over what tells them apart. */
interface Statement {
  /** Their positions. */
  readonly of: readonly number[];
  readonly names: readonly string[];
  readonly props: MapExpression;
  readonly columns: ReturnType<typeof generalize>['columns'];
}

/** Keys that several statements share, as a constant that they spread. */
interface Shared {
  readonly name: string;
  readonly keys: Fields;
  readonly statements: readonly number[];
}

/**
 * Writes VMs.
 *
 * @param idOf the name of a construct, which is that of its VM where it can be
 * @param taken names that the module has already
 */
export function vmCode(
  vms: readonly DeclaredEntry[],
  idOf: (entry: DeclaredEntry) => string,
  taken: readonly string[],
  imports: Imports,
): VmCode {
  if (vms.length > 0) {
    imports.add('VirtualMachine');
  }
  const loops = statementsOf(vms, idOf);
  const columns = loops.flatMap((statement) => statement.columns.map(({ name }) => name));
  const helpers = helpersOf(loops.flatMap(keyedParts), new Set([...taken, ...columns]), imports);
  const statements = loops.map((statement, i) => withHelpers(statement, i, helpers));
  const shared = sharedKeys(statements, new Set([...taken, ...columns, ...helpers.map(({ name }) => name)]));
  const comments = new CommentPlaces(vms);
  const ofConstants = new Map<Shared, KeyComment[]>();
  const texts = statements.map((statement, i) => {
    const spread = shared.filter(({ statements: of }) => of.includes(i));
    const isOwn = (key: string) => !spread.some(({ keys }) => Object.hasOwn(keys, key));
    const own = statement.props.entries.filter(([key]) => isOwn(key));
    const placed: KeyComment[] = [];
    for (const comment of comments.of(statement.of).filter((each) => comments.isOfAll(each, statement.of))) {
      const { key = '' } = comment;
      const constant = spread.find(({ keys }) => Object.hasOwn(keys, key));
      const isOfConstant = constant?.statements.every((each) => comments.isOfAll(comment, statements[each]!.of));
      if (constant !== undefined && isOfConstant === true) {
        ofConstants.set(constant, [...(ofConstants.get(constant) ?? []), comment]);
      }
      if (isOfConstant === true || own.some(([each]) => each === key)) {
        placed.push(comment);
      }
    }
    const props = withComments({ kind: 'map', entries: own }, placed);
    const all: Expression = {
      kind: 'map',
      entries: [...spread.map(({ name }) => [SPREAD, { kind: 'column', name }] as const), ...props.entries],
    };
    const isPlaced = (comment: KeyComment) => placed.some((each) => isSame(each, comment));
    const lines = (at: number) => [
      ...vms[at]!.input.comment,
      ...comments
        .of([at])
        .filter((comment) => !isPlaced(comment))
        .flatMap(linesAboutWhole),
    ];
    return statement.of.length === 1
      ? single(vms[statement.of[0]!]!, idOf, all, lines(statement.of[0]!), imports)
      : loop(statement, all, lines, imports);
  });
  return {
    constants: [
      ...helpers.map(({ text }) => text),
      ...shared.map((each) => constantText(each, ofConstants.get(each) ?? [], statements, vms, imports)),
    ].join(''),
    statements: texts,
  };
}

/** The keys of a statement that are long enough to be written by a function. */
function keyedParts({ of, names, props, columns }: Statement, at: number): KeyedPart[] {
  const valuesOf = (variable: string) =>
    variable === 'name' ? names : (columns.find(({ name }) => name === variable)?.values ?? []);
  return props.entries.flatMap(([key, part]) =>
    isLong(part) ? [{ of: at, count: of.length, key, part, valuesOf }] : [],
  );
}

/** A statement that calls functions for what they give. */
function withHelpers(statement: Statement, at: number, helpers: readonly Helper[]): Statement {
  const entries = statement.props.entries.map(([key, part]): MapExpression['entries'][number] => [
    key,
    helpers.find((helper) => helper.key === key && helper.calls.has(at))?.calls.get(at) ?? part,
  ]);
  return { ...statement, props: { kind: 'map', entries } };
}

function statementsOf(vms: readonly DeclaredEntry[], idOf: (entry: DeclaredEntry) => string): Statement[] {
  const positions = new Map(vms.map(({ declaration }, i) => [declaration as VmKeys, i]));
  const isPlain = (entry: DeclaredEntry) => idOf(entry) === entry.declaration.name;
  const [plain, others] = [vms.filter(isPlain), vms.filter((entry) => !isPlain(entry))];
  const groups = [
    ...loopGroups(plain.map(({ declaration }) => declaration as VmKeys)),
    ...others.map(({ declaration }) => [declaration as VmKeys]),
  ];
  return groups.map((group) => {
    const names = group.map(({ name }) => name);
    const [first, ...rest] = group.map((vm) => inOrderOf(group[0]!, vm));
    // A name is the variable of its loop; alone it is a text.
    const { expression, columns } = generalize([first, ...rest], names);
    return { of: group.map((vm) => positions.get(vm)!), names, props: expression as MapExpression, columns };
  });
}

/** A VM with its keys in the order of another one. */
function inOrderOf(other: VmKeys, vm: VmKeys): Fields {
  return Object.fromEntries(Object.keys(other).flatMap((key) => (key === 'name' ? [] : [[key, vm[key]]])));
}

/** Whole keys that statements share, under names that are unique in the module. */
function sharedKeys(statements: readonly Statement[], taken: ReadonlySet<string>): Shared[] {
  const constants = statements.map(({ names, props }): VmKeys => {
    const keys = props.entries.flatMap(([key, part]) => {
      const constant = constantOf(part);
      return constant === undefined ? [] : [[key, constant.value] as const];
    });
    return { ...Object.fromEntries(keys), name: sharedWords(names) };
  });
  return (statements.length > 1 ? classParts(constants, WHOLE_KEYS) : []).map(({ name, members, part }) => {
    const wanted = camelCase(name);
    return {
      name: isUsed(wanted) || taken.has(wanted) ? `${wanted}Vms` : wanted,
      keys: part,
      statements: members,
    };
  });
}

/** The words that all names have; else what their words begin with. */
function sharedWords(names: readonly string[]): string {
  const shared = (words: readonly (readonly string[])[]) => {
    const [first = [], ...others] = words;
    return first.filter((word) => others.every((each) => each.includes(word))).join('-');
  };
  return names.length === 1 ? names[0]! : shared(names.map((name) => name.split('-'))) || shared(names.map(stemsOf));
}

function constantText(
  { name, keys, statements: of }: Shared,
  comments: readonly KeyComment[],
  statements: readonly Statement[],
  vms: readonly DeclaredEntry[],
  imports: Imports,
): string {
  const props = withComments(valueExpression(keys) as MapExpression, comments);
  const value = printed(idiomatic(props, imports), 0, name.length + CONSTANT_FRAME);
  const count = of.reduce((sum, i) => sum + statements[i]!.of.length, 0);
  const who = count === vms.length ? 'all VMs' : `${count} VMs`;
  return `/** Props that ${who} share. */\nconst ${name} = ${value} satisfies Partial<VirtualMachineProps>;\n\n`;
}

/** Characters around the value of a constant. */
const CONSTANT_FRAME = `const  =  satisfies Partial<VirtualMachineProps>;`.length;

function single(
  entry: DeclaredEntry,
  idOf: (entry: DeclaredEntry) => string,
  props: Expression,
  comment: readonly string[],
  imports: Imports,
): string {
  const id = idOf(entry);
  const { name } = entry.declaration;
  const named: Expression =
    id === name || props.kind !== 'map'
      ? props
      : { kind: 'map', entries: [['name', { kind: 'value', value: name }], ...props.entries] };
  const call = construct('VirtualMachine', { kind: 'value', value: id }, idiomatic(named, imports));
  return `${commentText(comment, 2)}  ${call}`;
}

function loop(
  { of, names, columns }: Statement,
  props: Expression,
  commentOf: (at: number) => readonly string[],
  imports: Imports,
): string {
  const rows = names.map((name, i) => {
    const values = Object.fromEntries(columns.map((column) => [column.name, column.values[i]]));
    const row = columns.length === 0 ? valueExpression(name) : valueExpression({ name, ...values });
    return `${commentText(commentOf(of[i]!), 4)}    ${printed(row, 4, 5)},\n`;
  });
  const variables =
    columns.length === 0 ? 'name' : `{ ${['name', ...columns.map((column) => column.name)].join(', ')} }`;
  const statement = construct('VirtualMachine', { kind: 'column', name: 'name' }, idiomatic(props, imports), 4);
  const list = `[\n${rows.join('')}  ]${columns.length === 0 ? '' : ' as const'}`;
  return `  for (const ${variables} of ${list}) {\n    ${statement}\n  }`;
}

/** A statement that makes a construct of the platform. */
export function construct(kind: string, id: Expression, props: Expression, indent = 2): string {
  const call: Expression = {
    kind: 'call',
    callee: `new ${kind}`,
    args: [{ kind: 'column', name: 'platform' }, id, props],
  };
  return `${printed(call, indent, indent + 1)};`;
}
