import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FindingPage } from '../../src/rules/page';
import { pageMarkdown } from '../../src/rules/page-markdown';
import { findingsIndex } from './findings-index';

/** The file of a finding. */
export interface PageFile {
  /** Below `src/rules`, without its ending: `gates/PV201`. */
  readonly name: string;
  readonly page: FindingPage;
}

/** Every file of a finding, in the order of codes. */
export function readPages(root: string): PageFile[] {
  const rules = join(root, 'src/rules');
  return readdirSync(rules, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\/PV\d{3}\.ts$/.test(name))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort((a, b) => (codeOf(a) < codeOf(b) ? -1 : 1))
    .map((name) => ({ name, page: (require(join(rules, name)) as Record<string, FindingPage>)[codeOf(name)]! }));
}

/** Everything that is made of them, by its path. */
export function followingFiles(files: readonly PageFile[]): Record<string, string> {
  const pages = files.map(({ page }) => page);
  return {
    'src/findings/codes.ts': codesFile(pages),
    'src/rules/pages.ts': pagesFile(files),
    'docs/findings/README.md': findingsIndex(pages),
    ...Object.fromEntries(pages.map((page) => [`docs/findings/${page.code}.md`, pageMarkdown(page)])),
  };
}

function codeOf(name: string): string {
  return name.slice(-'PV000'.length);
}

function codesFile(pages: readonly FindingPage[]): string {
  return `// Written by \`npm run pages\` from src/rules/*/PV*.ts.

/**
 * Every code with its title, for formats that show it.
 *
 * Without the rest of its page, so that a room that gives findings does not load what only \`polyvirt explain\` prints.
 */
export const CODES = {
${pages.map(({ code, title }) => `  ${code}: ${quoted(title)},`).join('\n')}
} as const satisfies Record<\`PV\${number}\`, string>;

/** A code of the list. */
export type Code = keyof typeof CODES;
`;
}

function quoted(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}

function pagesFile(files: readonly PageFile[]): string {
  const imports = [...files.map(({ name }) => name), 'page']
    .sort()
    .map((name) =>
      name === 'page' ? "import type { FindingPage } from './page';" : `import { ${codeOf(name)} } from './${name}';`,
    );
  return `// Written by \`npm run pages\` from src/rules/*/PV*.ts.
${imports.join('\n')}

/** The pages of all findings, in the order of their codes. */
export const PAGES: readonly FindingPage[] = [
${files.map(({ name }) => `  ${codeOf(name)},`).join('\n')}
];
`;
}
