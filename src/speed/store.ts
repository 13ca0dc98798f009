import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { remove } from '../sources/host/process';
import { buildId, type CacheSettings, cacheFolder, digestOf } from './folder';

/** First word of every entry; another one when their form changes. */
const MAGIC = 'polyvirt-cache-2';

/** Upper bound of all entries together, before the ones that were not asked for go. */
const LARGEST_STORE = 256 << 20;

/** How long an entry counts as just used: noting every use would cost more than it tells. */
const FRESH_MS = 60 * 60 * 1000;

/**
 * Texts by their keys, in a folder that any number of processes use at once.
 *
 * An entry is written beside the others and renamed, so that it is there as a whole or not at all, even if a process is killed
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

/** How many bytes begin a sealed text, each time others. */
const NONCE = 16;

/**
 * Seals a text under a key that is nowhere on the disk, so that a reader of the folder reads no manifests.
 *
 * Keys of entries are digests of what they were made of, as the text of a platform file: those who have that have its secrets
 * already. It hides; that nothing was changed is for the digest of an entry to say.
 */
function sealed(key: string, body: Uint8Array): Buffer {
  const { createCipheriv, randomBytes } = require('node:crypto') as typeof import('node:crypto');
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-ctr', sealKey(key), nonce);
  return Buffer.concat([nonce, cipher.update(body), cipher.final()]);
}

/** What was sealed; nonsense where it was sealed under another key. */
function unsealed(key: string, bytes: Buffer): Buffer {
  const { createDecipheriv } = require('node:crypto') as typeof import('node:crypto');
  const decipher = createDecipheriv('aes-256-ctr', sealKey(key), bytes.subarray(0, NONCE));
  return decipher.update(bytes.subarray(NONCE));
}

/** What an entry is called: its key cannot be told from it. */
export function sealedName(key: string): string {
  return digestOf('name', key);
}

function sealKey(key: string): Buffer {
  return Buffer.from(digestOf('seal', key), 'hex');
}

/** How names of entries begin that are still being written. */
const UNFINISHED = 'new-';

/** How long a process may be writing one; after that it is dead. */
const ABANDONED_MS = 10 * 60 * 1000;

/** Removes the entries that were used longest ago until the rest takes half of what is allowed, and what killed writers left. */
function prune(folder: string, largest: number): void {
  const entries = entriesOf(folder);
  let total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total <= largest) {
    return;
  }
  for (const { path, size } of entries.sort((a, b) => a.used - b.used)) {
    if (total <= largest / 2) {
      return;
    }
    remove(path);
    total -= size;
  }
}

interface CacheEntry {
  readonly path: string;
  readonly size: number;
  readonly used: number;
}

function entriesOf(folder: string): CacheEntry[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    if (name.startsWith(UNFINISHED)) {
      const [found] = entryAt(path);
      if (found !== undefined && Date.now() - found.used > ABANDONED_MS) {
        remove(path);
      }
      return [];
    }
    return /^[0-9a-f]{2}$/.test(name) ? namesIn(path).flatMap((below) => entryAt(join(path, below))) : [];
  });
}

/** Another process may have removed it in the meantime. */
function entryAt(path: string): CacheEntry[] {
  try {
    const { size, mtimeMs } = statSync(path);
    return [{ path, size, used: mtimeMs }];
  } catch {
    return [];
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
