// The site of docs/: `npm run site` writes _site/, which any web server or a browser alone can show. Links between pages are relative.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkOnSite, markHeadings } from './markdown.mjs';
import { renderPage, searchEntry } from './page.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const { THEME } = createRequire(import.meta.url)('../lib/src/page/page.js');

/** Pages that are not in docs/, by their names on the site. */
const ROOT_PAGES = ['CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md'];

export default function (eleventy) {
  eleventy.setQuietMode(true);
  eleventy.setUseGitIgnore(false);
  eleventy.addPassthroughCopy({ 'docs/images': 'images', 'docs/schemas': 'schemas', 'site/site.js': 'site.js' });
  eleventy.addGlobalData('eleventyComputed', {
    permalink: ({ page }) => `${page.filePathStem.replace(/\/README$/, '/index')}.html`,
  });
  for (const name of ROOT_PAGES) {
    eleventy.addTemplate(name, readFileSync(join(ROOT, name), 'utf8'));
  }
  // What is between braces is an example, not a template.
  eleventy.amendLibrary('md', (md) => markHeadings(linkOnSite(md, ROOT)));
  eleventy.addTransform('page', function (content) {
    return this.page.outputPath?.endsWith('.html') ? renderPage(this.page, content) : content;
  });
  eleventy.on('eleventy.after', ({ directories, results }) => {
    const pages = results.filter(({ outputPath }) => outputPath.endsWith('.html'));
    const entries = pages.map(searchEntry).sort((a, b) => (a.url < b.url ? -1 : 1));
    writeFileSync(join(directories.output, 'search-index.js'), `window.searchIndex = ${JSON.stringify(entries)};\n`);
    writeFileSync(
      join(directories.output, 'site.css'),
      `${THEME}\n${readFileSync(join(ROOT, 'site/site.css'), 'utf8')}`,
    );
  });
  return {
    dir: { input: 'docs', output: '_site' },
    markdownTemplateEngine: false,
    templateFormats: ['md'],
  };
}
