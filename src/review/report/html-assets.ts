/**
 * What the page does: lists the changes, as many as the reader wants to see, and filters them.
 *
 * Text gets into the page by textContent only, so that nothing of a manifest is ever markup.
 */
export const PAGE_SCRIPT = `
(() => {
  const groups = JSON.parse(document.getElementById('data').textContent);
  const AT_ONCE = 200;
  let shown = AT_ONCE;
  const byId = (id) => document.getElementById(id);
  const make = (tag, className, text) => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    if (text !== undefined) node.textContent = text;
    return node;
  };
  const choices = (id, words) => {
    byId(id).append(new Option('all', ''), ...[...new Set(words)].sort().map((word) => new Option(word, word)));
  };
  choices('effect', groups.flatMap((group) => [group.effect, ...group.fields.map((field) => field.effect)]));
  choices('cluster', groups.flatMap((group) => group.clusters));
  choices('kind', groups.map((group) => group.kind));
  for (const group of groups) group.haystack = JSON.stringify(group).toLowerCase();
  const body = (group) => {
    const node = make('div', 'body');
    const line = (text) => node.append(make('p', 'dim', text));
    line(group.effect + ': ' + group.meaning + '.');
    if (group.names.length > 1) line('Objects: ' + group.names.join(', '));
    if (group.clusters.length > 1) line('Clusters: ' + group.clusters.join(', '));
    if (group.origin) line('From ' + group.origin);
    if (group.fields.length > 0) {
      const table = make('table');
      const head = make('tr');
      for (const title of ['Field', 'Before', 'After', 'Effect']) head.append(make('th', '', title));
      table.append(head);
      for (const field of group.fields) {
        const row = make('tr');
        row.append(make('td', 'path', field.path), make('td', 'value', field.before), make('td', 'value', field.after));
        const effect = make('td');
        effect.append(make('span', 'chip ' + field.severity, field.effect), ' ' + field.text);
        effect.title = field.source;
        row.append(effect);
        table.append(row);
      }
      node.append(table);
    }
    line('Read in ' + group.source);
    return node;
  };
  const card = (group) => {
    const details = make('details');
    details.dataset.effect = group.effect;
    const summary = make('summary');
    summary.append(
      make('span', 'chip ' + group.severity, group.severity),
      make('span', '', group.effect),
      make('span', 'title', group.title + ' (' + group.change + ')'),
      make('span', 'text', group.text),
    );
    details.append(summary);
    details.addEventListener('toggle', () => {
      if (details.open && details.children.length === 1) details.append(body(group));
    });
    return details;
  };
  const draw = () => {
    const [words, effect, cluster, kind] = ['search', 'effect', 'cluster', 'kind'].map((id) => byId(id).value);
    const wanted = words.toLowerCase().split(/\\s+/).filter(Boolean);
    const found = groups.filter(
      (group) =>
        (effect === '' || group.effect === effect || group.fields.some((field) => field.effect === effect)) &&
        (cluster === '' || group.clusters.includes(cluster)) &&
        (kind === '' || group.kind === kind) &&
        wanted.every((word) => group.haystack.includes(word)),
    );
    const list = byId('changes');
    list.replaceChildren(...found.slice(0, shown).map(card));
    if (found.length > shown) {
      const more = make('button', '', (found.length - shown) + ' more');
      more.type = 'button';
      more.addEventListener('click', () => { shown += AT_ONCE; draw(); });
      list.append(more);
    }
    const objects = found.reduce((sum, group) => sum + group.count, 0);
    byId('count').textContent = found.length + ' of ' + groups.length + ' shown, ' + objects + ' objects';
  };
  byId('filters').addEventListener('input', () => { shown = AT_ONCE; draw(); });
  byId('filters').addEventListener('submit', (event) => event.preventDefault());
  draw();
})();
`;

/** The looks of the page, for light and dark screens. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --line: #8886; --dim: #777; --card: #8881; }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 1rem 1.5rem 4rem; }
h1 { font-size: 1.5rem; margin: .5rem 0; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
.headline { font-size: 1.15rem; font-weight: 600; margin: .25rem 0; }
.dim { color: var(--dim); font-size: .9rem; }
.blocked { background: #b00020; border-radius: .3rem; color: #fff; font-weight: 600; padding: .4rem .8rem; width: fit-content; }
ul { margin: .25rem 0; padding-left: 1.25rem; }
.chip { border-radius: 1rem; color: #fff; display: inline-block; font-size: .8rem; font-weight: 600; padding: .05rem .65rem; white-space: nowrap; }
.rejected { background: #6a1b9a; }
.destructive { background: #b00020; }
.disruptive { background: #b45309; }
.caution { background: #1d5fa8; }
.info { background: #55606b; }
form { align-items: end; display: flex; flex-wrap: wrap; gap: .75rem; margin-bottom: .75rem; }
label { display: flex; flex-direction: column; font-size: .8rem; color: var(--dim); }
input, select { font: inherit; max-width: 16rem; min-width: 9rem; padding: .25rem .4rem; }
output { color: var(--dim); font-size: .9rem; }
details { background: var(--card); border: 1px solid var(--line); border-radius: .4rem; margin: .4rem 0; }
summary { cursor: pointer; display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; padding: .5rem .75rem; }
summary .title { font-weight: 600; overflow-wrap: anywhere; }
summary .text { color: var(--dim); flex-basis: 100%; }
.body { padding: 0 .75rem .75rem; overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; width: 100%; }
th, td { border-top: 1px solid var(--line); padding: .3rem .5rem .3rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
td.path, td.value { font-family: ui-monospace, monospace; font-size: .82rem; }
`;
