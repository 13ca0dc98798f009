import { EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE, type ScalarStyle } from 'js-yaml';
import { YAML_LIMITS, type YamlDocument } from './yaml-reader';

/** Line and column in the stream, both from 1. */
export interface YamlPlace {
  readonly line: number;
  readonly column: number;
}

/** Keys and list positions from the root of a document. */
export type YamlPath = readonly (string | number)[];

/**
 * Where a value is in its document; where the path leads nowhere, the nearest one around it.
 *
 * Computed when it is asked for: most documents have nothing to say about them.
 */
export function placeOf(document: YamlDocument, path: YamlPath, part: 'key' | 'value' = 'value'): YamlPlace {
  const events = parseEvents(document.text, { maxDepth: YAML_LIMITS.depth });
  const offset = new Walk(events, document.text).find(path, part);
  return placeAt(document, offset);
}

/** The text of a scalar as it is written, so that `1.10` can be shown as what it was. */
export function writtenAt(document: YamlDocument, path: YamlPath): string | undefined {
  const events = parseEvents(document.text, { maxDepth: YAML_LIMITS.depth });
  return new Walk(events, document.text).textAt(path);
}

function placeAt({ text, firstLine }: YamlDocument, offset: number): YamlPlace {
  const before = text.slice(0, offset);
  const lastBreak = before.lastIndexOf('\n');
  return { line: firstLine + (before.match(/\n/g)?.length ?? 0), column: offset - lastBreak };
}

/** Follows a path through the flat events of a document. */
class Walk {
  private at = 0;

  constructor(
    private readonly events: readonly Event[],
    private readonly text: string,
  ) {
    this.at = this.events[0]?.type === EVENT_ID.DOCUMENT ? 1 : 0;
  }

  /** Offset of the value at a path, or of the last part that is there. */
  public find(path: YamlPath, part: 'key' | 'value'): number {
    let offset = this.offset() ?? 0;
    for (const [i, step] of path.entries()) {
      const keyOffset = this.enter(step);
      if (keyOffset === undefined) {
        return offset;
      }
      const last = i === path.length - 1;
      offset = last && part === 'key' ? keyOffset : (this.offset() ?? keyOffset);
    }
    return offset;
  }

  /** What is written at a path, if it is a scalar. */
  public textAt(path: YamlPath): string | undefined {
    for (const step of path) {
      if (this.enter(step) === undefined) {
        return undefined;
      }
    }
    const event = this.events[this.at];
    return event?.type === EVENT_ID.SCALAR ? this.text.slice(event.valueStart, event.valueEnd) : undefined;
  }

  /** Moves to a child and says where its key, or the child itself, begins; nothing where there is none. */
  private enter(step: string | number): number | undefined {
    const event = this.events[this.at];
    if (event?.type === EVENT_ID.MAPPING) {
      return this.enterMap(String(step));
    }
    return event?.type === EVENT_ID.SEQUENCE ? this.enterList(Number(step)) : undefined;
  }

  private enterMap(name: string): number | undefined {
    this.at++;
    while (this.at < this.events.length && this.events[this.at]?.type !== EVENT_ID.POP) {
      const key = this.events[this.at]!;
      const keyOffset = this.offset() ?? 0;
      this.skip();
      if (key.type === EVENT_ID.SCALAR && getScalarValue(this.text, key) === name) {
        return keyOffset;
      }
      this.skip();
    }
    return undefined;
  }

  private enterList(index: number): number | undefined {
    this.at++;
    for (let i = 0; this.at < this.events.length && this.events[this.at]?.type !== EVENT_ID.POP; i++) {
      if (i === index) {
        return this.offset() ?? 0;
      }
      this.skip();
    }
    return undefined;
  }

  /** Over one whole value. */
  private skip(): void {
    let depth = 0;
    do {
      const { type } = this.events[this.at++]!;
      depth += type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE ? 1 : type === EVENT_ID.POP ? -1 : 0;
    } while (depth > 0);
  }

  /** Where the current value begins; nothing where nothing is written, as behind `key:`. */
  private offset(): number | undefined {
    const event = this.events[this.at];
    switch (event?.type) {
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE:
        return event.start;
      case EVENT_ID.SCALAR:
        return event.valueStart < 0 ? undefined : quoteStart(event.valueStart, event.style);
      case EVENT_ID.ALIAS:
        return event.anchorStart;
      default:
        return undefined;
    }
  }
}

/** The value of a quoted scalar begins behind its quote; people look at the quote. */
function quoteStart(start: number, style: ScalarStyle): number {
  return style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED ? start - 1 : start;
}
