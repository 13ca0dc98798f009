import { asText } from '../../kube/object';

/** Line and column in the bundle, both from 1. */
export type StackFrame = readonly [line: number, column: number];

/** Enough to get from what was called to the user's line. */
const DEEPEST = 6;

/** Enough to get from what failed deep inside of a library to the user's line. */
export const FAILED_DEEPEST = 100;

/** Enough to get from a constructor to the user's line, through `perArchitecture`. Each costs something for every construct. */
const AROUND_CONSTRUCTOR = 4;

/** Lines of Node's own modules and of the library are no lines of the bundle. */
const ELSEWHERE = /\bnode:|\blibrary-bundle\.js\b/;

/** Where a function was called, unformatted: most are never asked for. */
export function captureFrames(caller: unknown): { stack?: unknown } {
  const holder = {};
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = AROUND_CONSTRUCTOR;
  Error.captureStackTrace(holder, caller as () => void);
  Error.stackTraceLimit = stackTraceLimit;
  return holder;
}

/** Positions of the frames of a stack, read as data: its text would have to be parsed again. */
export function framesOf(holder: unknown, deepest = DEEPEST): StackFrame[] {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (_error, sites) => sites;
  const { stack } = holder as { stack?: unknown };
  Error.prepareStackTrace = prepareStackTrace;
  if (Array.isArray(stack)) {
    return (stack as NodeJS.CallSite[]).slice(0, deepest).flatMap((site) => {
      const [line, column] = [site.getLineNumber(), site.getColumnNumber()];
      const isElsewhere = ELSEWHERE.test(site.getFileName() ?? '');
      return line === null || column === null || isElsewhere ? [] : [[line, column] as const];
    });
  }
  // The stack was read before, so it is text.
  return [...asText(stack).matchAll(/^.*:(\d+):(\d+)\)?$/gm)]
    .filter(([frame]) => !ELSEWHERE.test(frame))
    .slice(0, deepest)
    .map(([, line, column]) => [Number(line), Number(column)]);
}

/** What is known of a construct, or of the nearest one around it of which something is. */
export function nearest<T, R>(
  path: string,
  known: ReadonlyMap<string, T>,
  of: (entry: T) => R | undefined,
): R | undefined {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const entry = known.get(at);
    const found = entry === undefined ? undefined : of(entry);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}
