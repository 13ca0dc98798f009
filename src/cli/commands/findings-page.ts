import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWN_PACKAGE } from '../../host/own-folder';

/** The page of a code, as `docs/findings.md` has it; nothing where there is none. */
export function findingsPage(code: string): string | undefined {
  const pages = readFileSync(join(OWN_PACKAGE, 'docs/findings.md'), 'utf8').split(/^## /m).slice(1);
  return pages.find((page) => page.startsWith(`${code} `))?.trimEnd();
}
