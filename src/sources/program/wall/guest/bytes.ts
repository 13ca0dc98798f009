/** Text as UTF-8. Halves of pairs that stand alone become U+FFFD, as in every encoder. */
export function utf8Encode(text: string): number[] {
  const bytes: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) {
      bytes.push(code);
      continue;
    }
    if (code < 0x800) {
      bytes.push(0xc0 | (code >> 6), 0x80 | (code & 0x3f));
      continue;
    }
    const point = text.codePointAt(i)!;
    if (point > 0xffff) {
      i++;
      bytes.push(
        0xf0 | (point >> 18),
        0x80 | ((point >> 12) & 0x3f),
        0x80 | ((point >> 6) & 0x3f),
        0x80 | (point & 0x3f),
      );
      continue;
    }
    const shown = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
    bytes.push(0xe0 | (shown >> 12), 0x80 | ((shown >> 6) & 0x3f), 0x80 | (shown & 0x3f));
  }
  return bytes;
}

/** How long a sequence is, and between which values its second byte lies, by its first byte. */
function sequenceOf(first: number): readonly [length: number, lowest: number, highest: number] | undefined {
  if (first >= 0xc2 && first <= 0xdf) {
    return [2, 0x80, 0xbf];
  }
  if (first >= 0xe0 && first <= 0xef) {
    return [3, first === 0xe0 ? 0xa0 : 0x80, first === 0xed ? 0x9f : 0xbf];
  }
  return first >= 0xf0 && first <= 0xf4 ? [4, first === 0xf0 ? 0x90 : 0x80, first === 0xf4 ? 0x8f : 0xbf] : undefined;
}

/**
 * UTF-8 as text. What is none becomes U+FFFD, once for each longest beginning of a character, as every decoder has it.
 *
 * @param isFatal whether that is rejected instead
 */
export function utf8Decode(bytes: ArrayLike<number>, isFatal = false): string {
  let text = '';
  const codes: number[] = [];
  const flush = () => {
    text += String.fromCharCode(...codes);
    codes.length = 0;
  };
  for (let i = 0; i < bytes.length; ) {
    const first = bytes[i++]!;
    let point = first;
    if (first >= 0x80) {
      const [length, lowest, highest] = sequenceOf(first) ?? [1, 0, 0];
      point = length === 1 ? -1 : first & (0x7f >> length);
      for (let n = 1; n < length; n++) {
        const next = bytes[i] ?? -1;
        if (next < (n === 1 ? lowest : 0x80) || next > (n === 1 ? highest : 0xbf)) {
          point = -1;
          break;
        }
        point = (point << 6) | (next & 0x3f);
        i++;
      }
      if (point === -1) {
        if (isFatal) {
          throw new TypeError('The encoded data was not valid for encoding utf-8');
        }
        point = 0xfffd;
      }
    }
    if (point > 0xffff) {
      codes.push(0xd800 + ((point - 0x10000) >> 10), 0xdc00 + ((point - 0x10000) & 0x3ff));
    } else {
      codes.push(point);
    }
    if (codes.length > 4096) {
      flush();
    }
  }
  flush();
  return text;
}

/** One character per byte. */
export function latin1Decode(bytes: ArrayLike<number>): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 4096) {
    text += String.fromCharCode(...Array.prototype.slice.call(bytes, i, i + 4096));
  }
  return text;
}

/** One byte per character. */
export function latin1Encode(text: string): number[] {
  return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i) & 0xff);
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function base64Encode(bytes: ArrayLike<number>): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a, b = 0, c = 0] = [bytes[i]!, bytes[i + 1], bytes[i + 2]];
    text += DIGITS[a >> 2]! + DIGITS[((a & 3) << 4) | (b >> 4)]!;
    text += i + 1 < bytes.length ? DIGITS[((b & 15) << 2) | (c >> 6)]! : '=';
    text += i + 2 < bytes.length ? DIGITS[c & 63]! : '=';
  }
  return text;
}

/** Both alphabets, with and without padding; what is no digit is left out, as Node does. */
export function base64Decode(text: string): number[] {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const char of text.replaceAll('-', '+').replaceAll('_', '/')) {
    if (char === '=') {
      break;
    }
    const digit = DIGITS.indexOf(char);
    if (digit === -1) {
      continue;
    }
    held = ((held << 6) | digit) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
    }
  }
  return bytes;
}

/** As of the platform, for UTF-8. */
export class TextEncoder {
  public readonly encoding = 'utf-8';

  public encode(text = ''): Uint8Array {
    return Uint8Array.from(utf8Encode(String(text)));
  }
}

/** As of the platform, for UTF-8. */
export class TextDecoder {
  public readonly encoding = 'utf-8';
  public readonly fatal: boolean;
  public readonly ignoreBOM: boolean;

  constructor(label = 'utf-8', options: { fatal?: boolean; ignoreBOM?: boolean } = {}) {
    if (!/^utf-?8$/i.test(label)) {
      throw new RangeError(`the encoding ${label} is not there: utf-8 is`);
    }
    this.fatal = options.fatal === true;
    this.ignoreBOM = options.ignoreBOM === true;
  }

  public decode(data?: ArrayBuffer | ArrayBufferView): string {
    if (data === undefined) {
      return '';
    }
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);
    const text = utf8Decode(bytes, this.fatal);
    return this.ignoreBOM || !text.startsWith('\ufeff') ? text : text.slice(1);
  }
}
