import { lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { OWN_SOURCE } from '../sources/host/own-folder';

/** What the environment says of the cache. */
export interface CacheSettings {
  /** `off` turns off everything in this room: nothing is kept, and nothing that was kept is used. */
  readonly POLYVIRT_SPEED?: string | undefined;
  /** A folder, `off`, or nothing for the usual place. */
  readonly POLYVIRT_CACHE?: string | undefined;
}

/**
 * The folder of the cache, made where it is missing; nothing where there is none to be trusted.
 *
 * Below the temporary folder, since a plugin may have no home, and never below the copy of a repository that it works on:
 * that one is gone afterwards. Another user's folder of that name is not used: what lies in it would be printed as ours.
 */
export function cacheFolder({ POLYVIRT_SPEED: speed, POLYVIRT_CACHE: asked }: CacheSettings): string | undefined {
  if (speed === 'off' || asked === 'off' || (asked !== undefined && asked !== '' && !isAbsolute(asked))) {
    return undefined;
  }
  const folder = asked || join(tmpdir(), `polyvirt-${process.getuid?.() ?? 'cache'}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    const isOurs = process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0);
    return found.isDirectory() && isOurs ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** A text that is the same for the same parts and for no others: where one ends and the next begins counts too. */
export function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  // When something is to be digested: it is one of the slowest parts of Node to load.
  const { createHash } = require('node:crypto') as typeof import('node:crypto');
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest('hex');
}

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
