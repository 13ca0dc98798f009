const SECTIONS = [
  ['index.html', 'Documentation'],
  ['demos/index.html', 'Demos'],
  ['commands.html', 'Commands'],
  ['reference/platform.html', 'Reference'],
  ['findings/index.html', 'Findings'],
  ['adr/index.html', 'Decisions'],
];

/** A page of the site around what Markdown became. */
export function renderPage({ url }, content) {
  const depth = url.split('/').length - 2;
  const base = depth === 0 ? './' : '../'.repeat(depth);
  const title = text(/<h1[^>]*>(.*?)<\/h1>/s.exec(content)?.[1] ?? 'polyvirt');
  const links = SECTIONS.map(
    ([address, name]) =>
      `<a href="${base}${address}"${withName(url) === `/${address}` ? ' aria-current="page"' : ''}>${name}</a>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === 'polyvirt' ? title : `${title} · polyvirt`}</title>
<link rel="stylesheet" href="${base}site.css">
<script defer src="${base}site.js" data-base="${base}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header>
<a class="home" href="${base}index.html">polyvirt</a>
<nav aria-label="Sections">${links.join('\n')}</nav>
<form role="search" hidden><label for="search">Search</label> <input id="search" type="search" autocomplete="off" placeholder="/" aria-controls="hits"></form>
</header>
<ol id="hits" hidden aria-live="polite" aria-label="Search results"></ol>
<main id="main">
${content}
</main>
</body>
</html>
`;
}

/** What the search knows of a page. */
export function searchEntry({ url, content }) {
  const main = /<main[^>]*>(.*)<\/main>/s.exec(content)?.[1] ?? '';
  const headings = [...main.matchAll(/<h[23][^>]*>(.*?)<\/h[23]>/gs)].map(([, inner]) => text(inner));
  return {
    url: withName(url).slice(1),
    title: text(/<h1[^>]*>(.*?)<\/h1>/s.exec(main)?.[1] ?? url),
    headings: headings.join(' · '),
    text: text(main.replace(/<h1.*?<\/h1>/s, '')).slice(0, 6000),
  };
}

function text(html) {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Eleventy gives a folder for the page that is its index; opened as a file, it needs its name. */
function withName(url) {
  return url.replace(/\/$/, '/index.html');
}
