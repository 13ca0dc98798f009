import { emitYaml } from '../render/yaml';

/** How something is explained: for people, or for programs. */
export type Format = 'text' | 'json' | 'yaml';

/** A report for programs. */
export function written(report: object, format: Exclude<Format, 'text'>): string {
  return format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : emitYaml(report);
}
