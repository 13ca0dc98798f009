import { markupText } from '../findings/escape/formats';
import type { Facet } from './page';

/** A choice among the values of a facet. */
export interface Filter {
  readonly facet: Facet;
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly text: string }[];
}

/** A question with the address that answers it. */
export interface Question {
  readonly text: string;
  /** As the script reads it: `arch=arm64&at=vms`, where `at` is the section with the answer. */
  readonly asks: string;
}

/** The form that searches and filters all rows of a page. It shows itself once its script runs: without one it does nothing. */
export function filterForm(filters: readonly Filter[], questions: readonly Question[]): string {
  return [
    '<form id="filters" role="search" hidden>',
    '<label>Search <input name="q" type="search" autocomplete="off" placeholder="names, gates, codes…"></label>',
    ...filters.map(
      ({ facet, label, choices }) =>
        `<label>${markupText(label)} <select name="${facet}"><option value="">all</option>${choices
          .map(({ value, text }) => `<option value="${markupText(value)}">${markupText(text)}</option>`)
          .join('')}</select></label>`,
    ),
    '<button type="reset">Clear</button>',
    '<output name="count"></output>',
    ...(questions.length === 0
      ? []
      : [
          `<p class="questions">${questions.map(({ text, asks }) => `<a href="#${markupText(asks)}">${markupText(text)}</a>`).join(' ')}</p>`,
        ]),
    '</form>',
  ].join('\n');
}

/** How the form looks. */
export const FILTER_STYLE = `
#filters { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: end; padding: .6rem 0; margin: .5rem 0; background: var(--page); border-bottom: 1px solid var(--rule); }
#filters label { display: flex; flex-direction: column; font-size: .85rem; color: var(--faint); }
#filters input, #filters select, #filters button { font: inherit; color: var(--ink); background: var(--panel); border: 1px solid var(--faint); border-radius: .3rem; padding: .3rem .45rem; min-height: 2.2rem; max-width: 15rem; }
#filters output { color: var(--faint); padding: .3rem 0; }
.questions { flex-basis: 100%; margin: 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
details.more { display: inline; border: 0; margin: 0; background: none; }
details.more > summary { display: inline; padding: 0; color: var(--link); text-decoration: underline; }
@media (min-width: 60rem) { #filters { position: sticky; top: 0; z-index: 1; } :target, [data-section] { scroll-margin-top: 8rem; } }
`;

/**
 * The filters are in the address, so that an answer can be sent as a link. A row without a value for a chosen facet is hidden, and
 * so is a section without rows.
 */
export const FILTER_SCRIPT = `
(() => {
  const form = document.getElementById('filters');
  if (!form) return;
  form.hidden = false;
  const rows = [...document.querySelectorAll('[data-row]')];
  const folds = [...document.querySelectorAll('details[data-fold]')];
  const sections = [...document.querySelectorAll('[data-section]')];
  const fields = [...form.elements].filter((field) => field.name && field.tagName !== 'OUTPUT');
  const facets = fields.map((field) => field.name).filter((name) => name !== 'q');
  const clusters = new Map([...(form.elements.cluster ? form.elements.cluster.options : [])].map((each) => [each.value, each.text]));
  const opened = new Set();
  let texts;
  const textOf = (row) => (row.textContent + ' ' + (row.dataset.cluster || '').split('|').map((each) => clusters.get(each) || '').join(' ')).toLowerCase();
  const has = (row, facet, value) => {
    const values = row.dataset[facet];
    return values !== undefined && (values === '*' || values.split('|').includes(value));
  };
  const draw = () => {
    const asked = facets.map((facet) => [facet, form.elements[facet].value]).filter(([, value]) => value !== '');
    const words = form.elements.q.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const isAsked = asked.length + words.length > 0;
    if (words.length > 0 && !texts) texts = new Map(rows.map((row) => [row, textOf(row)]));
    const kept = new Set();
    let count = 0;
    for (const row of rows) {
      const found = asked.every(([facet, value]) => has(row, facet, value)) && words.every((word) => texts.get(row).includes(word));
      row.hidden = !found;
      if (!found) continue;
      count++;
      for (let at = row.parentElement; at; at = at.parentElement) {
        if (kept.has(at)) break;
        kept.add(at);
      }
    }
    for (const section of sections) section.hidden = isAsked && !kept.has(section);
    for (const fold of folds) {
      fold.hidden = isAsked && !kept.has(fold) && !fold.matches('[data-row]') && fold.querySelector('[data-row]') !== null;
      const wanted = isAsked && kept.has(fold) && count <= 2000;
      if (wanted && !fold.open) { fold.open = true; opened.add(fold); }
      if (!wanted && opened.delete(fold)) fold.open = false;
    }
    form.elements.count.textContent = isAsked ? (count === 0 ? 'nothing matches' : count + ' of ' + rows.length + ' rows match') : '';
  };
  const store = () => {
    const said = new URLSearchParams(fields.filter((field) => field.value !== '').map((field) => [field.name, field.value])).toString();
    history.replaceState(null, '', said === '' ? location.pathname + location.search : '#' + said);
  };
  const read = () => {
    const hash = location.hash.slice(1);
    if (hash.includes('=')) {
      const said = new URLSearchParams(hash);
      for (const field of fields) field.value = said.get(field.name) || '';
      for (const field of fields) if (field.value !== (said.get(field.name) || '')) field.value = '';
      draw();
      const answer = document.getElementById(said.get('at') || '');
      if (answer && !answer.hidden) answer.scrollIntoView();
      else window.scrollTo(0, 0);
      return;
    }
    const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash));
    if (!target) return;
    for (let at = target; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
    target.scrollIntoView();
  };
  let waiting;
  form.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(() => { draw(); store(); }, 60); });
  form.addEventListener('reset', () => setTimeout(() => { draw(); store(); }));
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('hashchange', read);
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) return;
    event.preventDefault();
    form.elements.q.focus();
  });
  let printed = [];
  addEventListener('beforeprint', () => { printed = [...document.querySelectorAll('details:not([open])')]; for (const each of printed) each.open = true; });
  addEventListener('afterprint', () => { for (const each of printed) each.open = false; });
  read();
})();
`;
