import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OWN_SOURCE } from '../sources/host/own-folder';

/**
 * What tells this build of polyvirt, on this Node, from every other one; nothing where it was not built but runs from its
 * source, which may change under our feet.
 */
export function buildId(): string | undefined {
  try {
    return `${readFileSync(join(dirname(OWN_SOURCE), 'build-id'), 'utf8')} ${process.version}`;
  } catch {
    return undefined;
  }
}
