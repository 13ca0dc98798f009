import { realpathSync } from 'node:fs';
import type { Cluster, WrittenPlace } from '../cluster/cluster';
import type { Finding, Place } from '../findings/finding';
import { FleetParameters } from '../model/read/given-parameters';
import type { Source } from './find-source';
import { boundFolder } from './host/brought-manifests';
import type { Authorship, authorshipOf } from './program/authors';
import type { AppLocation } from './program/find-app';
import type { AppEnd } from './program/run-app';
import type { Wall } from './program/wall';
import { platformClusters } from './read-platforms';

/** A source that was opened: its clusters come one at a time, in the order in which they are declared. */
export interface OpenSource extends AsyncIterable<Cluster> {
  /** What is the matter with the whole, with places; complete once all clusters were taken. */
  readonly findings: readonly Finding[];
  /**
   * Findings about its clusters, with their places. To be called once all clusters were taken: a program knows its places only then,
   * and its process waits to be asked for them.
   */
  readonly locate: (findings: readonly Finding[]) => Promise<Finding[]>;
}

/**
 * Opens a platform, of files or of a program. What runs programs is loaded only for them.
 *
 * @param isJudged whether its clusters are going to be judged as they are
 */
export function openPlatform(source: Source, isJudged = false): OpenSource {
  return 'files' in source ? ofFiles(source.files, source.given) : ofApp(source.app, source, isJudged);
}

function ofFiles(files: readonly string[], given: Source['given']): OpenSource {
  const findings: Finding[] = [];
  return {
    findings,
    async *[Symbol.asyncIterator]() {
      yield* platformClusters(files, findings, { fleet: new FleetParameters(given) });
    },
    locate: async (all) => [...all],
  };
}

/** While a program runs, places are questions to it: names of files that begin so stand for them. */
function ofApp(app: AppLocation, { given, sandbox }: Pick<Source, 'given' | 'sandbox'>, isJudged: boolean): OpenSource {
  const findings: Finding[] = [];
  const mark = `\0${app.folder}\0`;
  const questionOf = ({ file }: Finding): Authorship | undefined =>
    file?.startsWith(mark) === true ? (JSON.parse(file.slice(mark.length)) as Authorship) : undefined;
  let end: AppEnd | undefined;
  return {
    findings,
    async *[Symbol.asyncIterator]() {
      const { appClusters } = await import('./program/run-app');
      const { authorshipOf } = await import('./program/authors');
      const questionPlace: QuestionPlace = (...asked) => ({ file: `${mark}${JSON.stringify(authorshipOf(...asked))}` });
      const running = appClusters(app, {
        isJudged,
        ...(given === undefined ? {} : { given }),
        ...(sandbox === undefined ? {} : { wall: deskWall(app, sandbox) }),
      });
      for await (const cluster of running.clusters) {
        yield withQuestions(cluster, questionPlace);
      }
      end = await running.end();
      findings.push(...end.findings);
    },
    locate: async (all) => {
      try {
        const authors = await end?.authors(all.flatMap((finding) => questionOf(finding)?.path ?? []));
        return all.map((finding) => {
          const question = questionOf(finding);
          return question === undefined ? finding : located(finding, authors?.placeIn(question));
        });
      } finally {
        end?.close();
      }
    },
  };
}

/** The wall for a program of your own: around it the same repository, and the packages that are installed in it. */
function deskWall(app: AppLocation, limits: NonNullable<Source['sandbox']>): Wall {
  return { within: { root: realpathSync(boundFolder(app.folder)), packages: [] }, limits };
}

type QuestionPlace = (...asked: Parameters<typeof authorshipOf>) => Place;

/** A cluster whose findings are at questions. */
function withQuestions(cluster: Cluster, questionPlace: QuestionPlace): Cluster {
  return {
    ...cluster,
    placeOf: questionPlace,
    findings: cluster.findings.map(({ owner, ...finding }) =>
      owner === undefined || finding.file !== undefined ? finding : { ...finding, ...questionPlace(owner, finding) },
    ),
  };
}

/** A finding with a place in the place of a question; with none where the program does not know. */
function located({ file: _question, ...finding }: Finding, place: WrittenPlace | undefined): Finding {
  return { ...finding, ...place };
}
