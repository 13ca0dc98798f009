import type { KubeObject } from '../../src/kube/object';
import { liveStates } from '../../src/review/effects/live-state';
import { review } from '../../src/review/review-objects';
import { cases } from '../facts-oracle';
import { kubevirtObject } from '../objects';
import { testWhere } from '../test-where';

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
    ...kubevirtObject({
      configuration: config ?? {},
      workloadUpdateStrategy: { workloadUpdateMethods: ['LiveMigrate'] },
    }),
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

testWhere('cases')('virt-api refuses the same changes, and the VM controller asks for the same restarts', () => {
  const read = cases<UpdateCase>('updates');
  expect(read.length).toBeGreaterThan(800);
  const wrong = read.filter((each) => {
    const { allowed, restartRequired, stopped, syncError, liveRefused } = each.upstream;
    const effects = effectsOf(each);
    const isRestart = effects.has('restart-required') || effects.has('restart-forced');
    const isAsked =
      allowed && restartRequired !== undefined && !stopped && syncError === undefined && liveRefused === undefined;
    return effects.has('rejected') === allowed || (isAsked && isRestart !== restartRequired);
  });
  expect(wrong.map(({ release, id, tag }) => `${release}/${id} ${tag}`)).toEqual([]);
});
