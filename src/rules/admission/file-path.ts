import { shownValue } from '../../findings/secrets/shown-value';
import type { Found } from '../rule';

const SOURCE = 'kubevirt pkg/storage/admitters/disks.go';

/** What virt-api rejects in the path of a file inside of an image. */
export function* checkFilePath(file: string, path: string): Found {
  if (file === '/' || cleaned(file) !== file.replace(/\/$/, '')) {
    const what = file === '/' ? '"/" is not a file' : `${shownValue(file)} is not an absolute path of a file`;
    yield {
      code: 'PV003',
      path,
      what,
      fix: "write it in full, without . and .., for example '/disk/x.img'",
      source: SOURCE,
    };
  }
}

/** As Go's `filepath.Join('/', path)`. */
function cleaned(file: string): string {
  const parts: string[] = [];
  for (const part of file.split('/')) {
    if (part === '..') {
      parts.pop();
    } else if (part !== '' && part !== '.') {
      parts.push(part);
    }
  }
  return `/${parts.join('/')}`;
}
