import { field, group, table } from './rows/row';
import { flag, int, known, text } from './rows/shapes';

/** What time the guest sees. */
export interface Clock {
  /** UTC, or so many seconds from it. */
  readonly utc?: UtcClock;
  /** The time of a place, as `Europe/Berlin`. */
  readonly timezone?: string;
  /** Clocks that the guest finds. */
  readonly timer?: Timers;
}

/** UTC. */
export interface UtcClock {
  /** Seconds from it. */
  readonly offsetSeconds?: number;
}

/** Clocks that the guest finds. */
export interface Timers {
  /** The high precision event timer. */
  readonly hpet?: TickingTimer;
  /** The clock of KVM. */
  readonly kvm?: PresentTimer;
  /** The programmable interval timer. */
  readonly pit?: TickingTimer;
  /** The clock with a battery. */
  readonly rtc?: RealTimeClock;
  /** The clock of Hyper-V, for Windows. */
  readonly hyperv?: PresentTimer;
}

/** A clock that is there or not. */
interface PresentTimer {
  /**
   * Whether it is there.
   *
   * @default true
   */
  readonly present?: boolean;
}

/** A clock that ticks. */
interface TickingTimer {
  /**
   * Whether it is there.
   *
   * @default true
   */
  readonly present?: boolean;
  /** How ticks that the guest missed are delivered. */
  readonly tickPolicy?: 'delay' | 'catchup' | 'merge' | 'discard';
}

/** The clock with a battery. */
interface RealTimeClock {
  /**
   * Whether it is there.
   *
   * @default true
   */
  readonly present?: boolean;
  /** How ticks that the guest missed are delivered. */
  readonly tickPolicy?: 'delay' | 'catchup';
  /** What it follows: the guest, or the wall. */
  readonly track?: 'guest' | 'wall';
}

const PRESENT = table<PresentTimer>('PresentTimer', () => ({ present: field('present', flag, false) }));

const TICKING = table<TickingTimer>('TickingTimer', () => ({
  present: field('present', flag, false),
  tickPolicy: field('tickPolicy', known('delay', 'catchup', 'merge', 'discard'), 'discard'),
}));

export const UTC_CLOCK = table<UtcClock>('UtcClock', () => ({ offsetSeconds: field('offsetSeconds', int, 3600) }));

export const TIMERS = table<Timers>('Timers', () => ({
  hpet: group('hpet', TICKING),
  kvm: group('kvm', PRESENT),
  pit: group('pit', TICKING),
  rtc: group(
    'rtc',
    table<RealTimeClock>('RealTimeClock', () => ({
      present: field('present', flag, false),
      tickPolicy: field('tickPolicy', known('delay', 'catchup'), 'catchup'),
      track: field('track', known('guest', 'wall'), 'wall'),
    })),
  ),
  hyperv: group('hyperv', PRESENT),
}));

export const CLOCK = table<Clock>('Clock', () => ({
  utc: group('utc', UTC_CLOCK),
  timezone: field('timezone', text, 'Europe/Berlin'),
  timer: group('timer', TIMERS),
}));
