import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** The page of a code, as `docs/findings.md` has it; nothing where there is none. */
export function findingsPage(code: string): string | undefined {
  // This file is in `src/workspace`, or compiled below `lib`; the docs are at the root of the package.
  const above = resolve(__dirname, '../..');
  const root = basename(above) === 'lib' ? resolve(above, '..') : above;
  const pages = readFileSync(join(root, 'docs/findings.md'), 'utf8').split(/^## /m).slice(1);
  return pages.find((page) => page.startsWith(`${code} `))?.trimEnd();
}
