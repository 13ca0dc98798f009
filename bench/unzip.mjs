import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

const ENTRY = 0x02014b50;
const END = 0x06054b50;
const END_SIZE = 22;

/** One file of a zip archive: Node has the compression, and no program for archives is needed. */
export function unzip(archive, name) {
  const data = readFileSync(archive);
  let end = data.length - END_SIZE;
  while (end >= 0 && data.readUInt32LE(end) !== END) {
    end--;
  }
  if (end < 0) {
    throw new Error(`${archive} is no zip archive`);
  }
  let at = data.readUInt32LE(end + 16);
  while (at < end && data.readUInt32LE(at) === ENTRY) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => data.readUInt16LE(at + offset));
    const next = at + 46 + nameLength;
    if (data.toString('utf8', at + 46, next) === name) {
      return contentOf(data, at);
    }
    at = next + extraLength + commentLength;
  }
  throw new Error(`there is no ${name} in ${archive}`);
}

function contentOf(data, entry) {
  const isStored = data.readUInt16LE(entry + 10) === 0;
  const size = data.readUInt32LE(entry + 20);
  const header = data.readUInt32LE(entry + 42);
  // The header of the file itself may have another extra field than its entry.
  const start = header + 30 + data.readUInt16LE(header + 26) + data.readUInt16LE(header + 28);
  const packed = data.subarray(start, start + size);
  return isStored ? packed : inflateRawSync(packed);
}
