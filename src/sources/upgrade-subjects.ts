import type { GivenParameter } from '../argocd/given';
import { type Cluster, clusterOf, type Retarget } from '../cluster/cluster';
import { judge } from '../cluster/judge/judge';
import { type Finding, hasErrors } from '../findings/finding';
import type { KubeObject } from '../kube/object';
import { resolveTarget, type Target } from '../target/target';
import { isPlatformFolder } from './find-source';
import { foundAt, WorkspaceError } from './host/open-text';
import { type ClusterInputs, toldBy } from './known-clusters';
import type { OpenSource } from './open-platform';
import { openSource } from './open-source';
import { readObjects } from './read-objects';

/** A subject at one target. */
interface SubjectSide {
  readonly context: Cluster;
  readonly objects: readonly KubeObject[];
  readonly findings: readonly Finding[];
}

/** Something that can be looked at with one target and with another. */
export interface UpgradeSubject {
  /** Name of the platform; absent for manifests that belong to none. */
  readonly name?: string;
  readonly origin: 'platform file' | 'app' | 'manifests' | 'releases';
  /** The file that declares the platform, where one does. */
  readonly file?: string;
  /** What it runs, as far as anything tells. */
  readonly target?: Target;
  readonly at: (retarget: Retarget) => SubjectSide;
}

/** Where to look for subjects. */
interface SubjectsAsked {
  /** Files, folders, `-`; the platform where we stand, where there are none. */
  readonly paths: readonly string[];
  readonly nodes?: string;
  readonly cluster?: string;
  /** What is given to platforms from outside. */
  readonly given?: readonly GivenParameter[];
  readonly today: string;
}

/** What there is to compare at two targets, and how its findings get their places. */
interface UpgradeSubjects extends Pick<OpenSource, 'locate'> {
  readonly subjects: readonly UpgradeSubject[];
}

/** Reads what is asked for. A program is not run again for another target: what it made for its own is judged. */
export async function upgradeSubjects({ paths, today, ...told }: SubjectsAsked): Promise<UpgradeSubjects> {
  const inputs = { ...told, target: {} };
  if (paths.length === 0 && told.cluster === undefined && !isPlatformFolder('.')) {
    return { subjects: [releasesOnly(inputs, today)], locate: async (findings) => [...findings] };
  }
  refuseMixed(paths);
  const source = openSource({ ...inputs, paths });
  const { kubevirt, hco } = toldBy(inputs).target;
  const subjects: UpgradeSubject[] = [];
  for await (const cluster of source) {
    subjects.push(upgradeSubject(cluster, kubevirt !== undefined || hco !== undefined, today));
  }
  if (hasErrors(source.findings)) {
    throw new WorkspaceError(source.findings);
  }
  return { subjects, locate: source.locate };
}

/**
 * A cluster as something that can be looked at with one target and with another.
 *
 * @param isTold whether the release is told beside the objects, by a snapshot
 */
export function upgradeSubject(cluster: Cluster, isTold: boolean, today: string): UpgradeSubject {
  const { name, files, target, dependencies } = cluster;
  const origin = dependencies === undefined ? 'manifests' : files.length === 0 ? 'app' : 'platform file';
  const isSaid = name !== '' || isTold;
  return {
    ...(name === '' ? {} : { name }),
    origin,
    ...(origin === 'platform file' ? { file: files[0]! } : {}),
    ...(isSaid ? { target } : {}),
    at: judgedAt(cluster, today, isSaid),
  };
}

/** No objects at all: what two releases are by themselves. */
function releasesOnly(inputs: ClusterInputs, today: string): UpgradeSubject {
  return { origin: 'releases', at: judgedAt(clusterOf([], toldBy(inputs).context), today, false) };
}

function judgedAt(cluster: Cluster, today: string, isSaid: boolean): UpgradeSubject['at'] {
  const { nodes, existing, dependencies } = cluster;
  return (retarget) => {
    const made = cluster.retargeted?.(retarget) ?? {
      ...cluster,
      // Without a target of its own it is not at the newest release, as elsewhere, but at what the change says.
      target: resolveTarget(retarget(isSaid ? cluster.target : {})).target,
    };
    const context = {
      ...made,
      ...(nodes === undefined ? {} : { nodes }),
      ...(existing === undefined ? {} : { existing }),
    };
    // Whether an allowance of manifests is used up at some target is not what is asked here.
    const { objects, findings } = judge(
      context,
      dependencies === undefined ? { today, unused: 'none' } : { today, tellsMissing: false },
    );
    return { context, objects, findings };
  };
}

function refuseMixed(paths: readonly string[]): void {
  const { platforms, objects } = readObjects(paths.filter((path) => foundAt(path)?.isFile()));
  if (platforms.length > 0 && objects.length > 0) {
    throw new WorkspaceError([mixed(platforms)], true);
  }
}

function mixed(platforms: readonly string[]): Finding {
  return {
    code: 'PV015',
    severity: 'error',
    what: `${platforms.join(', ')} is a platform, and there are manifests next to it`,
    why: 'A platform has its own target; manifests are read as they are',
    fix: 'name one or the other',
  };
}
