// Writing to stdout and stderr without the streams of Node, which take longer to load than most commands have to say.
import { fstatSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';

/** Objects to stdout; a reader that does not get all of them must not take the rest for everything. */
export function printObjects(body: Uint8Array): void {
  try {
    writeAll(1, body);
  } catch (error) {
    endForWant(error as NodeJS.ErrnoException);
  }
}

/** Ends the process, since stdout takes no more. */
export function endForWant({ code }: NodeJS.ErrnoException): never {
  // A reader that has seen enough, as `head` does, is not an error.
  if (code === 'EPIPE') {
    process.exit(0);
  }
  writeAll(2, Buffer.from(`error: stdout cannot be written (${code}): what arrived there is not complete.\n`));
  process.exit(1);
}

/** All of it, before anything else happens: a stream would still hold some of it when the process ends. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let sent = 0; sent < bytes.length; ) {
    try {
      sent += writeSync(descriptor, bytes, sent);
    } catch (error) {
      // A full pipe that does not block: the reader is reading, so there will be room.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
        throw error;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** Whether it may be a terminal, which has ways of its own on some systems; a file and a pipe are none, nor is `/dev/null`. */
export function mayBeTerminal(descriptor: 1 | 2): boolean {
  try {
    const found = fstatSync(descriptor);
    return found.isCharacterDevice() && found.rdev !== statSync(devNull).rdev;
  } catch {
    return true;
  }
}
