/**
 * What the page does beside being read: filters the changes, and unfolds them all.
 *
 * Everything is there without it. Text gets into the page by textContent only, so that nothing of a manifest is ever markup.
 */
export const PAGE_SCRIPT = `
(() => {
  const byId = (id) => document.getElementById(id);
  const cards = [...document.querySelectorAll('#changes > details')];
  const words = (card, name) => JSON.parse(card.dataset[name]);
  for (const [id, name] of [['effect', 'effects'], ['cluster', 'clusters'], ['kind', 'kinds']]) {
    const all = new Set(cards.flatMap((card) => words(card, name)));
    byId(id).append(new Option('all', ''), ...[...all].sort().map((word) => new Option(word, word)));
  }
  const haystacks = new Map();
  const haystack = (card) => {
    if (!haystacks.has(card)) haystacks.set(card, (card.dataset.clusters + card.textContent).toLowerCase());
    return haystacks.get(card);
  };
  const draw = () => {
    const [search, effect, cluster, kind] = ['search', 'effect', 'cluster', 'kind'].map((id) => byId(id).value);
    const wanted = search.toLowerCase().split(/\\s+/).filter(Boolean);
    let [shown, objects] = [0, 0];
    for (const card of cards) {
      const isShown =
        (effect === '' || words(card, 'effects').includes(effect)) &&
        (cluster === '' || words(card, 'clusters').includes(cluster)) &&
        (kind === '' || words(card, 'kinds').includes(kind)) &&
        wanted.every((word) => haystack(card).includes(word));
      card.hidden = !isShown;
      if (isShown) [shown, objects] = [shown + 1, objects + Number(card.dataset.count)];
    }
    byId('count').textContent = shown + ' of ' + cards.length + ' shown, ' + objects + (objects === 1 ? ' object' : ' objects');
  };
  byId('filters').addEventListener('input', draw);
  byId('filters').addEventListener('submit', (event) => event.preventDefault());
  byId('unfold').addEventListener('click', () => {
    const open = cards.some((card) => !card.hidden && !card.open);
    for (const card of cards) if (!card.hidden) card.open = open;
    byId('unfold').textContent = open ? 'Fold all' : 'Unfold all';
  });
  byId('filters').hidden = cards.length === 0;
  draw();
})();
`;

/** The looks of the page beside the theme of all pages. */
export const PAGE_STYLE = `
body { max-width: 70rem; overflow-wrap: anywhere; }
:root { --hover: #e9edf2; --old: #8f1d1d; --new: #14602b; }
@media (prefers-color-scheme: dark) { :root { --hover: #262d35; --old: #ffaba3; --new: #86d99b; } }
.headline { font-size: 1.15rem; font-weight: 600; margin: .25rem 0; }
.dim { color: var(--faint); font-size: .9rem; margin: .3rem 0; }
.blocked { background: #b00020; border-radius: .3rem; color: #fff; font-weight: 600; padding: .4rem .8rem; width: fit-content; }
.chip { border-radius: 1rem; color: #fff; display: inline-block; font-size: .8rem; font-weight: 600; padding: .05rem .65rem; white-space: nowrap; }
.chip.rejected { background: #6a1b9a; }
.chip.destructive { background: #b00020; }
.chip.disruptive { background: #9c4a06; }
.chip.caution { background: #1d5fa8; }
.chip.info { background: #55606b; }
form { align-items: end; display: flex; flex-wrap: wrap; gap: .75rem; margin-bottom: .75rem; }
label { color: var(--faint); display: flex; flex-direction: column; font-size: .8rem; }
input, select, button { background: var(--page); border: 1px solid var(--faint); border-radius: .3rem; color: var(--ink); font: inherit; max-width: 16rem; min-height: 2.2rem; min-width: 8rem; padding: .25rem .5rem; }
button { cursor: pointer; }
output { color: var(--faint); font-size: .9rem; padding-bottom: .4rem; }
#changes > details { contain-intrinsic-size: auto 5.5rem; content-visibility: auto; }
summary { display: block; list-style: none; padding: .5rem .75rem .5rem 2rem; position: relative; }
summary::-webkit-details-marker { display: none; }
summary::before { color: var(--link); content: "\\25B8"; font-size: 1.3rem; left: .7rem; line-height: 1; position: absolute; top: .6rem; }
details[open] > summary::before { content: "\\25BE"; }
summary:hover { background: var(--hover); border-radius: .4rem; }
.title { font-weight: 600; }
.some, .text { color: var(--faint); }
.name { display: inline-block; max-width: 100%; }
.text { display: block; }
.values, code { font-family: ui-monospace, monospace; font-size: .87rem; }
.values { display: block; }
del { color: var(--old); text-decoration: none; }
ins { color: var(--new); text-decoration: none; }
.body { padding: 0 0 .75rem 1.25rem; }
.fields { list-style: none; padding: 0; }
.fields > li { border-top: 1px solid var(--rule); padding: .4rem 0; }
.fields p { margin: .15rem 0; }
.names { columns: 16rem; font-size: .9rem; }
.names li { break-inside: avoid; }
@media (max-width: 40rem) {
  body { padding: .5rem .75rem 3rem; }
  label, button { flex: 1 1 40%; }
  label:first-child, output { flex-basis: 100%; }
  input, select, button { max-width: none; min-width: 0; width: 100%; }
  .body { padding-left: 0; }
}
`;
