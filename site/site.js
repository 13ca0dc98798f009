// Search of the site: the index is a script, so that it also works for pages opened as files.
(() => {
  const base = document.currentScript.dataset.base;
  const form = document.querySelector('form[role=search]');
  const field = form.querySelector('input');
  const hits = document.getElementById('hits');
  form.hidden = false;

  let loading;
  const load = () => {
    loading ??= new Promise((done) => {
      const script = document.createElement('script');
      script.src = `${base}search-index.js`;
      script.onload = () => done(window.searchIndex);
      document.head.append(script);
    });
    return loading;
  };

  /** Words in the title count most, then those in headings; every word has to be somewhere. */
  const score = (page, words) => {
    const [title, headings, text] = [page.title, page.headings, page.text].map((part) => part.toLowerCase());
    let sum = 0;
    for (const word of words) {
      const found = (title.includes(word) ? 10 : 0) + (headings.includes(word) ? 3 : 0) + (text.includes(word) ? 1 : 0);
      if (found === 0) {
        return 0;
      }
      sum += found;
    }
    return sum;
  };

  const search = async () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const pages = await load();
    const found = words.length === 0 ? [] : pages.map((page) => ({ page, rank: score(page, words) }));
    const best = found
      .filter(({ rank }) => rank > 0)
      .sort((a, b) => b.rank - a.rank)
      .slice(0, 20);
    hits.replaceChildren(
      ...best.map(({ page }) => {
        const item = document.createElement('li');
        const link = document.createElement('a');
        link.href = base + page.url;
        link.textContent = page.title;
        const at = page.text.toLowerCase().indexOf(words[0]);
        const about = document.createElement('span');
        about.textContent = ` ${page.text.slice(Math.max(0, at - 40), Math.max(0, at - 40) + 140)}`;
        item.append(link, about);
        return item;
      }),
    );
    if (words.length > 0 && best.length === 0) {
      const item = document.createElement('li');
      item.textContent = 'No page has all of these words.';
      hits.append(item);
    }
    hits.hidden = words.length === 0;
  };

  field.addEventListener('input', search);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    hits.querySelector('a')?.click();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      field.focus();
    }
    if (event.key === 'Escape') {
      field.value = '';
      hits.hidden = true;
    }
  });
})();
