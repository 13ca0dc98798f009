import type { NotJudgedSort } from '../../findings/not-judged';

/** Something of one side that is not judged: one file, or many that make a whole, as a chart. */
export interface Unit {
  readonly sort: NotJudgedSort;
  /** By this it is found again on the other side: the path below what was asked for, or the name of an object. */
  readonly key: string;
  readonly path: string;
  /** How it is called, where not by its path. */
  readonly name?: string;
  /** What it is, where that is more than its sort says. */
  readonly what?: string;
  /** Files that belong to it and are not judged for that reason. */
  readonly parts?: readonly string[];
  /** Told only where it is on both sides and differs: what it names is judged as it lies here. */
  readonly isQuiet?: true;
  /** The content of each of its files, as a digest. Asked only by who compares, and while the files are there. */
  readonly prints: () => ReadonlyMap<string, string>;
}
