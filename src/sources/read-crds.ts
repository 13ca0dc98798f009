import type { Finding, Place } from '../findings/finding';
import { addAll } from '../kube/object';
import { crdName, crdsIn, readCrd } from '../schema/read-crd';
import type { CustomResource } from '../schema/schema';
import { shownSource } from './host/read-text';
import { WorkspaceError } from './host/workspace-error';
import { type PlacedDocument, readDocuments } from './read-documents';

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
