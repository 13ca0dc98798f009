/** A piece of a text that is there as a whole or not at all. */
export interface TextBlock {
  readonly text: string;
  /** The larger, the later it is cut. */
  readonly weight: number;
  /** What it is one of, for saying what was cut: `change`, `finding`. */
  readonly part: string;
  /** What stands around it and its neighbours; it is written where any of them is. */
  readonly within?: Frame;
}

/** Lines before and after blocks that belong together: the head of a table, the tags of what unfolds. */
export interface Frame {
  readonly open: string;
  readonly close: string;
}

/** What of a text fits, and how many of each part do not. */
interface Fitted {
  readonly text: string;
  readonly cut: ReadonlyMap<string, number>;
}

/**
 * As many blocks as fit, in their order, the least important cut first.
 *
 * The first part that does not fit ends it: nothing less important takes its place.
 */
export function fitBlocks(blocks: readonly TextBlock[], budget: number): Fitted {
  const order = blocks.map((block, i) => ({ block, i })).sort((a, b) => b.block.weight - a.block.weight || a.i - b.i);
  const kept = new Set<number>();
  const frames = new Set<Frame>();
  let left = budget;
  for (const { block, i } of order) {
    const { text, within } = block;
    const frame = within === undefined || frames.has(within) ? 0 : within.open.length + within.close.length;
    if (text.length + frame > left) {
      break;
    }
    left -= text.length + frame;
    kept.add(i);
    if (within !== undefined) {
      frames.add(within);
    }
  }
  const cut = new Map<string, number>();
  blocks.forEach(({ part }, i) => {
    if (!kept.has(i)) {
      cut.set(part, (cut.get(part) ?? 0) + 1);
    }
  });
  return { text: written(blocks.filter((_, i) => kept.has(i))), cut };
}

/** Blocks in their order, each run of neighbours in its frame. */
function written(blocks: readonly TextBlock[]): string {
  return blocks
    .map(({ text, within }, i) => {
      const isFirst = within !== undefined && blocks[i - 1]?.within !== within;
      const isLast = within !== undefined && blocks[i + 1]?.within !== within;
      return `${isFirst ? within.open : ''}${text}${isLast ? within.close : ''}`;
    })
    .join('');
}
