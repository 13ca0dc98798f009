import { processShim } from './process';

/** Paths as on Linux: what `node:path` does there. */

const sep = '/';
const delimiter = ':';

/** Without `.` and `..` as far as that can be said from the text. */
function normalizedParts(path: string, isAbsolute: boolean): string[] {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') {
      continue;
    }
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') {
      parts.pop();
    } else if (part !== '..' || !isAbsolute) {
      parts.push(part);
    }
  }
  return parts;
}

function checked(path: unknown): string {
  if (typeof path !== 'string') {
    throw Object.assign(
      new TypeError(`The "path" argument must be of type string. Received ${path === null ? 'null' : typeof path}`),
      { code: 'ERR_INVALID_ARG_TYPE' },
    );
  }
  return path;
}

function isAbsolute(path: string): boolean {
  return checked(path).startsWith('/');
}

function normalize(path: string): string {
  if (checked(path) === '') {
    return '.';
  }
  const absolute = isAbsolute(path);
  const joined = normalizedParts(path, absolute).join('/');
  const end = path.endsWith('/') && joined !== '' ? '/' : '';
  return absolute ? `/${joined}${end}` : joined === '' ? (path.endsWith('/') ? './' : '.') : joined + end;
}

function join(...paths: string[]): string {
  const joined = paths
    .map(checked)
    .filter((path) => path !== '')
    .join('/');
  return joined === '' ? '.' : normalize(joined);
}

function resolve(...paths: string[]): string {
  let resolved = '';
  for (const path of [...paths.map(checked)].reverse()) {
    if (path !== '' && !resolved.startsWith('/')) {
      resolved = resolved === '' ? path : `${path}/${resolved}`;
    }
  }
  const absolute = resolved.startsWith('/') ? resolved : `${processShim.cwd()}/${resolved}`;
  return `/${normalizedParts(absolute, true).join('/')}`;
}

function relative(from: string, to: string): string {
  const [left, right] = [from, to].map((path) => normalizedParts(resolve(path), true));
  const same = left!.findIndex((part, i) => part !== right![i]);
  const common = same === -1 ? left!.length : same;
  return [...left!.slice(common).map(() => '..'), ...right!.slice(common)].join('/');
}

function dirname(path: string): string {
  const trimmed = checked(path).replace(/(?<=.)\/+$/, '');
  const at = trimmed.lastIndexOf('/');
  return at === -1 ? '.' : at === 0 ? '/' : trimmed.slice(0, at).replace(/(?<=.)\/+$/, '');
}

function basename(path: string, suffix = ''): string {
  const name = checked(path).replace(/\/+$/, '').split('/').at(-1)!;
  return suffix !== '' && name.endsWith(suffix) && name !== suffix ? name.slice(0, -suffix.length) : name;
}

function extname(path: string): string {
  const name = basename(path);
  const at = name.lastIndexOf('.');
  return at <= 0 || name === '..' ? '' : name.slice(at);
}

interface ParsedPath {
  readonly root: string;
  readonly dir: string;
  readonly base: string;
  readonly ext: string;
  readonly name: string;
}

function parse(path: string): ParsedPath {
  const [base, ext] = [basename(path), extname(path)];
  const dir = path.includes('/') ? dirname(path) : '';
  return { root: isAbsolute(path) ? '/' : '', dir, base, ext, name: base.slice(0, base.length - ext.length) };
}

function format({ root = '', dir = root, name = '', ext = '', base = name + ext }: Partial<ParsedPath>): string {
  return dir === '' ? base : dir === root ? dir + base : `${dir}/${base}`;
}

const functions = {
  sep,
  delimiter,
  isAbsolute,
  normalize,
  join,
  resolve,
  relative,
  dirname,
  basename,
  extname,
  parse,
  format,
  toNamespacedPath: (path: string) => path,
};

export const path = { ...functions, posix: functions };
