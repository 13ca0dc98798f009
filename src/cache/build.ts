import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What tells this build of polyvirt, on this Node, from every other one; nothing where it was not built but runs from its
 * source, which may change under our feet.
 */
export function buildId(): string | undefined {
  try {
    return `${readFileSync(join(__dirname, '../../build-id'), 'utf8')} ${process.version}`;
  } catch {
    return undefined;
  }
}
