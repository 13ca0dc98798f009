import { base64Decode, base64Encode, latin1Decode, latin1Encode, utf8Decode, utf8Encode } from './bytes';

type Encoding = 'utf8' | 'hex' | 'base64' | 'base64url' | 'latin1' | 'ascii';

/** The encoding that a name stands for. */
function encodingOf(name: unknown = 'utf8'): Encoding {
  const known: Readonly<Record<string, Encoding>> = {
    utf8: 'utf8',
    'utf-8': 'utf8',
    hex: 'hex',
    base64: 'base64',
    base64url: 'base64url',
    latin1: 'latin1',
    binary: 'latin1',
    ascii: 'ascii',
  };
  const encoding = known[String(name).toLowerCase()];
  if (encoding === undefined) {
    throw new TypeError(`Unknown encoding: ${String(name)}`);
  }
  return encoding;
}

function bytesOf(text: string, encoding: Encoding): number[] {
  switch (encoding) {
    case 'utf8':
      return utf8Encode(text);
    case 'hex': {
      const [digits = ''] = /^([0-9a-f]{2})*/i.exec(text) ?? [];
      return Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16));
    }
    case 'base64':
    case 'base64url':
      return base64Decode(text);
    case 'latin1':
    case 'ascii':
      return latin1Encode(text);
  }
}

function textOf(bytes: Uint8Array, encoding: Encoding): string {
  switch (encoding) {
    case 'utf8':
      return utf8Decode(bytes);
    case 'hex':
      return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    case 'base64':
      return base64Encode(bytes);
    case 'base64url':
      return base64Encode(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    case 'latin1':
      return latin1Decode(bytes);
    case 'ascii':
      return latin1Decode(bytes.map((byte) => byte & 0x7f));
  }
}

/** The part of Node's Buffer that programs use which make text: bytes to text and back, joining, comparing. */
export class Buffer extends Uint8Array {
  public static override from(value: unknown, encoding?: unknown, length?: number): Buffer {
    if (typeof value === 'string') {
      return filled(bytesOf(value, encodingOf(encoding)));
    }
    if (value instanceof ArrayBuffer) {
      const bytes = new Uint8Array(value, encoding as number | undefined, length);
      return Object.setPrototypeOf(bytes, Buffer.prototype) as Buffer;
    }
    if (value instanceof Uint8Array || Array.isArray(value)) {
      return filled(value as ArrayLike<number>);
    }
    const { type, data } = (value ?? {}) as { type?: unknown; data?: unknown };
    if (type === 'Buffer' && Array.isArray(data)) {
      return filled(data as number[]);
    }
    throw new TypeError('The first argument must be of type string, Buffer, ArrayBuffer, or Array');
  }

  public static alloc(size: number, fill: number | string = 0): Buffer {
    const buffer = new Buffer(size);
    const bytes = typeof fill === 'number' ? [fill] : utf8Encode(fill);
    return buffer.map((_, i) => bytes[i % bytes.length] ?? 0) as Buffer;
  }

  public static allocUnsafe(size: number): Buffer {
    return new Buffer(size);
  }

  public static concat(parts: readonly Uint8Array[], length?: number): Buffer {
    const joined = new Buffer(length ?? parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      joined.set(part.subarray(0, Math.max(0, joined.length - at)), at);
      at = Math.min(joined.length, at + part.length);
    }
    return joined;
  }

  public static isBuffer(value: unknown): value is Buffer {
    return value instanceof Buffer;
  }

  public static isEncoding(name: unknown): boolean {
    try {
      return typeof name === 'string' && encodingOf(name) !== undefined;
    } catch {
      return false;
    }
  }

  public static byteLength(value: string | ArrayBuffer | ArrayBufferView, encoding?: unknown): number {
    return typeof value === 'string' ? bytesOf(value, encodingOf(encoding)).length : value.byteLength;
  }

  public static compare(a: Uint8Array, b: Uint8Array): -1 | 0 | 1 {
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      if (a[i] !== b[i]) {
        return a[i]! < b[i]! ? -1 : 1;
      }
    }
    return Math.sign(a.length - b.length) as -1 | 0 | 1;
  }

  public override toString(encoding?: unknown, start = 0, end = this.length): string {
    return textOf(this.subarray(start, end), encodingOf(encoding));
  }

  public toJSON(): { type: 'Buffer'; data: number[] } {
    return { type: 'Buffer', data: [...this] };
  }

  public equals(other: Uint8Array): boolean {
    return Buffer.compare(this, other) === 0;
  }

  public compare(other: Uint8Array): -1 | 0 | 1 {
    return Buffer.compare(this, other);
  }

  /** As in Node, the same bytes. */
  public override slice(start?: number, end?: number): Buffer {
    return this.subarray(start, end) as Buffer;
  }

  public write(text: string, offset = 0, length?: unknown, encoding?: unknown): number {
    const bytes = bytesOf(text, encodingOf(typeof length === 'string' ? length : encoding));
    const fitting = bytes.slice(0, Math.min(this.length - offset, typeof length === 'number' ? length : bytes.length));
    this.set(fitting, offset);
    return fitting.length;
  }

  public copy(target: Uint8Array, at = 0, start = 0, end = this.length): number {
    const part = this.subarray(start, Math.min(end, start + target.length - at));
    target.set(part, at);
    return part.length;
  }

  public readUInt8(at = 0): number {
    return this[at]!;
  }

  public readUInt16BE(at = 0): number {
    return viewOf(this).getUint16(at);
  }

  public readUInt16LE(at = 0): number {
    return viewOf(this).getUint16(at, true);
  }

  public readUInt32BE(at = 0): number {
    return viewOf(this).getUint32(at);
  }

  public readUInt32LE(at = 0): number {
    return viewOf(this).getUint32(at, true);
  }
}

function viewOf(buffer: Uint8Array): DataView {
  return new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

function filled(bytes: ArrayLike<number>): Buffer {
  const buffer = new Buffer(bytes.length);
  buffer.set(bytes);
  return buffer;
}
