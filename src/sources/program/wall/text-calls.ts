import { createHash } from 'node:crypto';
import { NotRead } from './repository-files';

const URL_PARTS = [
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;

/** Text in, text out: parsing an address needs nothing of this machine. */
export function url(href: string, base: string, part: string, value: string): string {
  const parsed = base === '' ? new URL(href) : new URL(href, base);
  const known = URL_PARTS.find((each) => each === part);
  if (known !== undefined) {
    parsed[known] = value;
  }
  return JSON.stringify({
    href: parsed.href,
    origin: parsed.origin,
    ...Object.fromEntries(URL_PARTS.map((each) => [each, parsed[each]])),
  });
}

const DIGESTS = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'];

/** The digest of bytes, given one character per byte. */
export function digest(algorithm: string, bytes: string): string {
  if (!DIGESTS.includes(algorithm)) {
    throw new NotRead('', `no digest ${algorithm}`);
  }
  return createHash(algorithm).update(Buffer.from(bytes, 'latin1')).digest('hex');
}
