import { realpathSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { isPod } from '../cluster/pod-view-of';
import { type Finding, hasErrors, type Place } from '../findings/finding';
import { itemsOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import type { DeclaredObject, PartFinding } from '../model/manifests/platform';
import type { PlatformDeclaration } from '../model/platform';
import type { PlatformFile } from '../model/read/read-platform';
import { isNode } from '../target/node';
import { NodeInventory } from '../target/nodes';
import { noObject, readBroughtBy } from './host/brought-manifests';
import { isObject } from './host/manifest-files';
import { reasonOf, shownPath, WorkspaceError } from './host/open-text';
import { shownSource } from './host/read-text';
import { placeIn, readObjects } from './read-objects';

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

/** Nodes as a cluster printed them. */
interface ReadNodes {
  readonly inventory: NodeInventory;
  readonly findings: readonly Finding[];
}

/** Reads what `kubectl get nodes -o yaml` or `-o json` printed. */
export function readNodes(path: string): ReadNodes {
  const { objects, findings } = readObjects([path]);
  const nodes = objects.filter(isNode);
  const inventory = NodeInventory.of(nodes);
  return { inventory, findings: nodes.length > 0 || findings.length > 0 ? findings : [noNodes(path, objects.length)] };
}

function noNodes(path: string, objects: number): Finding {
  return {
    code: 'PV034',
    severity: 'error',
    file: shownSource(path),
    what: `it contains no node${objects === 0 ? '' : `, but ${objects} other ${objects === 1 ? 'object' : 'objects'}`}`,
    why: 'Nothing runs on a cluster without nodes, so every rule about nodes would reject everything',
    fix: 'write it anew: kubectl get nodes -o yaml',
  };
}

/** A platform with its nodes. */
interface WithNodes {
  readonly declaration: PlatformDeclaration;
  /** About the file, without a place: they belong where it is named. */
  readonly findings: readonly Finding[];
  /** The file of the nodes, where it is another one. */
  readonly file?: string;
}

/**
 * Reads the nodes that a platform file refers to.
 *
 * @param folder what the name is relative to
 * @param root what it must not lead out of
 */
export function withNodes(file: PlatformFile, folder: string, root: string): WithNodes {
  const { nodes, ...rest } = file;
  if (nodes === undefined || !('from' in nodes)) {
    return { declaration: nodes === undefined ? rest : { ...rest, nodes }, findings: [] };
  }
  const path = resolve(folder, nodes.from);
  try {
    if (!realpathSync(path).startsWith(realpathSync(root) + sep)) {
      return {
        declaration: rest,
        findings: [unreadable(nodes.from, 'it is outside of the folder of the platform')],
        file: path,
      };
    }
  } catch (error) {
    return { declaration: rest, findings: [unreadable(nodes.from, reasonOf(error))], file: path };
  }
  const { inventory, findings } = readNodes(path);
  return { declaration: { ...rest, nodes: inventory }, findings, file: path };
}

function unreadable(name: string, reason: string): Finding {
  return {
    code: 'PV034',
    severity: 'error',
    what: `${name} cannot be read: ${reason}`,
    why: 'Without the nodes, placement is unknown, and a platform depends on nothing outside of its folder',
    fix: 'put what kubectl get nodes -o yaml prints into a file beside the platform, and name that',
  };
}

/** Reads what `kubectl get pods -A -o yaml` or `-o json` printed. */
export function readPods(path: string): readonly KubeObject[] {
  const { objects, findings } = readObjects([path]);
  if (hasErrors(findings)) {
    throw new WorkspaceError(findings, true);
  }
  const pods = objects.filter(isPod);
  if (pods.length > 0) {
    return pods;
  }
  const others =
    objects.length === 0 ? '' : `, but ${objects.length} other ${objects.length === 1 ? 'object' : 'objects'}`;
  throw new WorkspaceError(
    [
      {
        code: 'PV034',
        severity: 'error',
        file: shownSource(path),
        what: `it contains no pod${others}`,
        why: 'The nodes would be considered empty',
        fix: 'write it anew: kubectl get pods -A -o yaml',
      },
    ],
    true,
  );
}
