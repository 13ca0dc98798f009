import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { OWN_PACKAGE } from './own-folder';

/** What npm packs whatever `files` says. */
const ALWAYS = ['package.json', 'README.md', 'LICENSE'];

/** What npm packs never. */
const NEVER =
  /^(?:node_modules|\.git|\.svn|\.hg|CVS|\.npmrc|\.npmignore|\.gitignore|package-lock\.json|\.DS_Store|\._.*|.*\.orig)$/;

/**
 * The package of the polyvirt that runs, as npm packs it: of a clone, or of where it is installed; nothing where files of it are missing.
 *
 * npm takes seconds for it, which a program of some hundred VMs does not take itself.
 */
export function ownTarball(): Buffer | undefined {
  const manifest = join(OWN_PACKAGE, 'package.json');
  if (!existsSync(manifest)) {
    return undefined;
  }
  const { files } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly files: readonly string[] };
  const left = files.flatMap((entry) => (entry.startsWith('!') ? [patternOf(entry.slice(1))] : []));
  const roots = [...ALWAYS, ...files.filter((entry) => !entry.startsWith('!'))];
  const paths = [...new Set(roots)].flatMap((path) => filesAt(path, left)).sort(byLikeness);
  const blocks = paths.flatMap((path) => entryOf(path, readFileSync(join(OWN_PACKAGE, path))));
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]));
}

/** What is alike stands side by side, where gzip sees it: by the end of the name, then by the name, then by the folder. */
function byLikeness(a: string, b: string): number {
  const [x, y] = [a, b].map((path) => [extname(path), basename(path), path].join('\0')) as [string, string];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** An entry of `files`: a path, with `*` inside a name. */
function patternOf(entry: string): RegExp {
  return new RegExp(`^${entry.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}$`);
}

/** The files at or below a path, but those that are left out. */
function filesAt(path: string, left: readonly RegExp[]): string[] {
  const whole = join(OWN_PACKAGE, path);
  if (!existsSync(whole) || left.some((pattern) => pattern.test(path))) {
    return [];
  }
  return statSync(whole).isDirectory()
    ? readdirSync(whole).flatMap((name) => (NEVER.test(name) ? [] : filesAt(`${path}/${name}`, left)))
    : [path];
}

const BLOCK = 512;

/** Longer names of a file in an archive are split into folder and name. */
const LONGEST_NAME = 100;

/** The time that npm gives every file, so that the same files are the same bytes. */
const PACKED_AT = Date.UTC(1985, 9, 26, 8, 15) / 1000;

/** A file of an archive, as POSIX describes them (`ustar`). */
function entryOf(path: string, bytes: Buffer): Buffer[] {
  const name = `package/${path}`;
  const cut = name.length > LONGEST_NAME ? name.indexOf('/', name.length - LONGEST_NAME - 1) : -1;
  const header = Buffer.alloc(BLOCK);
  const write = (text: string, at: number) => header.write(text, at, 'latin1');
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  write(name.slice(cut + 1), 0);
  write(octal(0o644, 6), 100);
  write(octal(0, 6), 108);
  write(octal(0, 6), 116);
  write(octal(bytes.length, 11), 124);
  write(octal(PACKED_AT, 11), 136);
  write('        0', 148);
  write('ustar\x0000', 257);
  write(name.slice(0, Math.max(cut, 0)), 345);
  write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    ),
    148,
  );
  return [header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
}

/** Packages of other authors that polyvirt was built and tested with. */
interface LockedPackages {
  /** Exact versions by name, of those that a program is begun with. */
  readonly versions: Readonly<Record<string, string>>;
  /** What polyvirt runs with, as a lock of npm has it: versions and digests by path. */
  readonly packages: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** As the build noted them. */
export function lockedPackages(): LockedPackages {
  return JSON.parse(readFileSync(join(OWN_PACKAGE, 'lib/locked-packages.json'), 'utf8')) as LockedPackages;
}
