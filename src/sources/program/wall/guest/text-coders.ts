import { utf8Decode, utf8Encode } from './bytes';

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
