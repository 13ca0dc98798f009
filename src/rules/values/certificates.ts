import { parseDuration } from '../../kube/duration';

/** How long something takes. What is no duration is not compared: NaN is neither less nor more. */
interface Span {
  readonly ms: number;
  readonly shown: string;
}

/** How long a certificate lasts, and how long before its end it is renewed. */
export interface Lifetime {
  readonly duration: Span;
  readonly renewBefore: Span;
}

export function spanOf(written: unknown, usual: number): Span {
  return typeof written === 'string'
    ? { ms: parseDuration(written) ?? Number.NaN, shown: written }
    : { ms: usual, shown: `${usual / 3_600_000}h` };
}

/** Contradictions between a CA and the certificates it signs, below the part that has both. */
export function* lifetimeMistakes(ca: Lifetime, server: Lifetime): Iterable<[path: string, what: string, fix: string]> {
  const fix = 'write a shorter renewBefore, or a longer duration';
  if (ca.duration.ms < ca.renewBefore.ms) {
    const what = `the CA is renewed ${ca.renewBefore.shown} before its end, and lasts ${ca.duration.shown}`;
    yield ['ca.renewBefore', what, fix];
  }
  if (server.duration.ms < server.renewBefore.ms) {
    const what = `certificates are renewed ${server.renewBefore.shown} before their end, and last ${server.duration.shown}`;
    yield ['server.renewBefore', what, fix];
  }
  if (server.duration.ms > ca.duration.ms) {
    const what = `certificates last ${server.duration.shown}, and their CA ${ca.duration.shown}`;
    yield ['server.duration', what, 'write a shorter duration of server, or a longer one of ca'];
  }
}
