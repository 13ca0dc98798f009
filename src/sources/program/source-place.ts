import { SourceMap } from 'node:module';
import { join, resolve, sep } from 'node:path';
import type { Place } from '../../findings/finding';
import { shownPath } from '../host/open-text';
import { OWN_PACKAGE } from '../host/own-folder';
import type { ProgramBundle } from './bundle-app';
import { WRAPPER } from './bundle-error';
import type { StackFrame } from './frames';

/** Our own code, whose lines are never the user's. */
const OURS = [join(OWN_PACKAGE, 'lib') + sep, join(OWN_PACKAGE, 'src') + sep];

/** Turns positions in a bundle into places in the user's files. Reads the map when first asked. */
export class SourcePlaces {
  private _map: SourceMap | undefined;

  constructor(private readonly bundle: ProgramBundle | undefined) {}

  /** The first frame that is the user's. */
  public placeOf(frames: readonly StackFrame[]): Place | undefined {
    if (this.bundle === undefined) {
      return undefined;
    }
    this._map ??= new SourceMap(JSON.parse(this.bundle.map));
    for (const [line, column] of frames) {
      const entry = this._map.findEntry(line - 1, column - 1);
      if (!('originalSource' in entry) || entry.originalSource.endsWith(WRAPPER)) {
        continue;
      }
      const file = resolve(this.bundle.folder, entry.originalSource);
      if (!file.includes(`${sep}node_modules${sep}`) && !OURS.some((ours) => file.startsWith(ours))) {
        return {
          file: shownPath(file),
          line: entry.originalLine + 1,
          column: entry.originalColumn + 1,
        };
      }
    }
    return undefined;
  }
}
