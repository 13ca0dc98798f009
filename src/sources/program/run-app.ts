import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type GivenParameter, typedValue, unknownParameter, wrongParameter } from '../../argocd/given';
import type { Cluster, Clusters } from '../../cluster/cluster';
import { inert } from '../../findings/escape/characters';
import type { Finding, Severity } from '../../findings/finding';
import { checkPolicy } from '../../findings/policy';
import type { AnnouncedParameter } from '../../model/read/parameters';
import { WorkspaceError } from '../host/open-text';
import { OWN_SOURCE } from '../host/own-folder';
import { memory } from '../memory';
import { Authors, type ChildRpc, startChildRpc } from './authors';
import { bundleApp, bundleWalled, type KeptBundle, type ProgramBundle } from './bundle-app';
import { checkRun, TreeCollector, wholeTree } from './collect-tree';
import type { AppLocation } from './find-app';
import { LIBRARY_FILE } from './library';
import { SourcePlaces } from './source-place';
import { IGNORE_INSPECTOR, type NodeProgram, startNode } from './spawn-node';
import { GIVEN_VARIABLE } from './told-variables';
import { beginOf, early, notWalled, threadOf, type Wall } from './wall';
import { WallEnd } from './wall/wall-messages';

/** How an app is run. */
interface RunOptions {
  /**
   * Who turns TypeScript into JavaScript.
   *
   * @default - esbuild where it is installed, ts-node otherwise
   */
  readonly bundler?: 'esbuild' | 'ts-node';
  /**
   * What it may have, where it runs in the wall.
   *
   * @default - it is the user's own, and runs in a process with all that the user may do
   */
  readonly wall?: Wall;
  /**
   * What it is given from outside.
   *
   * @default - nothing: its parameters are what it says itself
   */
  readonly given?: readonly GivenParameter[];
  /** Whether its clusters are going to be judged as they are, so that rules may be asked before all of one was told. */
  readonly isJudged?: boolean;
}

/** What ends a run from outside. */
interface Ending {
  readonly signal?: AbortSignal;
}

/** How an app ended, whose clusters were taken one by one. */
export interface AppEnd {
  /** What is the matter with the whole, with places. */
  readonly findings: readonly Finding[];
  readonly parameters: readonly AnnouncedParameter[];
  /** Who wrote what is wrong with the constructs at these paths. */
  readonly authors: (paths: readonly string[]) => Promise<Authors>;
  /** Lets the program go: there is nothing more to ask. Without it, it ends with this process. */
  readonly close: () => void;
}

/** An app that runs: its clusters as they are made, and how it ends. */
interface RunningApp {
  readonly clusters: AsyncIterable<Cluster>;
  /** Once all clusters were taken. */
  readonly end: () => Promise<AppEnd>;
}

/**
 * Runs an app in a child process, and hands over each cluster as soon as the program has made it.
 *
 * While a cluster is being used, the program waits as soon as the channel is full. A failure after some were taken is a failure
 * of the whole: their findings and texts are to be thrown away. Findings of clusters have owners instead of places, which are
 * asked for at the end.
 *
 * @throws WorkspaceError, from either, where the program did not end well
 */
export function appClusters(app: AppLocation, options: RunOptions = {}): RunningApp {
  const { given = [], isJudged = false } = options;
  const parameters = programParameters(given);
  const waiting: Cluster[] = [];
  let wake: () => void = () => undefined;
  let isOver = false;
  const stopped = new AbortController();
  const collector = new TreeCollector(
    (cluster) => {
      waiting.push(cluster);
      wake();
    },
    isJudged && given.length === 0 ? memory().judge : undefined,
  );
  const running = run(app, collector, options, stopped.signal).finally(() => {
    isOver = true;
    wake();
  });
  // Told by the one who takes clusters, or by the end: not as an accident of its own.
  running.catch(() => undefined);
  return {
    clusters: {
      async *[Symbol.asyncIterator]() {
        let isTaken = false;
        try {
          while (waiting.length > 0 || !isOver) {
            const next = waiting.shift();
            if (next !== undefined) {
              yield given.length === 0 ? next : parameters.applied(next);
            } else {
              await new Promise<void>((resolve) => {
                wake = resolve;
              });
            }
          }
          await running;
          isTaken = true;
        } finally {
          // Without a taker the program is not waited for, nor kept for questions.
          if (!isTaken) {
            stopped.abort();
          }
        }
      },
    },
    end: async () =>
      endOf(await running, collector, parameters.findings(given.length === 0 ? [] : collector.parameters)),
  };
}

async function endOf(
  { child, places }: Awaited<ReturnType<typeof run>>,
  collector: TreeCollector,
  further: readonly Finding[],
): Promise<AppEnd> {
  const authorsOf = async (paths: readonly string[]) => new Authors(places, await child.ask([...new Set(paths)]));
  const authors = await authorsOf(collector.findings.flatMap(({ owner }) => owner ?? []));
  return {
    findings: [...collector.findings.map((finding) => authors.located(finding)), ...further],
    parameters: collector.parameters,
    authors: authorsOf,
    close: () => void child.close().catch(() => undefined),
  };
}

/** Runs an app and takes over its whole tree. */
export async function runApp(app: AppLocation, options: RunOptions & Ending = {}): Promise<Clusters> {
  const clusters: Cluster[] = [];
  const collector = new TreeCollector((cluster) => clusters.push(cluster));
  const { wall, signal } = options;
  const { child, places } = await run(app, collector, options, signal);
  try {
    const origins = await child.ask('all');
    await child.close();
    return wholeTree(clusters, collector, new Authors(places, origins, wall?.within.root));
  } catch (error) {
    throw wall === undefined ? error : notWalled(error, app, wall);
  }
}

/** Runs a program until everything was told, and rejects it where that did not go well. */
async function run(app: AppLocation, collector: TreeCollector, options: RunOptions, signal?: AbortSignal) {
  const { wall, given = [] } = options;
  const { bundle, child } =
    wall === undefined
      ? await runInProcess(app, await bundleOf(app, options), collector, given, signal)
      : await runInWall(app, collector, wall, given, signal);
  const places = new SourcePlaces(bundle);
  try {
    if (wall !== undefined && isOutOfMemory(collector.thrown?.message)) {
      throw notWalled(new WallEnd({ limit: 'memoryMiB' }), app, wall);
    }
    checkRun(app, collector, places, child.exit);
  } catch (error) {
    await child.close();
    throw error;
  }
  return { child, places };
}

/** A program that is over, and what it was made of. */
interface RunProgram {
  readonly bundle: ProgramBundle | undefined;
  readonly child: ChildRpc;
}

async function runInProcess(
  app: AppLocation,
  bundle: ProgramBundle | KeptBundle | undefined,
  collector: TreeCollector,
  given: readonly GivenParameter[],
  signal: AbortSignal | undefined,
): Promise<RunProgram> {
  const { message: note } = memory();
  const child = await startChildRpc(
    (receive) =>
      startNode({
        ...programOf(app, bundle),
        folder: app.folder,
        ...environmentOf(given),
        ...(signal === undefined ? {} : { signal }),
        receive,
      }),
    (message) => {
      note?.();
      if (message.type === 'compiled') {
        keepCompiled(bundle, message.code);
      } else {
        collector.receive(message);
      }
    },
  );
  return { bundle, child };
}

/** There is no other way for a program that the wall cannot run: what is wrong is said. */
async function runInWall(
  app: AppLocation,
  collector: TreeCollector,
  wall: Wall,
  given: readonly GivenParameter[],
  signal: AbortSignal | undefined,
): Promise<RunProgram> {
  if (!hasBundler()) {
    throw new WorkspaceError([NO_BUNDLER]);
  }
  const { startThread, startWall } = await import('./wall/start-wall');
  const known = memory().wall?.();
  const thread = startThread(threadOf(wall, known), early(known));
  try {
    const bundle = await (known?.bundle ?? bundleWalled)(app, wall.within);
    wall.bundled?.(bundle.inputs);
    const child = await startChildRpc(
      (receive) =>
        startWall(thread, {
          ...beginOf(app, bundle, given, known),
          hear: wall.hear ?? printHere,
          look: wall.look ?? (() => undefined),
          ...(signal === undefined ? {} : { signal }),
          receive,
        }),
      (message) => collector.receive(message),
    );
    return { bundle, child };
  } catch (error) {
    await thread.worker.terminate();
    throw notWalled(error, app, wall);
  }
}

/** An engine without memory throws, so that a program may still end by itself. */
function isOutOfMemory(thrown: string | undefined): boolean {
  return thrown !== undefined && /InternalError: out of memory$/.test(thrown);
}

/** As a program in a process prints: stdout is for manifests. */
function printHere(text: string): void {
  process.stderr.write(inert(text));
}

async function bundleOf(app: AppLocation, { bundler }: RunOptions): Promise<ProgramBundle | KeptBundle | undefined> {
  if ((bundler ?? (hasBundler() ? 'esbuild' : 'ts-node')) === 'ts-node') {
    return undefined;
  }
  return (await memory().bundle?.(app)) ?? bundleApp(app);
}

/** Nothing else can tell what a program of another author is made of. */
const NO_BUNDLER: Finding = {
  code: 'PV012',
  severity: 'error',
  what: 'esbuild is not installed, but the sandbox for programs needs it',
  why: 'Running the program as it is would give it everything that can be read here',
  fix: 'install polyvirt with its dependencies, or describe the platform in polyvirt.yaml',
};

/** esbuild has a program of its own for each system; where it is missing, ts-node does at the desk. */
function hasBundler(): boolean {
  try {
    require.resolve('esbuild');
    return true;
  } catch {
    return false;
  }
}

/** The child reads what it is given there: its bundle is the same whatever that is. */
function environmentOf(given: readonly GivenParameter[]): Pick<NodeProgram, 'env'> {
  return given.length === 0 ? {} : { env: { ...process.env, [GIVEN_VARIABLE]: JSON.stringify(given) } };
}

function programOf(
  app: AppLocation,
  bundle: ProgramBundle | KeptBundle | undefined,
): Pick<NodeProgram, 'args' | 'code'> {
  if (bundle === undefined) {
    return { args: directArguments(app) };
  }
  // On stdin, so that nothing is left behind whatever happens to us.
  return 'keepCompiled' in bundle
    ? bundle.loading
    : { args: ['-r', LIBRARY_FILE, ...inputFlags(bundle), '-'], code: bundle.code };
}

function keepCompiled(bundle: ProgramBundle | KeptBundle | undefined, code: string): void {
  if (bundle !== undefined && 'keepCompiled' in bundle) {
    bundle.keepCompiled?.(Buffer.from(code, 'base64'));
  }
}

/** Runs the program as it is, through ts-node where it is TypeScript. */
function directArguments(app: AppLocation): string[] {
  const fromApp = createRequire(app.entry);
  const script = `${IGNORE_INSPECTOR}require(${JSON.stringify(join(OWN_SOURCE, 'sources/program/app-child'))}).runProgram(require(${JSON.stringify(
    fromApp.resolve('cdk8s'),
  )}), () => require(${JSON.stringify(app.entry)}));`;
  const register = /\.[cm]?ts$/.test(app.entry) ? ['-r', fromApp.resolve('ts-node/register/transpile-only')] : [];
  return [...register, '-e', script];
}

/** Tells Node what comes on its standard input. */
function inputFlags({ format }: ProgramBundle): string[] {
  return format === 'esm' ? ['--input-type=module'] : [];
}

/** What every program takes from outside, whether or not it asks for it. */
const TAKEN = ['namespace', 'target', 'severity'];

/** What is given to a program, as far as the program itself does not see to it. */
interface ProgramParameters {
  /** A cluster with the severities that are given. */
  readonly applied: (cluster: Cluster) => Cluster;
  /** What is wrong with what is given, once it is known what the program asked for. */
  readonly findings: (asked: readonly AnnouncedParameter[]) => readonly Finding[];
}

/** @param elsewhere names that are taken elsewhere */
export function programParameters(
  given: readonly GivenParameter[],
  elsewhere: readonly string[] = [],
): ProgramParameters {
  const { severity, findings } = givenSeverity(given);
  return {
    applied: (cluster) => ({
      ...cluster,
      policy: { ...cluster.policy, severity: { ...cluster.policy.severity, ...severity } },
    }),
    findings: (asked) => {
      const offered = [...elsewhere, ...TAKEN, ...asked.map(({ name }) => name)];
      const unknown = given.filter(({ name }) => !offered.includes(name));
      return [...findings, ...unknown.map(({ name }) => unknownParameter(name, offered))];
    },
  };
}

/** Severities that are given to a program, which need not know of them. */
function givenSeverity(given: readonly GivenParameter[]): { severity: Record<string, Severity>; findings: Finding[] } {
  const parameter = given.find(({ name }) => name === 'severity');
  if (parameter === undefined) {
    return { severity: {}, findings: [] };
  }
  const typed = typedValue(parameter, 'map');
  if ('problem' in typed) {
    return { severity: {}, findings: [wrongParameter('severity', typed.problem, 'give a map of codes to severities')] };
  }
  const severity = typed.value as Record<string, Severity>;
  const wrong = Object.entries(severity).find(([, each]) => !['error', 'warning', 'info'].includes(each));
  const findings =
    wrong === undefined
      ? checkPolicy({ severity }).map(({ what, fix }) => wrongParameter('severity', what, fix))
      : [wrongParameter('severity', `what is given for ${wrong[0]} is no severity`, 'give error, warning or info')];
  return findings.length > 0 ? { severity: {}, findings } : { severity, findings };
}
