import { type Migration, migrationOf } from './migration';
import type { Loss, PlacedWorkload } from './place';
import { few } from './place-groups';
import type { WorkloadName } from './place-report';
import { shownName } from './workload';

/** The fate of a guest whose pod is evicted. */
export type DrainOutcome =
  /** KubeVirt moves it, and the drain waits for that. */
  | 'migrates'
  /** KubeVirt rejects the eviction each time it is asked: the drain never ends. */
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
 * What a drain does to a guest. KubeVirt rejects an eviction with 429, so that `kubectl drain` asks again forever.
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
  blocks: 'stays, and the drain waits forever: KubeVirt refuses to evict a guest that it has to migrate first',
  external: 'stays until another controller moves it, as External says',
  stops: 'is shut down; its run strategy decides whether it starts elsewhere',
  unknown: 'not known',
};

/** What becomes of one guest when its node is drained. */
interface DrainedGuest extends WorkloadName {
  /** Where it is, or may be. */
  readonly from: readonly string[];
  readonly outcome: DrainOutcome;
  /** Why it cannot migrate, where that counts. */
  readonly reason?: string;
  /** Where it can go: by a migration, or when it starts again. */
  readonly to: readonly string[];
  /** Nodes of which that is not known. */
  readonly unknown: readonly string[];
}

/** What becomes of guests whose node is drained. */
export interface DrainReport {
  readonly drained: readonly Loss[];
  readonly guests: readonly DrainedGuest[];
}

/** Effects of draining nodes on their guests, or on those that may be there where it is not known what runs. */
export function drainReport(
  placed: readonly PlacedWorkload[],
  drained: readonly Loss[],
  lost: readonly Loss[],
  knowsRunning: boolean,
): DrainReport {
  const emptied = new Set(drained.flatMap(({ nodes }) => nodes));
  const gone = new Set([...emptied, ...lost.flatMap(({ nodes }) => nodes)]);
  const guests = placed.flatMap((each) => {
    const { runsOn, fits } = each;
    const from = (runsOn !== undefined ? [runsOn] : knowsRunning ? [] : fits).filter((name) => emptied.has(name));
    return from.length === 0 ? [] : [drainedGuest(each, from, gone)];
  });
  return { drained, guests };
}

function drainedGuest(placed: PlacedWorkload, from: readonly string[], gone: ReadonlySet<string>): DrainedGuest {
  const { kind, namespace, name, migration: traits } = placed.workload;
  const isLeft = (node: string) => !gone.has(node);
  const answer = (outcome: DrainOutcome, reason: string | undefined, where: Pick<DrainedGuest, 'to' | 'unknown'>) => ({
    kind,
    namespace,
    name,
    from,
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...where,
  });
  const planned = traits?.drain ?? 'unknown';
  const reason = traits?.obstacle ?? traits?.unknown?.[0];
  if (planned !== 'migrates') {
    const mayStart = planned === 'stops';
    return answer(planned, planned === 'stops' || planned === 'external' ? undefined : reason, {
      to: mayStart ? placed.fits.filter(isLeft) : [],
      unknown: mayStart ? placed.unknown.map(({ node }) => node).filter(isLeft) : [],
    });
  }
  const where = targetsLeft(migrationOf(placed), from, isLeft);
  if (where.to.length > 0) {
    return answer('migrates', undefined, where);
  }
  return where.unknown.length > 0
    ? answer('unknown', 'too little is known of the other nodes', where)
    : answer('blocks', 'no other node takes it', where);
}

/** Nodes that a guest can go to from wherever it is. */
function targetsLeft(
  { targets }: Migration,
  from: readonly string[],
  isLeft: (node: string) => boolean,
): Pick<DrainedGuest, 'to' | 'unknown'> {
  const asked = targets.filter((each) => each.from.some((node) => from.includes(node)));
  const common = (lists: readonly (readonly string[])[]) =>
    (lists[0] ?? []).filter((node) => isLeft(node) && lists.every((list) => list.includes(node)));
  const to = common(asked.map((each) => each.to));
  const open = common(asked.map((each) => [...each.to, ...each.unknown]));
  return { to, unknown: open.filter((node) => !to.includes(node)) };
}

/** `Drain of n1, zone=a (n2, n3)`. */
export function drainTitle({ drained }: DrainReport): string {
  const names = drained.map(({ said, nodes }) =>
    nodes.length === 1 && nodes[0] === said ? said : `${said} (${few(nodes)})`,
  );
  return `Drain of ${names.join(', ')}`;
}

/** A line for each outcome; guests with the same are told together. */
export function drainLines({ guests }: DrainReport): string[] {
  const lines = new Map<string, string[]>();
  for (const guest of guests) {
    const text = outcomeText(guest);
    const name = `${guest.kind} ${shownName(guest)}`;
    lines.set(text, [...(lines.get(text) ?? []), name]);
  }
  return guests.length === 0
    ? ['no guest is there, or can be']
    : [...lines].map(([text, names]) => `${few(names, 12)}: ${text}`);
}

function outcomeText({ outcome, reason, to, unknown }: DrainedGuest): string {
  const where = [
    ...(to.length === 0 ? [] : [few(to)]),
    ...(unknown.length === 0 ? [] : [`not known: ${few(unknown)}`]),
  ].join('; ');
  switch (outcome) {
    case 'migrates':
      return `moves to ${where}`;
    case 'stops':
      return `${DRAIN_WORDS.stops}: ${where === '' ? 'no other node takes it' : where}`;
    default:
      return `${DRAIN_WORDS[outcome]}${reason === undefined ? '' : ` (${reason})`}`;
  }
}
