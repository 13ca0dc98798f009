import type { Cluster, ClusterObject, Clusters, DeclaredFinding } from '../../cluster/cluster';
import { Group } from '../../cluster/group';
import type { OrderDependency } from '../../cluster/order';
import type { Finding, Place } from '../../findings/finding';
import { thrownText } from '../../findings/secrets/secret-text';
import type { AnnouncedParameter } from '../../model/read/parameters';
import { shownPath, WorkspaceError } from '../host/open-text';
import type { EarlyJudge, Memory } from '../memory';
import type { Authors } from './authors';
import type { AppLocation } from './find-app';
import { type Refusal, refusalIn } from './refusal';
import type { SourcePlaces } from './source-place';
import type { Exit } from './spawn-node';
import type { ChildMessage } from './told-app';

/** Refuses a run that cannot have told everything. */
export function checkRun(
  app: AppLocation,
  { thrown, apps, handed }: Pick<TreeCollector, 'thrown' | 'apps' | 'handed'>,
  places: SourcePlaces,
  exit: Exit,
  where = 'see what it printed above',
): void {
  const entry = shownPath(app.entry);
  if (thrown !== undefined) {
    const place = places.placeOf(thrown.frames) ?? { file: entry };
    const refused = refusalIn(thrown.message);
    throw new WorkspaceError([
      refused !== undefined
        ? notAllowed(refused, place)
        : {
            code: 'PV013',
            severity: 'error',
            ...place,
            what: `the app failed: ${thrownText(thrown.message)}`,
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
  if (apps === 1 && handed === 1) {
    return;
  }
  if (apps === 1) {
    throw new WorkspaceError([
      {
        code: 'PV013',
        severity: 'error',
        file: entry,
        what: 'synth() of the app did not finish',
        why: 'It failed and the program went on, or the program ended in it. Some of its manifests are missing, so none are written and the old ones stay',
        fix: 'do not catch errors of app.synth(), and do not call process.exit() in what it asks for',
      },
    ]);
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
          why: 'They would overwrite each other in one output folder',
          fix: 'put all platforms into one App, or give each app its own folder and cdk8s.yaml',
        },
  ]);
}

/** What would make the manifests other ones in another run or on another machine, or reach what is not the program's. */
function notAllowed({ what, fix }: Refusal, place: Place): Finding {
  return {
    code: 'PV709',
    severity: 'error',
    ...place,
    what: `the program uses ${what}`,
    why: 'Manifests must come from the repository and its parameters alone, and be the same in every run',
    fix,
  };
}

/** Puts together what a child tells, and hands over each cluster as soon as it is complete. */
export class TreeCollector {
  /** How the program failed. */
  public thrown: Extract<ChildMessage, { type: 'thrown' }> | undefined;
  /** How many apps were synthesized. */
  public apps = 0;
  /** How many of them told their whole tree. */
  public handed = 0;
  /** What is the matter with the whole. */
  public readonly findings: DeclaredFinding[] = [];
  public readonly parameters: AnnouncedParameter[] = [];
  private readonly _growing = new Map<string, Growing>();
  private readonly _names = new Set<string>();
  private readonly _groups: Group[] = [];

  /**
   * @param take takes a cluster that has told everything
   * @param judge asks rules about VMs as they are told
   */
  constructor(
    private readonly take: (cluster: Cluster) => void,
    private readonly judge?: Memory['judge'],
  ) {}

  public receive(message: ChildMessage): void {
    switch (message.type) {
      case 'thrown':
        this.thrown ??= message;
        break;
      case 'app':
        this.apps++;
        break;
      case 'handed':
        this.handed++;
        break;
      case 'cluster':
        this.begin(message);
        break;
      case 'object':
        this.put(message.cluster, message);
        break;
      case 'vms':
        this.beginVms(message.cluster, message.path);
        break;
      case 'group':
        this._groups.push(new Group(message));
        break;
      case 'member':
        this.add(message);
        break;
      case 'dependency':
        this._growing.get(message.cluster)!.dependencies.push(message);
        break;
      case 'finding':
        this._growing.get(message.cluster)!.findings.push({ ...shownHere(message.finding), owner: message.path });
        break;
      case 'complete':
        this.complete(message.cluster, message.path);
        break;
      case 'parameter':
        this.parameters.push(message.parameter);
        break;
      case 'wrong-parameter':
        this.findings.push(message.finding);
        break;
      case 'invalid':
        this.findings.push({
          code: 'PV017',
          severity: 'error',
          owner: message.path,
          ...(message.path === '' ? {} : { path: message.path }),
          what: thrownText(message.message),
          why: 'A construct of the app found its own input wrong',
          fix: 'correct what it complains about',
        });
        break;
    }
  }

  private add({ cluster, path, owner, group: number, texts }: Extract<ChildMessage, { type: 'member' }>): void {
    const group = this._groups[number]!;
    this.put(cluster, { path, owner, object: group.member(texts), membership: { group, texts } });
  }

  private put(cluster: string, object: ClusterObject): void {
    const growing = this._growing.get(cluster)!;
    growing.objects.push(object);
    growing.judge?.see(object);
  }

  private beginVms(name: string, path: string): void {
    const cluster = this._growing.get(name);
    // Of one of the same name inside of another, those of the outer one follow.
    if (cluster?.path === path && this.judge !== undefined) {
      cluster.judge = this.judge(cluster);
    }
  }

  private begin(message: Extract<ChildMessage, { type: 'cluster' }>): void {
    const { cluster: name, path } = message;
    const again = this._names.has(name) ? [{ ...sameName(name), owner: path }] : [];
    const around = this._growing.get(name);
    if (around !== undefined) {
      around.findings.push(...again);
      return;
    }
    this._names.add(name);
    this._growing.set(name, {
      name,
      path,
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
      placeOf: () => undefined,
      files: [],
      dependencies: [],
      findings: again,
    });
  }

  private complete(name: string, path: string): void {
    const cluster = this._growing.get(name);
    // One of the same name inside of another ends nothing.
    if (cluster?.path === path) {
      this._growing.delete(name);
      const { judge, ...rest } = cluster;
      const asked = judge?.findings();
      this.take(asked === undefined ? rest : { ...rest, asked });
    }
  }
}

/** The whole tree, from clusters that were taken one by one; those of one name, which is a mistake, as one. */
export function wholeTree(
  clusters: readonly Cluster[],
  { findings, parameters }: Pick<TreeCollector, 'findings' | 'parameters'>,
  authors: Authors,
): Clusters {
  const located = (finding: DeclaredFinding) => authors.located(finding);
  const names = new Map<string, Cluster>();
  for (const cluster of clusters) {
    const first = names.get(cluster.name);
    names.set(cluster.name, {
      ...(first ?? cluster),
      objects: [...(first?.objects ?? []), ...cluster.objects],
      dependencies: [...(first?.dependencies ?? []), ...(cluster.dependencies ?? [])],
      placeOf: authors.placeOf,
      findings: [...(first?.findings ?? []), ...cluster.findings.map(located)],
    });
  }
  return { clusters: [...names.values()], findings: findings.map(located), parameters };
}

/** A program names files that it read by their absolute paths: it may run in another folder. */
function shownHere(finding: Finding): Finding {
  return typeof finding.file === 'string' ? { ...finding, file: shownPath(finding.file) } : finding;
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
interface Growing extends Cluster {
  readonly objects: ClusterObject[];
  readonly dependencies: OrderDependency[];
  readonly findings: DeclaredFinding[];
  judge?: EarlyJudge | undefined;
}
