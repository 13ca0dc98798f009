import type { WallStop } from './wall-messages';

/** Why the wall ended a program. */
export class WallEnd extends Error {
  constructor(public readonly stop: WallStop) {
    super(stop.detail ?? stop.limit);
  }
}
