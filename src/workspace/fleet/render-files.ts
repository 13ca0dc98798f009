import { statSync } from 'node:fs';
import { type Finding, hasErrors } from '../../findings/finding';
import { splitDocuments } from '../../kube/yaml-reader';
import { ownCopy } from '../own-copy';
import { PLATFORM_LIMITS } from '../platform-limits';
import { noPlatform, rootOf } from '../read-platforms';
import { readTextOr } from '../read-text';
import { namedIn, type PlatformText, sameName } from '../same-name';
import { notYaml, shownPath } from '../workspace-error';
import type { ClusterCache, DocumentText, KnownCluster } from './cluster-cache';
import type { FleetRecord } from './fleet-record';
import type { Rendering } from './render-cluster';
import { judgeDocument, renderDocument } from './render-document';
import type { RenderedFleet } from './render-fleet';
import type { Sink } from './sink';

/** What is known from before. */
export interface Memory {
  readonly cache?: ClusterCache;
  readonly record?: FleetRecord;
}

/** Renders platform files, one cluster at a time: what is written of one is forgotten before the next. */
export function renderFiles(
  files: readonly string[],
  rendering: Rendering,
  sink: Sink,
  { cache, record }: Memory,
  progress: (done: number) => void,
): RenderedFleet & { readonly clustersOf: ReadonlyMap<string, readonly KnownCluster[]> } {
  const root = rootOf(files);
  const findings: Finding[] = [];
  const clustersOf = new Map<string, readonly KnownCluster[]>();
  const names = new Map<string, KnownCluster>();
  const pathOf = new Map<string, string>();

  const isFirst = (cluster: KnownCluster, path: string, firstLine = 0): boolean => {
    const { name } = cluster.result;
    if (!names.has(name)) {
      names.set(name, cluster);
      pathOf.set(name, path);
      return true;
    }
    findings.push(twice(name, pathOf.get(name)!, path, firstLine));
    return false;
  };

  const renderText = (path: string, text: string): readonly KnownCluster[] => {
    const found: KnownCluster[] = [];
    let count = 0;
    for (const part of splitDocuments(text)) {
      if (++count > PLATFORM_LIMITS.documents) {
        findings.push(notYaml(shownPath(path), tooMany(part.firstLine)));
        break;
      }
      const document: DocumentText = { path, ...part };
      const known = cache?.recall(document);
      if (known !== undefined && sink.holds(known.result)) {
        if (isFirst(known, path, part.firstLine)) {
          found.push(known);
        }
        continue;
      }
      const made = renderDocument(document, root, rendering);
      findings.push(...(made?.findings ?? []));
      if (made?.rendered === undefined) {
        continue;
      }
      const { texts } = made.rendered;
      const result = ownCopy(made.rendered.result);
      const cluster = { result, reads: made.reads };
      if (isFirst(cluster, path, part.firstLine)) {
        sink.take(result, texts, { ...made.rendered.made, files: [path, ...made.reads] });
        found.push(cluster);
        if (!hasErrors(result.findings)) {
          cache?.remember(document, cluster);
        }
      }
    }
    return found;
  };

  for (const [i, path] of files.entries()) {
    const before = findings.length;
    const stat = record === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
    const known = stat === undefined ? undefined : record?.clustersOf(path, stat);
    for (const { result } of known ?? []) {
      sink.keep(result);
    }
    const clusters =
      known === undefined
        ? renderText(path, readTextOr(path, findings))
        : known.every((cluster) => isFirst(cluster, path))
          ? known
          : [];
    clustersOf.set(path, clusters);
    if (clusters.length === 0 && findings.length === before) {
      findings.push(noPlatform(shownPath(path)));
    }
    progress(i + 1);
  }
  return {
    clusters: [...names.values()].map(({ result }) => result),
    findings,
    clustersOf,
    locate: async (all) => [...all],
    judgeAgain: ({ name }, shared) => {
      return ownCopy(
        documentsOf(pathOf.get(name)!).flatMap((document) => judgeDocument(document, root, rendering, name, shared)),
      );
    },
  };
}

function documentsOf(path: string): DocumentText[] {
  return [...splitDocuments(readTextOr(path, []))].map((part) => ({ path, ...part }));
}

/**
 * Two platforms of one name. Where they say it is looked up only now: both files are read again for it.
 *
 * @param firstLine where the document of the second begins
 */
function twice(name: string, first: string, second: string, firstLine: number): Finding {
  const place = namedIn(textOf(second), name).find(({ line = 0 }) => line >= firstLine);
  return sameName(name, textOf(first), place ?? { file: shownPath(second) });
}

function textOf(path: string): PlatformText {
  return { path, text: readTextOr(path, []) };
}

function tooMany(line: number) {
  return { problem: `there are more than ${PLATFORM_LIMITS.documents} documents`, line, column: 1 };
}
