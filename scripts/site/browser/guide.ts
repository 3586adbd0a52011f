import type { Found } from './search-text.js';

const script = document.currentScript;
const root = script?.dataset['root'] ?? '';
const field = document.querySelector<HTMLInputElement>('#query');
const found = document.querySelector<HTMLElement>('#found');

/** Loads the search with the first use. A script, not a request: it works from files, too. */
let loading: Promise<void> | undefined;
function load(): Promise<void> {
  loading ??= new Promise((done, failed) => {
    const search = document.createElement('script');
    search.src = script?.dataset['search'] ?? '';
    search.onload = () => done();
    search.onerror = () => {
      loading = undefined;
      failed(new Error('the search could not be loaded'));
    };
    document.head.append(search);
  });
  return loading;
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function entry({ at, title, section, excerpt }: Found): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = root + at;
  link.append(element('b', section === '' ? title : `${title} › ${section}`), element('span', excerpt));
  item.append(link);
  return item;
}

function say(text: string): HTMLElement {
  const line = element('p', text);
  line.setAttribute('role', 'status');
  return line;
}

async function search(): Promise<void> {
  if (!field || !found) return;
  const query = field.value.trim();
  if (query === '') return close();
  try {
    await load();
  } catch (failure) {
    found.replaceChildren(say(String(failure)));
  }
  // Somebody may have typed on meanwhile.
  if (!globalThis.guideSearch || query !== field.value.trim()) return;
  const hits = globalThis.guideSearch(query);
  const list = document.createElement('ul');
  list.append(...hits.map(entry));
  found.replaceChildren(say(hits.length === 0 ? `Nothing found for “${query}”` : `${hits.length} found`), list);
  found.hidden = false;
}

function close(): void {
  if (found) found.hidden = true;
}

/** The field and the hits below it, as the arrow keys go through them. */
function move(by: 1 | -1): void {
  const stops = [field, ...(found?.querySelectorAll<HTMLElement>('a') ?? [])];
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + by];
  next?.focus();
}

function onSearchKey(event: KeyboardEvent): void {
  if (event.key === 'ArrowDown') move(1);
  else if (event.key === 'ArrowUp') move(-1);
  else if (event.key === 'Escape') {
    close();
    field?.focus();
  } else if (event.key === 'Enter' && event.target === field) found?.querySelector('a')?.click();
  else return;
  event.preventDefault();
}

if (field && found) {
  field.disabled = false;
  field.addEventListener('focus', () => void load().catch(() => undefined));
  field.addEventListener('input', () => void search());
  field.parentElement?.addEventListener('keydown', onSearchKey);
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !field.parentElement?.contains(target)) close();
  });
  document.addEventListener('keydown', (event) => {
    const typing = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
}

/** The menu is open where it stands beside the page, and folded where it stands above. */
const wide = matchMedia('(min-width: 60rem)');
function fold(): void {
  const menu = document.querySelector<HTMLDetailsElement>('.menu details');
  if (menu) menu.open = wide.matches;
}
wide.addEventListener('change', fold);
fold();
document.querySelector('.menu [aria-current]')?.scrollIntoView({ block: 'nearest' });

/** What scrolls sideways can be scrolled by keys. */
function reach(): void {
  for (const box of document.querySelectorAll<HTMLElement>('pre, .wide')) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  }
}
addEventListener('resize', reach);
reach();

/** Served by the service, the guide leads back to its console. */
const served = /^(.*)\/docs\/guide\//.exec(location.pathname);
if (served) {
  const back = element('a', 'Console');
  back.setAttribute('href', `${served[1]}/`);
  back.className = 'back';
  document.querySelector('.bar')?.append(back);
}
