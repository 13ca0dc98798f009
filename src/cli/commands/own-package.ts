import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeNewBytes } from '../../sinks/write-files';
import { foundAt } from '../../sources/host/open-text';
import { ownTarball } from '../../sources/host/own-tarball';
import { IS_PUBLISHED, VERSION } from '../start/version';

/** Where a program takes polyvirt from. */
interface OwnPackage {
  /** What `package.json` asks for: this very release. */
  readonly range: string;
  /** The package beside the program; absent where the registry has it. */
  readonly file?: string;
  /** Its digest, as npm writes it. */
  readonly integrity?: string;
  /** Writes the package; gives what is new. */
  readonly write: () => string[];
}

/**
 * The polyvirt that runs, for a program in a folder.
 *
 * While no registry has it, it is packed beside the program, so that it is there for everyone who has the folder.
 */
export function ownPackage(folder: string): OwnPackage {
  const file = `polyvirt-${VERSION}.tgz`;
  const path = join(folder, file);
  if (foundAt(path)?.isFile() === true) {
    return { range: `file:${file}`, file, integrity: integrityOf(readFileSync(path)), write: () => [] };
  }
  const bytes = IS_PUBLISHED ? undefined : ownTarball();
  if (bytes === undefined) {
    return { range: VERSION, write: () => [] };
  }
  return {
    range: `file:${file}`,
    file,
    integrity: integrityOf(bytes),
    write: () => {
      writeNewBytes(folder, file, bytes);
      return [file];
    },
  };
}

function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}
