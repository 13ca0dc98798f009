import { findingObject } from '../kube/identity';
import { type Fields, isMap } from '../kube/object';
import { type PathStep, pathOfSteps, pathSteps } from '../kube/path';
import type { YamlPath } from '../kube/yaml/place';
import { declaredPath } from '../model/declared-path';
import { itemName } from '../model/object-steps';
import type { DeclaredEntry } from './declare';

/** Comment lines about a key of a declaration. */
export interface KeyComment {
  /** Absent where no key says what they are about: then they are about the whole. A key may be there that is not said. */
  readonly key?: string;
  /** The item of the key's list, by its name. */
  readonly item?: string;
  readonly lines: readonly string[];
}

/** The comments inside of an object, by the keys that say what they are about. */
export function keyComments({ input, declaration }: Pick<DeclaredEntry, 'input' | 'declaration'>): KeyComment[] {
  const object = findingObject(input.wanted);
  return input.inside.map(({ path, lines }) => {
    const declared = declaredPath({ object, path: namedPath(input.object, path) }, input.wanted, declaration);
    const [key, item] = pathSteps(declared ?? '') ?? [];
    const isSaid = key !== undefined && Object.hasOwn(declaration, key.text);
    if (key === undefined || key.text === 'name' || (key.text === 'spec' && !isSaid)) {
      return { lines };
    }
    const about = { key: key.text, lines };
    return item?.isItem === true && itemIn(declaration[key.text], item.text) !== undefined
      ? { ...about, item: item.text }
      : about;
  });
}

/** A path as findings say it: items of lists by their names. */
function namedPath(object: unknown, path: YamlPath): string {
  let value = object;
  const steps = path.map((step): PathStep => {
    value = isMap(value) || Array.isArray(value) ? (value as Fields)[step] : undefined;
    return typeof step === 'number'
      ? { text: itemName(value) ?? String(step), isItem: true }
      : { text: step, isItem: false };
  });
  return pathOfSteps(steps);
}

/** The item of a list by its name. */
export function itemIn(list: unknown, name: string): Fields | undefined {
  const items: unknown[] = Array.isArray(list) ? list : [];
  return items.filter(isMap).find((item) => itemName(item) === name);
}

/** Lines about a key that is not in sight, as lines about the whole. */
export function linesAboutWhole({ key, item, lines }: KeyComment): readonly string[] {
  const [first = '', ...others] = lines;
  const subject = item === undefined ? key : `${key} ${item}`;
  return key === undefined ? lines : [first.replace(/^#+\s*/, `# ${subject}: `), ...others];
}

/** Where the comments of entries go that share some of their keys. */
export class CommentPlaces {
  private readonly byEntry: readonly (readonly KeyComment[])[];
  private readonly texts: readonly ReadonlySet<string>[];

  constructor(entries: readonly Pick<DeclaredEntry, 'input' | 'declaration'>[]) {
    this.byEntry = entries.map(keyComments);
    this.texts = this.byEntry.map((comments) => new Set(comments.map((comment) => JSON.stringify(comment))));
  }

  /** Comments of some entries, each once. */
  public of(entries: readonly number[]): KeyComment[] {
    const found = new Map(
      entries.flatMap((i) => this.byEntry[i]!.map((comment) => [JSON.stringify(comment), comment] as const)),
    );
    return [...found.values()];
  }

  /** Whether each of some entries has a comment. */
  public isOfAll(comment: KeyComment, entries: readonly number[]): boolean {
    const text = JSON.stringify(comment);
    return entries.every((i) => this.texts[i]!.has(text));
  }
}
