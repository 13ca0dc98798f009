import type { Migratability } from '../../cluster/migratability';
import { DRAIN_WORDS } from '../../scheduling/drain';

/** Whether a guest can migrate, a row for each thing that is said of it. */
export function migrationRows(migration: Migratability): string[][] {
  const { migratable, storage, reason, method, causes, drain, evictionStrategy, unknown, assumes } = migration;
  const why = (condition: 'live' | 'storage') =>
    causes
      .filter(({ decides }) => decides.includes(condition))
      .map((cause) => `${cause.reason}: ${cause.message}`)
      .join('; ');
  const first = reason === undefined ? why('live') : `${reason}: ${migration.message ?? ''}`;
  return [
    ['LiveMigratable', statusOf(migratable), first],
    ['StorageLiveMigratable', statusOf(storage), why('storage')],
    ...(migratable === false || method === undefined ? [] : [['migrationMethod', '', method]]),
    ['on a drain', '', `${DRAIN_WORDS[drain]}${evictionStrategy === undefined ? '' : ` (${evictionStrategy})`}`],
    ...unknown.map((each) => ['not known', '', each]),
    ...assumes.map((each) => ['taken for granted', '', each]),
  ];
}

function statusOf(condition: boolean | undefined): string {
  return condition === undefined ? '?' : condition ? 'True' : 'False';
}
