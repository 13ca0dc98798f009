import type { Finding } from '../findings/finding';

/** A placement in the words of one dialect, and what the dialect has no words for. */
export interface WrittenPlacement<T> {
  readonly written: T;
  /** An error for each demand that is not in what was written: nothing is dropped in silence. */
  readonly findings: readonly Finding[];
}

/** A demand that a dialect has no words for, with the nearest thing that it can say. */
export function unsayable(path: string, what: string, fix: string, source?: string): Finding {
  return {
    code: 'PV511',
    severity: 'error',
    path,
    what,
    why: 'What cannot be written down would not be obeyed: VMs would run where they were meant not to',
    fix,
    ...(source === undefined ? {} : { source }),
  };
}
