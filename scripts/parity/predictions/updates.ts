import type { KubeObject } from '../../../src/kube/object';
import { liveStates } from '../../../src/review/effects/live-state';
import { review } from '../../../src/review/review';
import { Tally } from './tally';

interface UpdateCase {
  readonly id: string;
  readonly release: string;
  readonly tag: string;
  readonly config?: object;
  readonly before: KubeObject;
  readonly after: KubeObject;
  readonly extras?: readonly KubeObject[];
  readonly snapshot?: readonly KubeObject[];
  readonly upstream: {
    readonly allowed: boolean;
    readonly restartRequired?: boolean;
    readonly stopped?: boolean;
    readonly syncError?: string;
    readonly liveRefused?: unknown;
  };
}

function effectsOf({ release, config, before, after, extras = [], snapshot = [] }: UpdateCase): ReadonlySet<string> {
  const kubevirt = {
    apiVersion: 'kubevirt.io/v1',
    kind: 'KubeVirt',
    metadata: { name: 'kubevirt', namespace: 'kubevirt' },
    spec: { configuration: config ?? {}, workloadUpdateStrategy: { workloadUpdateMethods: ['LiveMigrate'] } },
    status: { defaultArchitecture: 'amd64' },
  };
  const existing = [kubevirt, ...extras, ...snapshot];
  const { changes } = review([before], [after], {
    target: { kubevirt: release },
    existing,
    live: liveStates(existing),
  });
  return new Set(changes.flatMap(({ effect, fields }) => [effect, ...fields.map((field) => field.effect)]));
}

/** What virt-api says to a change of a VM, and whether the VM controller asks for a restart. */
export function updates(cases: readonly UpdateCase[]): Tally {
  const tally = new Tally();
  for (const each of cases) {
    const { allowed, restartRequired, stopped, syncError, liveRefused } = each.upstream;
    const release = `KubeVirt ${each.release}`;
    const id = `${each.id} ${each.tag}`;
    const effects = effectsOf(each);
    tally.count(release, allowed ? 'it is accepted' : 'it is rejected', effects.has('rejected') !== allowed, id);
    // Upstream's answer is not about the restart where the change is rejected, stops the VM or cannot be reconciled.
    const isAsked =
      allowed && restartRequired !== undefined && !stopped && syncError === undefined && liveRefused === undefined;
    if (isAsked) {
      const isRestart = effects.has('restart-required') || effects.has('restart-forced');
      tally.count(release, 'does it need a restart', isRestart === restartRequired, id);
    }
  }
  return tally;
}
