import type { Membership } from '../cluster/group';
import type { Place } from '../findings/finding';
import type { KubeObject } from '../kube/object';
import type { ChangeOrigin, ReviewedField } from './result';

/** An object, with where it comes from. */
export interface SourcedObject {
  readonly object: KubeObject;
  /** The construct or part of a platform file that made it. */
  readonly construct?: string;
  /** The path of the object itself, below that construct. */
  readonly path?: string;
  /** Where it, or a field of it, is in the user's files. Asked only for what changed. */
  readonly placeOf?: (path?: string) => Place | undefined;
  /** Its group, where it is one of several VMs of its side that are alike. */
  readonly membership?: Membership;
}

/** A piece of text that holds objects. Those that are the same on both sides are never read. */
export interface ReviewDocument {
  readonly text: string;
  readonly objects: () => readonly SourcedObject[];
}

/** Documents of two sides, told apart by their text alone. */
interface SplitDocuments {
  readonly before: readonly ReviewDocument[];
  readonly after: readonly ReviewDocument[];
  readonly unchanged: readonly ReviewDocument[];
}

/** What is only on one side, and what is on both. Neither the file nor the order counts. */
export function splitDocuments(before: readonly ReviewDocument[], after: readonly ReviewDocument[]): SplitDocuments {
  const left = new Map<string, ReviewDocument[]>();
  for (const document of before) {
    const same = left.get(document.text);
    if (same === undefined) {
      left.set(document.text, [document]);
    } else {
      same.push(document);
    }
  }
  const unchanged: ReviewDocument[] = [];
  const fresh = after.filter((document) => {
    const found = left.get(document.text)?.pop();
    if (found === undefined) {
      return true;
    }
    unchanged.push(document);
    return false;
  });
  return { before: [...left.values()].flat(), after: fresh, unchanged };
}

/** Kinds that say how others are read: needed whatever changed. */
const GUIDING =
  /kind["']?\s*:\s*["']?(?:KubeVirt|HyperConverged|CDI|Namespace|ResourceQuota|LimitRange|VirtualMachine(?:Cluster)?(?:Instancetype|Preference))\b/;

/** Whether a document may hold something that decides about others. Told by its text: it is not read for that. */
export function mayGuide({ text }: ReviewDocument): boolean {
  return GUIDING.test(text);
}

/** Where a change comes from, as far as it is known: the field where there is one only. */
export function originOf(
  { construct, placeOf }: SourcedObject,
  fields: readonly ReviewedField[],
): ChangeOrigin | undefined {
  const place = placeOf?.(fields.length === 1 ? fields[0]!.path : undefined);
  return construct === undefined && place === undefined
    ? undefined
    : { ...(construct === undefined ? {} : { construct }), ...place };
}
