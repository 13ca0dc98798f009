/** How well something is known: read upstream, concluded from what was read, or not known at all. */
export type Confidence = 'documented' | 'inferred' | 'unknown';

/** One thing that is known of a hypervisor, and where from. */
export interface Cell<T> {
  /** Absent where it is unknown. */
  readonly value?: T;
  readonly confidence: Confidence;
  readonly source: string;
}

/** Read upstream. */
export function documented<T>(value: T, source: string): Cell<T> {
  return { value, confidence: 'documented', source };
}

/** Concluded from what was read. */
export function inferred<T>(value: T, source: string): Cell<T> {
  return { value, confidence: 'inferred', source };
}

/**
 * Not known.
 *
 * @param why what was looked for in vain
 */
export function unknown(why: string): Cell<never> {
  return { confidence: 'unknown', source: why };
}
