// Numbers that look random and are the same for the same seed, so that one input can be made again by itself.

/** A source of choices for one input of one run. */
export class Random {
  #state;

  constructor(seed, index) {
    this.#state = (Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul((index + 1) | 0, 0x85ebca6b)) | 0;
    for (let i = 0; i < 4; i++) {
      this.number();
    }
  }

  /** At least 0, less than 1 (mulberry32). */
  number() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, at least 0, less than `limit`. */
  below(limit) {
    return Math.floor(this.number() * limit);
  }

  /** Whether something with this probability happens. */
  chance(probability) {
    return this.number() < probability;
  }

  one(list) {
    return list[this.below(list.length)];
  }

  /** Some of a list, in its order. */
  some(list, probability = 0.5) {
    return list.filter(() => this.chance(probability));
  }
}
