import type { Admitter, RefusalContext } from '../../src/admission/refused';
import type { InstanceSpec } from '../../src/architectures/instance-view';

/** What an admitter says of an instance, as `code path`, with `late` where only the instance is refused. */
export function refusals(admitter: Admitter, spec: InstanceSpec, context: Partial<RefusalContext> = {}): string[] {
  return [...admitter(spec, { kubevirt: '1.9', isMachine: true, ...context })].map(
    ({ code, path, isLate, isOfMachine }) =>
      `${code} ${isOfMachine === true ? '^' : ''}${path}${isLate === true ? ' late' : ''}`,
  );
}

/** A row of a table: an instance, what decides about it, and everything that is said of it. */
export interface Row {
  readonly spec: InstanceSpec;
  readonly context?: Partial<RefusalContext>;
  readonly refused: readonly string[];
}

/** Data that nobody should write, and that must not make a rule throw. */
export const ODD: readonly unknown[] = [
  null,
  undefined,
  0,
  '',
  'text',
  true,
  [],
  {},
  [null],
  ['text'],
  [[]],
  [{}],
  { a: null },
];

/** Every instance that has odd data at one of these paths. */
export function oddSpecs(paths: readonly string[]): InstanceSpec[] {
  return paths.flatMap((path) =>
    ODD.map((odd) => path.split('.').reduceRight<unknown>((value, key) => ({ [key]: value }), odd) as InstanceSpec),
  );
}

/** What an admitter says of the spec of an instance, as `code path`; an error unless it says that it is not sure. */
export function refusalsOf(admitter: Admitter, spec: unknown, context: Partial<RefusalContext> = {}): string[] {
  const found = admitter(spec as Record<string, unknown>, { kubevirt: '1.9', isMachine: false, ...context });
  return [...found].map(({ code, path, severity, isLate }) =>
    [severity, isLate === true ? 'late' : undefined, code, path].filter((part) => part !== undefined).join(' '),
  );
}

/** Nothing may throw, wherever such data is. */
export function survivesOddData(admitter: Admitter, paths: readonly string[]): void {
  for (const path of paths) {
    for (const value of ODD) {
      const spec = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
      refusalsOf(admitter, spec);
    }
  }
}
