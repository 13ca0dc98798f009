import type { AnnouncedParameter } from '../config/parameters';
import type { Finding, Place } from '../findings/finding';
import type { Dependency } from '../render/order';
import type { ChildMessage, Frame } from './app-child';
import { REFUSED } from './confinement';
import type { AppLocation } from './find-app';
import type { SourcePlaces } from './source-place';
import type { Exit } from './spawn-node';
import type { Tree, TreeCluster, TreeObject } from './tree';
import { shownPath, WorkspaceError } from './workspace-error';

/** Refuses a run that cannot have told everything. */
export function checkRun(
  app: AppLocation,
  messages: readonly ChildMessage[],
  places: SourcePlaces,
  exit: Exit,
  where = 'see what it printed above',
): void {
  const entry = shownPath(app.entry);
  const thrown = messages.find((message) => message.type === 'thrown');
  if (thrown !== undefined) {
    const place = places.placeOf(thrown.frames) ?? { file: entry };
    const refused = thrown.message.split(REFUSED)[1];
    throw new WorkspaceError([
      refused !== undefined
        ? notAllowed(refused, place)
        : {
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
        fix: `${where}, and let it end with exit code 0`,
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

/** What a program asked for that would make its manifests others each time, or show what is not its own. */
function notAllowed(what: string, place: Place): Finding {
  return {
    code: 'PV709',
    severity: 'error',
    ...place,
    what: `the program uses ${what}`,
    why: 'In the plugin a program gets neither network nor clock nor chance: manifests must come from the repository alone',
    fix: 'write the value into the repository, or make it a parameter',
  };
}

/** The tree that the messages of a child tell. */
export function collectTree(messages: readonly ChildMessage[], places: SourcePlaces): Tree {
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
  const parameters: AnnouncedParameter[] = [];
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
          ...(message.argocd === undefined ? {} : { argocd: message.argocd }),
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
      case 'parameter':
        parameters.push(message.parameter);
        break;
      case 'wrong-parameter':
        findings.push(message.finding);
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
  return { clusters: [...clusters.values()], findings, parameters, placeOf };
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
