import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Of `quickjs.wasm` in quickjs-wasi 3.6.2: another one is not run. */
export const ENGINE_SHA256 = 'd4c9375f2b1ca4dc95f72c8aa2982a7a9951ac8011490d79c6582df732b4bbd9';

const PAGE = 65_536;

/**
 * The engine, as a module whose memory cannot grow beyond a maximum of ours.
 *
 * It declares its memory itself, without a maximum, so that is written into the declaration: WebAssembly then refuses to grow it,
 * whatever allocates. What the engine offers as a limit counts its own allocations only.
 */
export function boundedEngine(memoryMiB: number): Uint8Array<ArrayBuffer> {
  const bytes = readFileSync(createRequire(__filename).resolve('quickjs-wasi/quickjs.wasm'));
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== ENGINE_SHA256) {
    throw new Error(`quickjs.wasm is not the one that polyvirt was built with (sha256 ${found.slice(0, 12)}…)`);
  }
  return withMaximum(bytes, Math.floor((memoryMiB * (1 << 20)) / PAGE));
}

/** The section of a module that declares its memory. */
const MEMORY_SECTION = 5;

/** A module with another maximum for the one memory that it declares. */
export function withMaximum(module: Uint8Array, maximumPages: number): Uint8Array<ArrayBuffer> {
  // Behind the magic number and the version.
  for (let at = 8; at < module.length; ) {
    const id = module[at]!;
    const size = readNumber(module, at + 1);
    const end = size.end + size.value;
    if (id !== MEMORY_SECTION) {
      at = end;
      continue;
    }
    const count = readNumber(module, size.end);
    const flags = readNumber(module, count.end);
    const initial = readNumber(module, flags.end);
    if (count.value !== 1 || flags.value > 1 || initial.value > maximumPages) {
      throw new Error(
        `the engine declares a memory that cannot be bounded (${count.value}, ${flags.value}, ${initial.value})`,
      );
    }
    const declared = [1, 1, ...numberBytes(initial.value), ...numberBytes(maximumPages)];
    const section = [MEMORY_SECTION, ...numberBytes(declared.length), ...declared];
    const made = new Uint8Array(at + section.length + module.length - end);
    made.set(module.subarray(0, at));
    made.set(section, at);
    made.set(module.subarray(end), at + section.length);
    return made;
  }
  throw new Error('the engine declares no memory');
}

/** A number in LEB128, as WebAssembly writes them. */
function readNumber(bytes: Uint8Array, from: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = from, shift = 0; ; at++, shift += 7) {
    value |= (bytes[at]! & 0x7f) << shift;
    if (bytes[at]! < 0x80) {
      return { value, end: at + 1 };
    }
  }
}

function numberBytes(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...numberBytes(value >>> 7)];
}

/** A clock that stands still, and no random numbers: whatever a program finds, it is the same in every run. */
export const STANDING = (memory: { readonly buffer: ArrayBuffer }) => ({
  clock_time_get: (_clock: number, _precision: bigint, result: number) => {
    new DataView(memory.buffer).setBigUint64(result, 946_684_800_000_000_000n, true);
    return 0;
  },
  random_get: (at: number, length: number) => {
    new Uint8Array(memory.buffer, at, length).fill(0);
    return 0;
  },
  fd_write: (_fd: number, _parts: number, _count: number, written: number) => {
    new DataView(memory.buffer).setUint32(written, 0, true);
    return 0;
  },
});
