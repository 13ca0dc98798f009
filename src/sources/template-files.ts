import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Finding } from '../findings/finding';
import { UNRENDERED } from '../kube/yaml/reader';

/**
 * Findings in which files with templates are told once for each folder: those of a chart are all alike.
 *
 * Where a chart is around the folder, that is what to render.
 */
export function foldTemplates(findings: readonly Finding[]): Finding[] {
  const folders = new Map<string, Set<string>>();
  for (const { file } of findings.filter(isTemplate)) {
    const folder = dirname(file!);
    folders.set(folder, (folders.get(folder) ?? new Set()).add(file!));
  }
  const told = new Set<string>();
  return findings.flatMap((finding) => {
    if (!isTemplate(finding)) {
      return [finding];
    }
    const folder = dirname(finding.file!);
    if (told.has(folder)) {
      return [];
    }
    told.add(folder);
    const others = folders.get(folder)!.size - 1;
    const chart = chartAround(folder);
    return [
      {
        ...finding,
        ...(others === 0
          ? {}
          : {
              what: `${finding.what}; ${others} more ${others === 1 ? 'file' : 'files'} of ${folder === '.' ? 'this folder' : folder} as well`,
            }),
        ...(chart === undefined
          ? {}
          : { fix: `render the chart, and judge what it prints: helm template ${chart} | polyvirt check -` }),
      },
    ];
  });
}

function isTemplate({ code, file, what }: Finding): boolean {
  return code === 'PV030' && file !== undefined && what.endsWith(UNRENDERED);
}

/** The chart that a folder is in; nothing where it is in none. */
function chartAround(folder: string): string | undefined {
  const above = [folder, join(folder, '..'), join(folder, '../..')];
  return above.find((each) => resolve(each) !== '/' && existsSync(join(each, 'Chart.yaml')));
}
