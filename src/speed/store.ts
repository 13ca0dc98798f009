import { mkdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { remove } from '../host/remove';
import { buildId } from './build';
import { digestOf } from './digest';
import { type CacheSettings, cacheFolder } from './folder';
import { prune, UNFINISHED } from './prune';
import { sealed, sealedName, unsealed } from './seal';

/** First word of every entry; another one when their form changes. */
const MAGIC = 'polyvirt-cache-2';

/** What entries may take together before the ones that nobody asked for go. */
export const LARGEST_STORE = 256 << 20;

/** How long an entry counts as just used: noting every use would cost more than it tells. */
const FRESH_MS = 60 * 60 * 1000;

/**
 * Texts by their keys, in a folder that any number of processes use at once.
 *
 * An entry is written beside the others and renamed, so that it is there as a whole or not at all, whoever is killed
 * when. Each is sealed, and begins with its own digest: one that is cut off, empty or changed is no entry, and is replaced by the next
 * who knows better. Nothing here ever fails: a disk that is full or read-only makes a cache that keeps nothing.
 */
export class Store {
  constructor(
    private readonly folder: string,
    private readonly largest = LARGEST_STORE,
  ) {}

  /** What is kept under a key. */
  public read(key: string): Buffer | undefined {
    const path = this.pathOf(key);
    try {
      const bytes = readFileSync(path);
      const end = bytes.indexOf(10);
      const body = bytes.subarray(end + 1);
      if (end === -1 || bytes.toString('latin1', 0, end) !== headerOf(key, body)) {
        remove(path);
        return undefined;
      }
      noteUse(path);
      return unsealed(key, body);
    } catch {
      return undefined;
    }
  }

  /** Keeps a text under a key. */
  public write(key: string, body: Uint8Array): void {
    if (body.length > this.largest / 4) {
      return;
    }
    const path = this.pathOf(key);
    const unfinished = join(
      this.folder,
      `${UNFINISHED}${process.pid}-${sealedName(key).slice(0, 16)}-${process.hrtime.bigint()}`,
    );
    try {
      mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
      const kept = sealed(key, body);
      writeFileSync(unfinished, Buffer.concat([Buffer.from(`${headerOf(key, kept)}\n`), kept]), {
        flag: 'wx',
        mode: 0o600,
      });
      renameSync(unfinished, path);
    } catch {
      remove(unfinished);
    }
    // Now and then is enough, and costs the others nothing.
    if (key.endsWith('0')) {
      prune(this.folder, this.largest);
    }
  }

  private pathOf(key: string): string {
    const name = sealedName(key);
    return join(this.folder, name.slice(0, 2), name.slice(2));
  }
}

/** The store of the user and what tells this build; nothing where nothing is kept, or no folder is to be trusted. */
export function openStore(
  env: CacheSettings,
): { readonly store: Store; readonly folder: string; readonly build: string } | undefined {
  const build = buildId();
  const folder = build === undefined ? undefined : cacheFolder(env);
  return build === undefined || folder === undefined ? undefined : { store: new Store(folder), folder, build };
}

/** The key is part of it: an entry under another name is not an answer. */
function headerOf(key: string, body: Uint8Array): string {
  return `${MAGIC} ${digestOf(key, body)}`;
}

function noteUse(path: string): void {
  const now = Date.now();
  if (now - statSync(path).mtimeMs > FRESH_MS) {
    utimesSync(path, now / 1000, now / 1000);
  }
}
