import { jsonText } from '../findings/escape/formats';
import type { FleetReport } from './fleet';

/**
 * For programs: the shape of docs/schemas/report.schema.json.
 *
 * Of gates it has those that are on, without what their support rests on: that is the same for all clusters of a release, and
 * `polyvirt gates --format json` says it once.
 */
export function fleetJson({ version, title, clusters, findings }: FleetReport): string {
  return `${jsonText(
    {
      version,
      title,
      findings,
      clusters: clusters.map(({ gates, ...cluster }) => ({
        ...cluster,
        gates: {
          on: gates.rows.filter(({ enabled }) => enabled).map(({ name, stage, reason }) => ({ name, stage, reason })),
          ...(gates.note === undefined ? {} : { note: gates.note }),
        },
      })),
    },
    2,
  )}\n`;
}
