import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Finding, Place } from '../findings/finding';
import type { Dependency } from '../render/order';
import type { ChildMessage, Frame } from './app-child';
import { type Bundle, bundleApp } from './bundle-app';
import type { AppLocation } from './find-app';
import { SourcePlaces } from './source-place';
import type { Tree, TreeCluster, TreeObject } from './tree';
import { shownPath, WorkspaceError } from './workspace-error';

/** How an app is run. */
export interface RunOptions {
  /**
   * Who turns TypeScript into JavaScript.
   *
   * @default - esbuild where it is installed, ts-node otherwise
   */
  readonly bundler?: 'esbuild' | 'ts-node';
}

/** Runs an app in a child process and takes over its tree. */
export async function runApp(app: AppLocation, options: RunOptions = {}): Promise<Tree> {
  const bundler = options.bundler ?? (hasBundler() ? 'esbuild' : 'ts-node');
  const bundle = bundler === 'esbuild' ? await bundleApp(app) : undefined;
  const places = new SourcePlaces(bundle);
  const messages: ChildMessage[] = [];
  const exit = await runChild(app, bundle, (message) => messages.push(message));
  checkRun(app, messages, places, exit);
  return collect(messages, places);
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** esbuild has a program of its own for each system; where it is missing, ts-node does at the desk. */
function hasBundler(): boolean {
  try {
    require.resolve('esbuild');
    return true;
  } catch {
    return false;
  }
}

async function runChild(
  app: AppLocation,
  bundle: Bundle | undefined,
  receive: (message: ChildMessage) => void,
): Promise<Exit> {
  if (bundle === undefined) {
    return spawnNode(directArguments(app), app, receive);
  }
  // On stdin, so that nothing is left behind whatever happens to us.
  return spawnNode([...(bundle.format === 'esm' ? ['--input-type=module'] : []), '-'], app, receive, bundle.code);
}

/** Runs the program as it is, through ts-node where it is TypeScript. */
function directArguments(app: AppLocation): string[] {
  const fromApp = createRequire(app.entry);
  const script = `require(${JSON.stringify(join(__dirname, '../workspace/app-child'))}).runProgram(require(${JSON.stringify(
    fromApp.resolve('cdk8s'),
  )}), () => require(${JSON.stringify(app.entry)}));`;
  const register = /\.[cm]?ts$/.test(app.entry) ? ['-r', fromApp.resolve('ts-node/register/transpile-only')] : [];
  return [...register, '-e', script];
}

/** Everything that the program prints goes to our stderr: stdout is for manifests. */
async function spawnNode(
  args: string[],
  app: AppLocation,
  receive: (message: ChildMessage) => void,
  code = '',
): Promise<Exit> {
  const child = spawn(process.execPath, args, { cwd: app.folder, stdio: ['pipe', 2, 2, 'pipe'] });
  const release = endsWithUs(child);
  const stdin = child.stdio[0] as Writable;
  // A child that dies before it has read its program says so by its exit.
  stdin.on('error', () => undefined);
  stdin.end(code);
  const ended = new Promise<Exit>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  let rest = '';
  const channel = child.stdio[3] as Readable;
  channel.setEncoding('utf8');
  channel.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      receive(JSON.parse(line) as ChildMessage);
    }
  });
  return ended.finally(release);
}

/** A signal that ends us ends the child too, which would otherwise run on by itself. */
function endsWithUs(child: ChildProcess): () => void {
  const end = (signal: NodeJS.Signals) => {
    child.kill('SIGKILL');
    release();
    process.kill(process.pid, signal);
  };
  const release = () => {
    for (const signal of ENDING) {
      process.off(signal, end);
    }
  };
  for (const signal of ENDING) {
    process.on(signal, end);
  }
  return release;
}

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function checkRun(app: AppLocation, messages: readonly ChildMessage[], places: SourcePlaces, exit: Exit): void {
  const entry = shownPath(app.entry);
  const thrown = messages.find((message) => message.type === 'thrown');
  if (thrown !== undefined) {
    const place = places.placeOf(thrown.frames) ?? { file: entry };
    throw new WorkspaceError([
      {
        code: 'PV013',
        severity: 'error',
        ...place,
        what: `the app failed: ${thrown.message}`,
        why: 'It ended before its manifests were complete, so none are written and the old ones stay',
        fix: 'correct the program at this line',
      },
    ]);
  }
  if (exit.code !== 0) {
    throw new WorkspaceError([
      {
        code: 'PV013',
        severity: 'error',
        file: entry,
        what: `the app ended with ${exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`}`,
        why: 'It may have ended before its manifests were complete, so none are written and the old ones stay',
        fix: 'see what it printed above, and let it end with exit code 0',
      },
    ]);
  }
  const apps = messages.filter((message) => message.type === 'app').length;
  if (apps === 1) {
    return;
  }
  throw new WorkspaceError([
    apps === 0
      ? {
          code: 'PV014',
          severity: 'error',
          file: entry,
          what: 'the program ended without calling synth() of a cdk8s App',
          why: 'Nothing was handed over, so there are no manifests',
          fix: 'end the program with app.synth()',
        }
      : {
          code: 'PV015',
          severity: 'error',
          file: entry,
          what: `the program calls synth() of ${apps} apps`,
          why: 'They would write over each other in one output folder',
          fix: 'put all platforms into one App, or give each app its own folder and cdk8s.yaml',
        },
  ]);
}

function collect(messages: readonly ChildMessage[], places: SourcePlaces): Tree {
  const frames = new Map<string, readonly Frame[]>();
  const placeOf = (path: string): Place | undefined => {
    for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const found = frames.get(at);
      if (found !== undefined) {
        return places.placeOf(found);
      }
    }
    return undefined;
  };
  const clusters = new Map<string, Growing>();
  const findings: Finding[] = [];
  for (const message of messages) {
    switch (message.type) {
      case 'cluster':
        if (clusters.has(message.cluster)) {
          clusters.get(message.cluster)!.findings.push({ ...sameName(message.cluster), ...placeOf(message.path) });
          break;
        }
        clusters.set(message.cluster, {
          name: message.cluster,
          path: message.path,
          isPlatform: message.isPlatform,
          target: message.target,
          ...(message.architectures === undefined ? {} : { architectures: message.architectures }),
          ...(message.nodes === undefined ? {} : { nodes: message.nodes }),
          ...(message.supportByArch === undefined ? {} : { supportByArch: message.supportByArch }),
          ...(message.hypervisorsInUse === undefined ? {} : { hypervisorsInUse: message.hypervisorsInUse }),
          ...(message.distribution === undefined ? {} : { distribution: message.distribution }),
          policy: message.policy,
          objects: [],
          dependencies: [],
          findings: [],
        });
        break;
      case 'origin':
        frames.set(message.path, message.frames);
        break;
      case 'object':
        clusters.get(message.cluster)!.objects.push(message);
        break;
      case 'dependency':
        clusters.get(message.cluster)!.dependencies.push(message);
        break;
      case 'finding':
        clusters.get(message.cluster)!.findings.push({ ...message.finding, ...placeOf(message.path) });
        break;
      case 'invalid':
        findings.push({
          code: 'PV017',
          severity: 'error',
          ...placeOf(message.path),
          ...(message.path === '' ? {} : { path: message.path }),
          what: message.message,
          why: 'A construct of the app found its own input wrong',
          fix: 'correct what it complains about',
        });
        break;
    }
  }
  return { clusters: [...clusters.values()], findings, placeOf };
}

function sameName(cluster: string): Finding {
  return {
    code: 'PV801',
    severity: 'error',
    what: `two platforms or charts are named ${cluster}`,
    why: 'Their manifests would be written into one folder and applied to one cluster',
    fix: 'give each a name of its own',
  };
}

/** A cluster while its messages come in. */
interface Growing extends TreeCluster {
  readonly objects: TreeObject[];
  readonly dependencies: Dependency[];
  readonly findings: Finding[];
}
