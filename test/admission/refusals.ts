import type { Admitter, RefusalContext } from '../../src/admission/refused';

/** What an admitter says of the spec of an instance, as `code path`; an error unless it says that it is not sure. */
export function refusalsOf(admitter: Admitter, spec: unknown, context: Partial<RefusalContext> = {}): string[] {
  const found = admitter(spec as Record<string, unknown>, { kubevirt: '1.9', isMachine: false, ...context });
  return [...found].map(({ code, path, severity, isLate }) =>
    [severity, isLate === true ? 'late' : undefined, code, path].filter((part) => part !== undefined).join(' '),
  );
}

/** Data that no CRD accepts and that files hold all the same. */
export const ODD: readonly unknown[] = [null, 'text', 7, true, [], [null], [7, 'x'], {}, { name: null }];

/** Nothing may throw, wherever such data is. */
export function survivesOddData(admitter: Admitter, paths: readonly string[]): void {
  for (const path of paths) {
    for (const value of ODD) {
      const spec = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
      refusalsOf(admitter, spec);
    }
  }
}
