import type { Cluster } from '../../cluster/cluster';
import type { Finding } from '../../findings/finding';
import { judge } from '../../judge/judge';
import type { ClusterResult } from '../../sinks/cluster-result';
import { type Rendering, renderCluster } from '../../sinks/render-cluster';
import type { Sink } from '../../sinks/sink';
import { type Authors, type Authorship, authorshipOf } from '../program/authors';
import type { AppLocation } from '../program/find-app';
import { appClusters } from '../program/run-app';
import type { RenderedFleet } from './render-fleet';

/** How the name of a file begins that stands for a question to the program, until that is over and can be asked. */
const QUESTION = '\0';

/** While a program runs, places are questions. */
function questionPlace(authorship: Authorship): { readonly file: string } {
  return { file: `${QUESTION}${JSON.stringify(authorship)}` };
}

/**
 * Renders the clusters of a program as it makes them: what is written of one is forgotten before the next.
 */
export async function renderApp(
  app: AppLocation,
  rendering: Rendering,
  sink: Sink,
  progress: (done: number) => void,
): Promise<RenderedFleet> {
  const clusters: ClusterResult[] = [];
  /** Only those with pools can have something to do with each other. */
  const withPools = new Map<string, (shared: readonly Finding[]) => readonly Finding[]>();
  const running = appClusters(app);
  for await (const declared of running.clusters) {
    const cluster = withQuestions(declared);
    const { result, texts, made } = renderCluster(cluster, rendering);
    sink.take(result, texts, { ...made, files: [] });
    clusters.push(result);
    if (result.pools.pools.length > 0) {
      withPools.set(result.name, (shared) => judge(cluster, { ...rendering, shared }).findings);
    }
    progress(clusters.length);
  }
  const end = await running.end();
  return {
    clusters,
    findings: end.findings,
    judgeAgain: ({ name }, shared) => withPools.get(name)!(shared),
    locate: async (findings) => {
      try {
        return located(findings, await end.authors(findings.flatMap((finding) => questionOf(finding)?.path ?? [])));
      } finally {
        end.close();
      }
    },
  };
}

/** A cluster whose findings are at questions. */
function withQuestions(cluster: Cluster): Cluster {
  return {
    ...cluster,
    placeOf: (owner, about, made) => questionPlace(authorshipOf(owner, about, made)),
    findings: cluster.findings.map(({ owner, ...finding }) =>
      owner === undefined ? finding : { ...finding, ...questionPlace(authorshipOf(owner, finding)) },
    ),
  };
}

function questionOf({ file }: Finding): Authorship | undefined {
  return file?.startsWith(QUESTION) === true ? (JSON.parse(file.slice(QUESTION.length)) as Authorship) : undefined;
}

/** Places where questions were; nothing where the program does not know. */
function located(findings: readonly Finding[], authors: Authors): Finding[] {
  return findings.map((finding) => {
    const question = questionOf(finding);
    if (question === undefined) {
      return finding;
    }
    const { file: _question, ...rest } = finding;
    return { ...rest, ...authors.placeIn(question) };
  });
}
