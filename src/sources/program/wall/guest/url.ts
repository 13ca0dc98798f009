import { host } from './host';

/** The parts of an address, as the host parses them. */
interface UrlParts {
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** An address as the platform parses it: the host does, since that is text in and text out. */
export class URL {
  public static canParse(url: unknown, base?: unknown): boolean {
    return URL.parse(url, base) !== null;
  }

  public static parse(url: unknown, base?: unknown): URL | null {
    try {
      return new URL(url, base);
    } catch {
      return null;
    }
  }

  /** @internal */
  public parts: UrlParts;
  public readonly searchParams: URLSearchParams;

  constructor(url: unknown, base?: unknown) {
    this.parts = partsOf(String(url), base === undefined ? '' : String(base));
    this.searchParams = new URLSearchParams(this.parts.search);
    this.searchParams.changed = (search) => {
      this.parts = partsOf(this.href, '', 'search', search);
    };
    Object.defineProperty(this, 'parts', { enumerable: false });
    Object.defineProperty(this, 'searchParams', { enumerable: false });
  }

  public get href(): string {
    return this.parts.href;
  }

  public get origin(): string {
    return this.parts.origin;
  }

  public toString(): string {
    return this.href;
  }

  public toJSON(): string {
    return this.href;
  }
}

for (const part of [
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const) {
  Object.defineProperty(URL.prototype, part, {
    configurable: true,
    get(this: URL) {
      return this.parts[part];
    },
    set(this: URL, value: unknown) {
      this.parts = partsOf(this.href, '', part, String(value));
      this.searchParams.read(this.parts.search);
    },
  });
}

function partsOf(url: string, base: string, part = '', value = ''): UrlParts {
  try {
    return JSON.parse(host.url(url, base, part, value)) as UrlParts;
  } catch {
    throw Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL', input: url });
  }
}

/** The words of a query. */
export class URLSearchParams {
  /** @internal */
  public changed: ((search: string) => void) | undefined;
  private _pairs: [string, string][] = [];

  constructor(init: unknown = '') {
    if (typeof init === 'object' && init !== null) {
      const pairs =
        Symbol.iterator in init ? [...(init as Iterable<[unknown, unknown]>)] : Object.entries(init as object);
      this._pairs = pairs.map(([key, value]) => [String(key), String(value)]);
    } else {
      this.read(String(init));
    }
    Object.defineProperty(this, 'changed', { enumerable: false });
    Object.defineProperty(this, '_pairs', { enumerable: false });
  }

  /** @internal */
  public read(search: string): void {
    this._pairs = search
      .replace(/^\?/, '')
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const at = pair.indexOf('=');
        return at === -1 ? [decoded(pair), ''] : [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))];
      });
  }

  public get size(): number {
    return this._pairs.length;
  }

  public get(name: string): string | null {
    return this._pairs.find(([key]) => key === name)?.[1] ?? null;
  }

  public getAll(name: string): string[] {
    return this._pairs.filter(([key]) => key === name).map(([, value]) => value);
  }

  public has(name: string): boolean {
    return this._pairs.some(([key]) => key === name);
  }

  public append(name: string, value: unknown): void {
    this.change([...this._pairs, [String(name), String(value)]]);
  }

  public set(name: string, value: unknown): void {
    const at = this._pairs.findIndex(([key]) => key === name);
    const pair: [string, string] = [String(name), String(value)];
    this.change(
      at === -1
        ? [...this._pairs, pair]
        : this._pairs.flatMap((each, i) => (i === at ? [pair] : each[0] === name ? [] : [each])),
    );
  }

  public delete(name: string): void {
    this.change(this._pairs.filter(([key]) => key !== name));
  }

  public sort(): void {
    this.change([...this._pairs].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  }

  public forEach(visit: (value: string, name: string, params: URLSearchParams) => void): void {
    for (const [name, value] of this._pairs) {
      visit(value, name, this);
    }
  }

  public *keys(): Generator<string> {
    yield* this._pairs.map(([key]) => key);
  }

  public *values(): Generator<string> {
    yield* this._pairs.map(([, value]) => value);
  }

  public *entries(): Generator<[string, string]> {
    yield* this._pairs.map(([key, value]): [string, string] => [key, value]);
  }

  public [Symbol.iterator](): Generator<[string, string]> {
    return this.entries();
  }

  public toString(): string {
    return this._pairs.map(([key, value]) => `${encoded(key)}=${encoded(value)}`).join('&');
  }

  private change(pairs: [string, string][]): void {
    this._pairs = pairs;
    this.changed?.(this.toString());
  }
}

/** As forms are encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replace(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced.replace(/(%[0-9a-f]{2})+/gi, (bytes) => {
      try {
        return decodeURIComponent(bytes);
      } catch {
        return bytes;
      }
    });
  }
}
