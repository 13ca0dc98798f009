import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputFile } from '../kube/yaml/files';
import { OutputComparison, type OutputDifference } from './output-folder';
import { type ClusterResult, digestOfText, type FileMark, type Sink } from './render-cluster';
import { explained, type Replacement, refuseForeign, Staging, UNTOUCHED } from './replace-files';

/** What was done to the output folder. */
export interface FolderWrite {
  readonly written: number;
  readonly removed: number;
  readonly unchanged: number;
}

/** An output folder, to be brought to exactly what a fleet comes to, or only to be compared with it. */
export class FolderSink implements Sink {
  private readonly comparison: OutputComparison;
  private readonly staging: Staging | undefined;

  /**
   * @param isCompared whether nothing is to be written
   * @param around the folder of the platform
   */
  constructor(
    private readonly folder: string,
    isCompared = false,
    around?: string,
  ) {
    this.comparison = new OutputComparison(folder);
    this.staging = isCompared ? undefined : new Staging(folder, around);
  }

  public readonly holds = ({ files }: ClusterResult): boolean =>
    this.explained(() => {
      if (!files.every((mark) => this.isThere(mark))) {
        return false;
      }
      for (const { path } of files) {
        this.comparison.keep(path);
      }
      return true;
    });

  public readonly keep = ({ files }: ClusterResult): void => {
    this.comparison.keepFolder(files);
  };

  public readonly take = (_: ClusterResult, texts: readonly OutputFile[]): void =>
    this.explained(() => {
      for (const file of texts) {
        const change = this.comparison.compare(file);
        if (change === 'missing' || change === 'changed') {
          this.staging?.add(file);
        }
      }
    });

  /** How the folder differs from what it should be. */
  public differences(): OutputDifference[] {
    return this.explained(() => this.comparison.finish());
  }

  /**
   * Writes what differs, all or nothing.
   *
   * @param accompany what else is written with the differences, and does not count
   */
  public write(
    accompany: (differences: readonly OutputDifference[]) => Replacement = () => ({ files: [], removals: [] }),
  ): FolderWrite {
    const differences = this.differences();
    const filesThatAre = (change: OutputDifference['change']) =>
      differences.filter((each) => each.change === change).map(({ file }) => file);
    refuseForeign(this.folder, filesThatAre('foreign'));
    const stale = filesThatAre('stale');
    const more = accompany(differences);
    for (const file of more.files) {
      this.staging?.add(file);
    }
    this.staging?.commit([...stale, ...more.removals]);
    const written = differences.length - stale.length;
    return { written, removed: stale.length, unchanged: this.comparison.size - written };
  }

  /** Clears away what was prepared and did not happen. */
  public close(): void {
    this.staging?.drop();
  }

  private explained<T>(action: () => T): T {
    return explained(this.folder, this.staging === undefined ? 'What is there cannot be compared' : UNTOUCHED, action);
  }

  private isThere(mark: FileMark): boolean {
    const path = join(this.folder, mark.path);
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true && found.size === mark.bytes && digestOfText(readFileSync(path)) === mark.digest;
  }
}
