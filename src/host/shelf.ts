import { type HeldRange, HeldTexts } from './held-texts';

/** A value on the shelf, or in hand. */
interface Shelved<T> {
  value?: T | undefined;
  range?: HeldRange;
}

/**
 * Plain values of which one at a time is in memory: the one that was put there or asked for last.
 *
 * So a single value never leaves memory, and of a fleet there is never more than one.
 */
export class Shelf<T extends object> {
  private readonly held = new HeldTexts(1 << 20, {
    what: 'what is known of clusters cannot be kept until their files are looked at',
    why: 'A fleet is too large for memory as a whole',
  });
  private inHand: Shelved<T> | undefined;

  /** @returns what gives the value back; whoever keeps what it gives keeps it in memory */
  public put(value: T): () => T {
    const shelved: Shelved<T> = {};
    this.take(shelved, value);
    return () => shelved.value ?? this.take(shelved, JSON.parse(this.held.read(shelved.range!)) as T);
  }

  private take(shelved: Shelved<T>, value: T): T {
    if (this.inHand !== undefined) {
      this.inHand.range ??= this.held.add(JSON.stringify(this.inHand.value));
      this.inHand.value = undefined;
    }
    this.inHand = shelved;
    shelved.value = value;
    return value;
  }
}
