import { existsSync } from 'node:fs';
import { type Finding, hasErrors, type Place } from '../findings/finding';
import { addAll } from '../kube/object';
import { unwritableIn } from '../kube/plain-data';
import { placeOf } from '../kube/yaml/place';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { parsePath } from '../model/read/file-path';
import { crdName, crdsIn, readCrd } from '../schema/read-crd';
import type { CustomResource } from '../schema/schema';
import { textAt } from './host/git';
import { manifestFiles } from './host/manifest-files';
import { notYaml, WorkspaceError } from './host/open-text';
import { readText, shownSource } from './host/read-text';

/** A document, and where it was read. */
interface PlacedDocument {
  readonly file: string;
  readonly line: number;
  readonly value: unknown;
}

/** All CRDs of a cluster together are smaller. */
const LARGEST = 64 << 20;

/**
 * The documents of a file, of the YAML and JSON files that lie directly in a folder, or of standard input.
 *
 * Folders below a folder are not entered: they tend to hold the same for something else, as another release.
 */
export function readDocuments(path: string): PlacedDocument[] {
  const findings: Finding[] = [];
  const documents = manifestFiles(path, 'this folder').flatMap((file) => {
    try {
      return readFile(file, findings);
    } catch (error) {
      if (!(error instanceof WorkspaceError)) {
        throw error;
      }
      findings.push(...error.findings);
      return [];
    }
  });
  if (findings.length > 0) {
    throw new WorkspaceError(findings);
  }
  return documents;
}

function readFile(path: string, findings: Finding[]): PlacedDocument[] {
  const file = shownSource(path);
  const text = readText(path, LARGEST);
  const json = readJson(text);
  if (json !== undefined) {
    return [{ file, line: 1, value: json }];
  }
  const documents: PlacedDocument[] = [];
  for (const read of readYaml(text)) {
    if (isProblem(read)) {
      findings.push(notYaml(file, read));
    } else {
      // The marker's own line shows nothing of the document.
      const line = read.firstLine + (/^---[ \t\r]*\n/.test(read.text) ? 1 : 0);
      documents.push({ file, line, value: read.value });
    }
  }
  return documents;
}

/** JSON is YAML too, and read as what it is, many times as fast. A flow map of YAML begins like it. */
function readJson(text: string): unknown {
  // What the YAML reader would reject, it is to reject.
  if (!/^\s*[{[]/.test(text) || text.includes('"__proto__"') || /[[{]{200}/.test(text.replace(/[^[{\]}]/g, ''))) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text);
    // `1e999` is Infinity here, and text where Kubernetes reads it.
    return unwritableIn(value).length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A CRD as it was read, and where. */
interface PlacedCrd extends PlacedDocument {
  readonly value: Readonly<Record<string, unknown>>;
}

/** A custom resource, and where its CRD was read. */
interface PlacedResource extends CustomResource {
  readonly place: Place;
}

/** What files of CRDs hold, and what is wrong with them. */
export interface ReadCrds {
  readonly resources: readonly PlacedResource[];
  readonly findings: readonly Finding[];
}

/**
 * The custom resources that files, folders or standard input describe; nothing at all where one of them is bad.
 *
 * @param only names of the CRDs that count; the others are not looked at
 */
export function readCrds(paths: readonly string[], only?: ReadonlySet<string>): readonly PlacedResource[] {
  const { resources, findings } = readGoodCrds(paths, only);
  if (findings.length > 0) {
    throw new WorkspaceError(findings);
  }
  return resources;
}

/** The same, with the good ones where others are bad. A path that does not exist is a mistake of the call. */
export function readGoodCrds(paths: readonly string[], only?: ReadonlySet<string>): ReadCrds {
  const findings: Finding[] = [];
  let usage = false;
  const crds = paths.flatMap((path) => {
    try {
      return crdsAt(path);
    } catch (error) {
      if (!(error instanceof WorkspaceError)) {
        throw error;
      }
      findings.push(...error.findings);
      usage ||= error.usage;
      return [];
    }
  });
  const wanted = crds.filter(({ value }) => only?.has(crdName(value)) !== false);
  const { once, twice } = eachOnce(wanted);
  findings.push(...twice);
  const resources = once.flatMap(({ file, line, value }) => {
    const read = readCrd(value);
    if ('findings' in read) {
      addAll(
        findings,
        read.findings.map((finding) => ({ ...finding, file, line })),
      );
      return [];
    }
    return [{ ...read, place: { file, line } }];
  });
  if (usage) {
    throw new WorkspaceError(findings, true);
  }
  return { resources, findings };
}

function crdsAt(path: string): PlacedCrd[] {
  const crds = readDocuments(path).flatMap((document) =>
    crdsIn(document.value).map((value) => ({ ...document, value })),
  );
  if (crds.length === 0) {
    throw new WorkspaceError([
      {
        code: 'PV022',
        severity: 'error',
        file: shownSource(path),
        what: 'it contains no CustomResourceDefinition',
        why: 'CRDs say which fields a kind has; objects of the kind do not',
        fix: 'name a file with CRDs, as from kubectl get crd virtualmachines.kubevirt.io -o yaml',
      },
    ]);
  }
  return crds;
}

/** The same CRD may lie in two files; two that differ cannot both be meant. */
function eachOnce(crds: readonly PlacedCrd[]): { once: PlacedCrd[]; twice: Finding[] } {
  const first = new Map<string, PlacedCrd>();
  const twice: Finding[] = [];
  for (const crd of crds) {
    const name = crdName(crd.value);
    const known = first.get(name);
    if (known === undefined) {
      first.set(name, crd);
    } else if (JSON.stringify(known.value.spec) !== JSON.stringify(crd.value.spec)) {
      twice.push({
        code: 'PV026',
        severity: 'error',
        file: crd.file,
        line: crd.line,
        what: `the CRD ${name} differs from the one in ${known.file}, line ${known.line}`,
        why: 'A kind can have one CRD only',
        fix: 'name one of the two; polyvirt import takes that of an older release with --earlier',
      });
    }
  }
  return { once: [...first.values()], twice };
}

/**
 * The first document of a file, or of a file in a commit (`main:policy.yaml`), read by a reader of its kind.
 *
 * In a commit it cannot be changed by the pull request that it is to judge.
 */
export function readPolicyFile<T>(
  path: string,
  read: (value: unknown) => { readonly policy: T; readonly findings: readonly Finding[] },
): { readonly policy: T; readonly findings: readonly Finding[] } {
  const file = shownSource(path);
  const text = existsSync(path) ? readText(path) : (textAt(path) ?? readText(path));
  const [document] = readYaml(text);
  if (document !== undefined && isProblem(document)) {
    throw new WorkspaceError([notYaml(file, document)], true);
  }
  const { policy, findings } = read(document?.value);
  const placed = findings.map((finding) => ({
    ...finding,
    file,
    ...(document === undefined || finding.path === undefined
      ? {}
      : placeOf(document, parsePath(document.value, finding.path).steps)),
  }));
  if (hasErrors(placed)) {
    throw new WorkspaceError(placed, true);
  }
  return { policy, findings: placed };
}
