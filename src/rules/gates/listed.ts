import type { Architecture } from '../../architectures/facts';
import { type ClusterView, isMadeByOperator } from '../../cluster/cluster-view';
import type { CreatedInstance } from '../../cluster/created-instance';
import { hcoReleaseOf } from '../../cluster/gate-state';
import type { Finding } from '../../findings/finding';
import { gatesUsedBy, hasGuestFields } from '../../gates/check-fields';
import { checkPrerequisites } from '../../gates/enablement';
import { checkHcoGates } from '../../gates/hco-kubevirt';
import { checkGateLists, LISTS_PATH, listsOf } from '../../gates/judge';
import { checkHcoOwnGates } from '../../gates/judge-hco';
import { versionOf } from '../../golden-images/hyper-converged-view';
import { findingObject } from '../../kube/identity';
import type { KubeObject } from '../../kube/object';
import type { Target } from '../../target/target';
import { NOTHING_WRONG, type RuleVisitors, type Said } from '../rule';
import { type GatePicture, Guest } from './picture';
import { checkSupport, type SupportContext } from './support';

/** Gates listed by the KubeVirt or the HyperConverged among the objects, and the guests they concern. */
export function listedGates(cluster: ClusterView, picture: GatePicture): RuleVisitors {
  const { kubevirt } = picture;
  const { target } = cluster.context;
  const hyperConverged = (object: KubeObject) => checkOwnGates(object, target);
  // One that exists already is consulted, not judged.
  if (kubevirt === undefined || !cluster.objects.includes(kubevirt)) {
    return { hyperConverged };
  }
  const supported = new SupportedGates(cluster, picture);
  return {
    hyperConverged,
    kubevirt: (object) => (object === kubevirt ? checkLists(kubevirt, cluster, picture) : NOTHING_WRONG),
    member: supported.isAsked
      ? {
          instance: (instance) => {
            supported.see(instance);
            return NOTHING_WRONG;
          },
        }
      : {},
    end: () =>
      supported.findings().map((said) => ({ ...said, object: findingObject(kubevirt), path: belowLists(said) })),
  };
}

/** What is wrong with the gates of a HyperConverged itself. */
export function checkOwnGates(hyperConverged: KubeObject, target: Target): Finding[] {
  return checkHcoOwnGates(hyperConverged, hcoReleaseOf(target, hyperConverged), versionOf(hyperConverged));
}

/** What only the one who writes the lists can change: not where HyperConverged does. */
const OF_THE_LISTS_OWNER: ReadonlySet<string> = new Set(['PV201', 'PV203', 'PV204', 'PV205']);

function checkLists(
  kubevirt: KubeObject,
  cluster: ClusterView,
  { state, hyperConverged, workloads }: GatePicture,
): Said[] {
  const { lists, gates } = state;
  const { target } = cluster;
  const isMade = isMadeByOperator(kubevirt);
  const beside =
    hyperConverged === undefined || isMade ? [] : checkOwned(kubevirt, hyperConverged, cluster, workloads());
  return [
    ...checkGateLists(lists, gates).filter(({ code }) => !isMade || !OF_THE_LISTS_OWNER.has(code)),
    ...[...checkPrerequisites(lists, gates, target.kubernetes), ...beside].map((said) => ({
      ...said,
      path: belowLists(said),
    })),
  ];
}

/** HyperConverged writes the KubeVirt resource itself, so gates that only stand there do not stay. */
function checkOwned(
  kubevirt: KubeObject,
  hyperConverged: KubeObject,
  { target }: ClusterView,
  workloads: readonly Architecture[],
): Said[] {
  const { featureGates = [], disabledFeatureGates = [] } = listsOf(kubevirt);
  const releases = { hco: hcoReleaseOf(target, hyperConverged), kubevirt: target.kubevirt };
  return checkHcoGates({ on: featureGates, off: disabledFeatureGates }, releases, workloads, hyperConverged);
}

function belowLists({ path }: Said): string {
  return path === undefined || path === '' ? LISTS_PATH : `${LISTS_PATH}.${path}`;
}

/** The gates that are listed, by the architectures of the cluster that do not support them, and the guests that use them there. */
class SupportedGates {
  private readonly _architectures: readonly Architecture[];
  /** Guests by the gates and architectures of which it is asked whom they concern: of hardly any. */
  private readonly _concerned = new Map<string, Map<Architecture, string[]>>();

  constructor(
    private readonly cluster: ClusterView,
    private readonly picture: GatePicture,
  ) {
    this._architectures = picture.workloads();
    this._check((gate, architecture) => {
      const asked = this._concerned.get(gate) ?? new Map<Architecture, string[]>();
      this._concerned.set(gate, asked.set(architecture, []));
      return [];
    });
  }

  /** Whether it depends on guests what there is to say. */
  public get isAsked(): boolean {
    return this._concerned.size > 0;
  }

  /** Takes note of a guest that uses one of them; there is nothing to say about one guest alone. */
  public see(instance: CreatedInstance): void {
    const guest = new Guest(instance, this.cluster, this.picture.graceDevices);
    const { architecture } = guest;
    for (const [gate, asked] of this._concerned) {
      const names = architecture === undefined ? undefined : asked.get(architecture);
      if (names !== undefined && (!hasGuestFields(gate) || gatesUsedBy(guest, this.picture.state.gates).has(gate))) {
        names.push(shownName(guest.object));
      }
    }
  }

  public findings(): Finding[] {
    return this._check((gate, architecture) => this._concerned.get(gate)?.get(architecture) ?? []);
  }

  private _check(concerned: SupportContext['concerned']): Finding[] {
    const { lists, gates } = this.picture.state;
    return checkSupport(lists, gates, { architectures: this._architectures, concerned });
  }
}

function shownName(object: KubeObject): string {
  const { namespace, name } = findingObject(object);
  return namespace === undefined ? name : `${namespace}/${name}`;
}
