import { isMap } from '../kube/object';

/** An item of a list, and where it is. */
export interface Part {
  readonly item: Readonly<Record<string, unknown>>;
  /** Its name; empty where it has none, as Go reads it. */
  readonly name: string;
  /** Where it is, by its name where that is clear: `volumes[os]`. */
  readonly path: string;
}

const NO_PARTS: readonly Part[] = [];

/** The maps of a list with their names and paths. */
export function partsOf(list: unknown, path: string): readonly Part[] {
  if (!Array.isArray(list) || list.length === 0) {
    return NO_PARTS;
  }
  const parts: Part[] = [];
  for (let i = 0; i < list.length; i++) {
    const item: unknown = list[i];
    if (isMap(item)) {
      parts.push(new ListedPart(item, list, i, path));
    }
  }
  return parts;
}

/** Makes its path when it is asked for one: hardly any item has anything wrong with it. */
class ListedPart implements Part {
  constructor(
    public readonly item: Part['item'],
    private readonly list: readonly unknown[],
    private readonly position: number,
    private readonly above: string,
  ) {}

  public get name(): string {
    return nameOf(this.item);
  }

  public get path(): string {
    const { list, name, position } = this;
    const isClear =
      CLEAR.test(name) && list.every((other, i) => i === position || !isMap(other) || nameOf(other) !== name);
    return `${this.above}[${isClear ? name : position}]`;
  }
}

/** Templates of data volumes are objects in a list, with a name in their metadata. */
function nameOf({ name, metadata }: Part['item']): string {
  return textOf(name ?? (isMap(metadata) ? metadata.name : undefined));
}

/** A name that cannot be taken for a position. */
const CLEAR = /^(?!\d+$)[\w-]+$/;

/** Text as Go has it: what is absent is empty. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Whether a pointer to a structure is set: `{}` is, and null is not. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
