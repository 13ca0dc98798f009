import { statSync } from 'node:fs';
import { type Finding, hasErrors } from '../../findings/finding';
import { splitDocuments } from '../../kube/yaml-reader';
import { noPlatform, PLATFORM_LIMITS, rootOf, sameName } from '../read-platforms';
import { readTextOr } from '../read-text';
import { notYaml, shownPath } from '../workspace-error';
import type { ClusterCache, DocumentText, KnownCluster } from './cluster-cache';
import type { FleetRecord, RecordedCluster } from './fleet-record';
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

  const isFirst = (cluster: KnownCluster): boolean => {
    const { name, named } = cluster.result;
    const earlier = names.get(name);
    if (earlier === undefined) {
      names.set(name, cluster);
      return true;
    }
    findings.push(sameName(name, named!, earlier.result.named!));
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
        if (isFirst(known)) {
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
      if (isFirst(cluster)) {
        sink.take(result, texts);
        found.push(cluster);
        if (!hasErrors([...made.findings, ...result.findings])) {
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
        : known.every(isFirst)
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
      const [path] = [...clustersOf].find(([, clusters]) => clusters.some(({ result }) => result.name === name))!;
      const documents = [...splitDocuments(readTextOr(path, []))].map((part) => ({ path, ...part }));
      return documents.flatMap((document) => judgeDocument(document, root, rendering.today, name, shared));
    },
  };
}

function tooMany(line: number) {
  return { problem: `there are more than ${PLATFORM_LIMITS.documents} documents`, line, column: 1 };
}
