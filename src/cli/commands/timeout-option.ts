import { type Command as Commander, InvalidArgumentError } from 'commander';
import { WALL_LIMITS, type WallLimits } from '../../sources/program/wall/wall-limits';

/** How long programs of other authors may take. */
export interface TimeoutOption {
  readonly timeout?: number;
}

/** @param asked the option that has programs run in the sandbox */
export function addTimeoutOption(commander: Commander, asked: string): Commander {
  return commander.option(
    '--timeout <seconds>',
    `with ${asked}: time limit for a program; default: ${WALL_LIMITS.seconds}`,
    secondsOf,
  );
}

/** What such a program may take. */
export function sandboxLimits({ timeout }: TimeoutOption): Partial<WallLimits> {
  return timeout === undefined ? {} : { seconds: timeout };
}

/** Timers of Node know no longer time than 24 days. */
const LONGEST_S = 86_400;

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || seconds < 1 || seconds > LONGEST_S) {
    throw new InvalidArgumentError(`Write whole seconds, from 1 to ${LONGEST_S}.`);
  }
  return seconds;
}
