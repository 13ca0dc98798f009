/** How bad an effect is, from nothing to a refusal. */
export const EFFECT_SEVERITIES = ['info', 'caution', 'disruptive', 'destructive', 'rejected'] as const;

/** How bad an effect is. */
export type EffectSeverity = (typeof EFFECT_SEVERITIES)[number];

/** What a change does on a cluster: each name once, with what it means. Those that matter more come first. */
export const EFFECTS = {
  rejected: 'the API server or a webhook rejects the change; nothing of the object is applied',
  recreate: 'deleted with what it holds, and made anew',
  prune: 'deleted with what it holds',
  rollback: 'the disks of a virtual machine go back to a snapshot',
  'data-delete': 'a golden image or a claim is deleted',
  'scale-in': 'some of a group are deleted',
  stop: 'the virtual machine is shut down',
  'restart-forced': 'the virtual machine is shut down and started again',
  'machines-rolled': 'every machine of a pool is replaced',
  'fleet-migrate': 'every running virtual machine is live-migrated',
  reimport: 'a disk image is imported again',
  'start-fails': 'made, and cannot be started',
  'next-start-fails': 'runs on, but cannot be started any more',
  'restart-required': 'waits for a restart of the virtual machine, which says so in its status',
  'components-rolled': 'pods of KubeVirt restart; virtual machines run on',
  'pods-rolled': 'pods are replaced one after the other',
  'live-migrate': 'applied by a live migration',
  snapshot: 'a snapshot of a virtual machine is taken, which freezes its guest meanwhile',
  export: 'the data of a virtual machine or a claim is served to who has its token',
  pending: 'accepted, and never applied without an action by hand',
  start: 'the virtual machine is started',
  kept: 'not in Git any more, and stays on the cluster',
  'scale-out': 'a group gets more',
  create: 'made anew',
  'live-update': 'applied in place',
  'next-migration': 'counts when the virtual machine moves or starts next',
  'next-start': 'counts when the virtual machine starts next; nothing in its status says so',
  none: 'nothing that runs is touched',
} as const satisfies Record<string, string>;

/** What a change does. */
export type EffectName = keyof typeof EFFECTS;

/** Names in the order of the table. */
export const EFFECT_NAMES = Object.keys(EFFECTS) as readonly EffectName[];

/** What Git does not hold, and an effect rests on. */
export const ASSUMPTIONS = {
  'last-start':
    'KubeVirt compares with what a VM was last started with, not with the previous commit: base is taken as that, which is so unless a change waits for a restart already.',
  running:
    'Whether a VM runs is told by its run strategy: Always runs and Halted does not; of the others it is unknown, and both are said.',
  migratable: 'Whether a VM can be live-migrated depends on its storage and devices, and is known on the cluster.',
  'filled-in':
    'Architecture, machine type, firmware UUID and serial that Git never named were filled in when the VM was made; they stay under apply, and are lost under Replace=true.',
  configuration:
    'The KubeVirt resource is not among the manifests: rollout strategy, update methods and gates are taken as their defaults.',
  prune: 'Whether what is removed from Git is deleted is up to the sync: it is, as with automated pruning.',
} as const satisfies Record<string, string>;

/** What Git does not hold. */
export type Assumption = keyof typeof ASSUMPTIONS;

/** What one field, or one object, comes to. */
export interface Effect {
  readonly effect: EffectName;
  readonly severity: EffectSeverity;
  /** What happens, as a sentence. */
  readonly text: string;
  /** Where it was read. */
  readonly source: string;
  /** Whether it holds only if the VM runs, which is unknown. */
  readonly ifRunning?: true;
  /** What happens instead, where something is otherwise than assumed. */
  readonly otherwise?: string;
  /** What happens besides. */
  readonly also?: readonly string[];
  readonly assumes?: readonly Assumption[];
  /** Whether it is rejected only because the object exists. */
  readonly isFixed?: true;
}

/** Negative where the first is worse. */
export function compareEffects(a: Effect, b: Effect): number {
  return (
    EFFECT_SEVERITIES.indexOf(b.severity) - EFFECT_SEVERITIES.indexOf(a.severity) ||
    EFFECT_NAMES.indexOf(a.effect) - EFFECT_NAMES.indexOf(b.effect)
  );
}

/** The worst of several: what an object as a whole comes to. What happens besides is of all of them. */
export function worstOf(effects: readonly [Effect, ...Effect[]]): Effect {
  const [worst] = [...effects].sort(compareEffects) as [Effect];
  const also = [...new Set(effects.flatMap((each) => each.also ?? []))].filter((name) => name !== worst.effect);
  return also.length === 0 ? worst : { ...worst, also };
}
