/** A piece of a text that is there as a whole or not at all. */
export interface TextBlock {
  readonly text: string;
  /** The larger, the later it is cut. */
  readonly weight: number;
  /** What it is one of, for saying what was cut: `change`, `finding`. */
  readonly part: string;
}

/** What of a text fits, and how many of each part do not. */
export interface Fitted {
  readonly text: string;
  readonly cut: ReadonlyMap<string, number>;
}

/**
 * As many blocks as fit, in their order, the least important cut first.
 *
 * What does not fit ends it: nothing that is less important comes instead.
 */
export function fitBlocks(blocks: readonly TextBlock[], budget: number): Fitted {
  const order = blocks.map((block, i) => ({ block, i })).sort((a, b) => b.block.weight - a.block.weight || a.i - b.i);
  const kept = new Set<number>();
  let left = budget;
  for (const { block, i } of order) {
    if (block.text.length > left) {
      break;
    }
    left -= block.text.length;
    kept.add(i);
  }
  const cut = new Map<string, number>();
  blocks.forEach(({ part }, i) => {
    if (!kept.has(i)) {
      cut.set(part, (cut.get(part) ?? 0) + 1);
    }
  });
  return {
    text: blocks
      .filter((_, i) => kept.has(i))
      .map(({ text }) => text)
      .join(''),
    cut,
  };
}
