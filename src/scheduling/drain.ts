/** The fate of a guest whose pod is evicted. */
export type DrainOutcome =
  /** KubeVirt moves it, and the drain waits for that. */
  | 'migrates'
  /** KubeVirt refuses the eviction each time it is asked: the drain never ends. */
  | 'blocks'
  /** Another controller is expected to move it. */
  | 'external'
  /** Its pod ends; whether it starts elsewhere is up to its run strategy. */
  | 'stops'
  | 'unknown';

/** By strategy: with a guest that can migrate, and with one that cannot. */
const OUTCOMES: Readonly<Record<string, readonly [migratable: DrainOutcome, stuck: DrainOutcome]>> = {
  LiveMigrate: ['migrates', 'blocks'],
  LiveMigrateIfPossible: ['migrates', 'stops'],
  External: ['external', 'external'],
  None: ['stops', 'stops'],
};

/**
 * What a drain does to a guest. KubeVirt refuses an eviction with 429, so that `kubectl drain` asks again for ever.
 *
 * @see kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/pod-eviction-admitter.go admitLauncherPod
 */
export function drainOutcome(strategy: string | undefined, migratable: boolean | undefined): DrainOutcome {
  const outcomes =
    strategy === undefined ? undefined : Object.hasOwn(OUTCOMES, strategy) ? OUTCOMES[strategy] : undefined;
  if (outcomes === undefined) {
    return 'unknown';
  }
  const [moved, stuck] = outcomes;
  return migratable === undefined ? (moved === stuck ? moved : 'unknown') : migratable ? moved : stuck;
}

/** In words, after the name of a guest. */
export const DRAIN_WORDS: Readonly<Record<DrainOutcome, string>> = {
  migrates: 'moves to another node',
  blocks: 'stays, and the drain waits for ever: KubeVirt refuses to evict a guest that it has to migrate first',
  external: 'stays until another controller moves it, as External says',
  stops: 'is shut down; its run strategy decides whether it starts elsewhere',
  unknown: 'not known',
};
