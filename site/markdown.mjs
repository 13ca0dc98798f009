import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const REPOSITORY = 'https://github.com/polyvirt/polyvirt/blob/main/';

/** Headings get the address that GitHub gives them, so that links work in both places. */
export function markHeadings(md) {
  md.core.ruler.push('heading-ids', ({ tokens }) => {
    const used = new Map();
    tokens.forEach((token, i) => {
      if (token.type === 'heading_open') {
        const slug = slugOf(tokens[i + 1].children.map(({ content }) => content).join(''));
        const count = used.get(slug) ?? 0;
        used.set(slug, count + 1);
        token.attrSet('id', count === 0 ? slug : `${slug}-${count}`);
      }
    });
  });
  // A long path breaks after its dots, and a long field between its words.
  md.renderer.rules.code_inline = (tokens, i) => {
    const text = md.utils.escapeHtml(tokens[i].content);
    return `<code>${/^\S{16,}$/.test(text) ? breakable(text) : text}</code>`;
  };
  // A table wider than the screen scrolls by itself, also with the keyboard.
  md.renderer.rules.table_open = () => '<div class="scroll" tabindex="0" role="region" aria-label="table"><table>\n';
  md.renderer.rules.table_close = () => '</table></div>\n';
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (...args) => fence(...args).replace('<pre', '<pre tabindex="0"');
  return md;
}

/** A link to a file of the repository is one to its page, or to the repository where it has none. */
export function linkOnSite(md, root) {
  md.set({ html: true });
  md.core.ruler.push('site-links', ({ tokens, env }) => {
    const folder = dirname(env.page.inputPath);
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const name = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : undefined;
      if (name !== undefined) {
        token.attrSet(name, addressOf(token.attrGet(name), folder, root));
      }
    }
  });
  return md;
}

function addressOf(link, folder, root) {
  const [, path, end] = /^([^#]*)(.*)$/s.exec(link);
  if (path === '' || /^[a-z]+:/.test(path)) {
    return link;
  }
  // Pages of the root are templates of docs/ here: their own links begin at the root.
  const isOfRoot = existsSync(join(root, folder, path)) === false && folder === './docs';
  const target = relative(root, join(root, isOfRoot ? '.' : folder, path)).replace(/\/$/, '');
  const onSite = siteAddress(target);
  if (onSite === undefined) {
    return `${REPOSITORY}${target}${end}`;
  }
  const from = isOfRoot ? 'docs' : folder.replace(/^\.\//, '');
  return `${relative(from, join('docs', onSite)) || 'index.html'}${end}`;
}

/** Where a file of the repository is on the site. */
function siteAddress(target) {
  if (/^docs\/(schemas|images)\//.test(target)) {
    return target.slice('docs/'.length);
  }
  if (target === 'docs/schemas') {
    return 'schemas/platform.schema.json';
  }
  if (/^docs(\/.*)?\/README\.md$/.test(target)) {
    return target.replace(/^docs\//, '').replace(/README\.md$/, 'index.html');
  }
  if (/^(CONTRIBUTING|CHANGELOG|SECURITY|CODE_OF_CONDUCT)\.md$/.test(target)) {
    return target.replace(/\.md$/, '.html');
  }
  return /^docs\/.*\.md$/.test(target) ? target.slice('docs/'.length).replace(/\.md$/, '.html') : undefined;
}

function slugOf(text) {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

function breakable(text) {
  return text
    .replaceAll('.', '.<wbr>')
    .replace(/[A-Za-z]{20,}/g, (field) => field.replace(/([a-z])(?=[A-Z])/g, '$1<wbr>'));
}
