import type { Finding, FindingObject, Place } from '../findings/finding';
import type { FindingsPolicy } from '../findings/policy';

/** How a platform, or files, are judged. */
export interface Judging {
  /** On top of what platforms decide. */
  readonly policy: FindingsPolicy;
  readonly today: string;
  /** Whether objects are wanted by their names, not only by their number. */
  readonly named?: boolean;
  /** How far it is, where somebody looks. */
  readonly progress: (done: number, total: number | undefined) => void;
}

/** What objects come to. Nothing of it leads back to the objects, so that those of one cluster can go before the next. */
export interface Judged {
  /** How many there are. */
  readonly objects: number;
  /** The same by name, where that is wanted. */
  readonly names: readonly FindingObject[];
  /** How many of them are of kinds that no rule is about. */
  readonly unjudged: number;
  readonly findings: readonly Finding[];
  /** Documents that are not Kubernetes objects. */
  readonly skipped: readonly Place[];
  /** Files that are patches of a kustomization. */
  readonly patches: readonly string[];
  /** Objects that a platform among the files writes, which were judged with it. */
  readonly written: number;
}

/** Everything together. */
export function mergeJudged(parts: readonly Judged[]): Judged {
  const sum = (key: 'objects' | 'unjudged' | 'written') => parts.reduce((total, part) => total + part[key], 0);
  return {
    objects: sum('objects'),
    names: parts.flatMap(({ names }) => names),
    unjudged: sum('unjudged'),
    findings: parts.flatMap(({ findings }) => findings),
    skipped: parts.flatMap(({ skipped }) => skipped),
    patches: parts.flatMap(({ patches }) => patches),
    written: sum('written'),
  };
}
