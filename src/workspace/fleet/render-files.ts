import { statSync } from 'node:fs';
import { type Finding, hasErrors } from '../../findings/finding';
import { splitDocuments } from '../../kube/yaml-reader';
import { noPlatform, PLATFORM_LIMITS, rootOf, sameName } from '../read-platforms';
import { readTextOr } from '../read-text';
import { notYaml, shownPath } from '../workspace-error';
import type { ClusterCache, DocumentText, KnownCluster } from './cluster-cache';
import type { FleetRecord, RecordedCluster } from './fleet-record';
import type { Rendering } from './render-cluster';
import { judgeDocument, namedAt, renderDocument } from './render-document';
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

  const isFirst = (cluster: KnownCluster, path: string): boolean => {
    const { name } = cluster.result;
    if (!names.has(name)) {
      names.set(name, cluster);
      pathOf.set(name, path);
      return true;
    }
    findings.push(twice(name, pathOf.get(name)!, path));
    return false;
  };

  const isThere = (cluster: RecordedCluster): boolean => {
    if (record?.isUntouched(cluster) !== true) {
      return sink.holds(cluster.result);
    }
    sink.keep(cluster.result);
    return true;
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
        if (isFirst(known, path)) {
          found.push(known);
        }
        continue;
      }
      const made = renderDocument(document, root, rendering);
      findings.push(...(made?.findings ?? []));
      if (made?.rendered === undefined) {
        continue;
      }
      const { result, texts } = made.rendered;
      const cluster = { result, reads: made.reads };
      if (isFirst(cluster, path)) {
        sink.take(result, texts);
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
    const clusters =
      known === undefined || !known.every((cluster) => isThere(cluster))
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
      return documentsOf(pathOf.get(name)!).flatMap((document) =>
        judgeDocument(document, root, rendering.today, name, shared),
      );
    },
  };
}

function documentsOf(path: string): DocumentText[] {
  return [...splitDocuments(readTextOr(path, []))].map((part) => ({ path, ...part }));
}

/** Two platforms of one name. Where they say it is looked up only now: both files are read again for it. */
function twice(name: string, first: string, second: string): Finding {
  const [earlier, later] = [...new Set([first, second])].flatMap((path) =>
    documentsOf(path).flatMap((document) => namedAt(document, name)),
  );
  return sameName(name, later ?? { file: shownPath(second) }, earlier ?? { file: shownPath(first) });
}

function tooMany(line: number) {
  return { problem: `there are more than ${PLATFORM_LIMITS.documents} documents`, line, column: 1 };
}
