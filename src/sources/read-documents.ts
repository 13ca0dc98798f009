import type { Finding } from '../findings/finding';
import { unwritableIn } from '../kube/plain-data';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { manifestFiles } from './host/manifest-files';
import { readText, shownSource } from './host/read-text';
import { notYaml, WorkspaceError } from './host/workspace-error';

/** A document, and where it was read. */
export interface PlacedDocument {
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
