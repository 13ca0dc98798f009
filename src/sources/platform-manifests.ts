import { dirname } from 'node:path';
import type { Finding, Place } from '../findings/finding';
import { itemsOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import type { DeclaredObject, PartFinding } from '../model/manifests/platform';
import { noObject, readBroughtBy } from './host/brought-manifests';
import { isObject } from './host/document-kind';
import { shownPath } from './host/workspace-error';
import { placeIn } from './read-objects';

/** What a platform file says under `manifests`: paths of files, and objects themselves. */
type ManifestEntries = readonly (string | KubeObject)[];

/** The objects that a platform brings beside those that it declares, as they are. */
export interface PlatformManifests {
  readonly objects: readonly DeclaredObject[];
  /** About the entries of the list. */
  readonly findings: readonly PartFinding[];
  /** About files, with places. */
  readonly placed: readonly Finding[];
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** Where in its file the object of a part is; nothing where the part is not that of a file. */
  readonly placeIn: (at: string, path: string | undefined) => Place | undefined;
}

const KEY = 'manifests';

/**
 * Reads what a platform brings.
 *
 * @param platform the file that names them, which their paths are relative to
 * @param root the folder that they must not lead out of
 */
export function platformManifests(
  entries: ManifestEntries | undefined,
  platform: string,
  root: string,
): PlatformManifests {
  if (entries === undefined || entries.length === 0) {
    return NONE;
  }
  const named = entries.flatMap((entry, i) => (typeof entry === 'string' ? [{ path: entry, i }] : []));
  const brought = readBroughtBy(
    named.map(({ path }) => path),
    dirname(platform),
    root,
  );
  const origins = new Map(brought.objects.map((each, n) => [partOf(named[each.entry]!.i, n).join('/'), each]));
  const inline = entries.flatMap((entry, i) =>
    typeof entry === 'string' ? [] : itemsOf(entry).map(({ value, at }) => ({ value, at: [KEY, i, ...at] })),
  );
  const isPlaced = ({ finding }: { readonly finding: Finding }) => finding.file !== undefined;
  return {
    objects: [
      ...inline.flatMap(({ value, at }) => (isObject(value) ? [{ object: value, at }] : [])),
      ...brought.objects.map(({ object, entry }, n) => ({ object, at: partOf(named[entry]!.i, n) })),
    ],
    findings: [
      ...inline.flatMap(({ value, at }) => (isObject(value) ? [] : [{ finding: noObject(value), at }])),
      ...brought.findings
        .filter((each) => !isPlaced(each))
        .map(({ entry, finding }) => ({ finding, at: [KEY, named[entry]!.i] })),
    ],
    placed: brought.findings.filter(isPlaced).map(({ finding }) => finding),
    files: brought.files,
    folders: brought.folders,
    placeIn: (at, path) => {
      const origin = origins.get(at);
      return origin === undefined ? undefined : placeIn({ ...origin, file: shownPath(origin.file) }, path);
    },
  };
}

const NONE: PlatformManifests = {
  objects: [],
  findings: [],
  placed: [],
  files: [],
  folders: [],
  placeIn: () => undefined,
};

/** The part of a declaration that an object of a file counts as: its entry, and which of all objects it is. */
function partOf(entry: number, n: number): (string | number)[] {
  return [KEY, entry, 'object', n];
}
