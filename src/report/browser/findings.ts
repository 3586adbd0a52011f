import { byId, searchBySlash, searchWords, tickedSeverities } from './dom.js';

/** Sorts and filters the table of findings. It moves and hides existing rows, and never makes markup out of text. */
class FindingsTable {
  private readonly rows: HTMLTableRowElement[];
  private readonly texts: string[];
  private readonly search = byId('search', HTMLInputElement);
  private readonly shown = byId('shown', HTMLElement);

  constructor(
    private readonly table: HTMLTableElement,
    private readonly body: HTMLTableSectionElement,
  ) {
    this.rows = [...body.rows];
    this.texts = this.rows.map((row) => row.textContent.toLowerCase());
  }

  listen(form: HTMLFormElement): void {
    let pending = 0;
    form.hidden = false;
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('input', () => {
      clearTimeout(pending);
      pending = setTimeout(() => this.filter(), 80);
    });
    this.table.tHead?.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (button) this.sort(button);
    });
    searchBySlash(this.search);
    this.filter();
  }

  private filter(): void {
    const words = searchWords(this.search);
    const severities = tickedSeverities();
    const only = ['kev', 'fixable'].filter((name) => byId(name, HTMLInputElement).checked);
    const suppressed = byId('suppressed', HTMLInputElement).checked;
    let shown = 0;
    for (const [index, row] of this.rows.entries()) {
      const classes = row.classList;
      const fits =
        severities.has(row.dataset['severity'] ?? '') &&
        only.every((name) => classes.contains(name)) &&
        (suppressed || !classes.contains('suppressed')) &&
        words.every((word) => this.texts[index]?.includes(word));
      row.hidden = !fits;
      if (fits) shown++;
    }
    this.shown.textContent = `${shown} of ${this.rows.length} shown`;
  }

  private sort(button: HTMLButtonElement): void {
    const head = button.closest('th');
    const keyOf = sortKeys[button.dataset['sort'] ?? ''];
    if (!head || !keyOf) return;
    const direction = head.getAttribute('aria-sort') === 'ascending' ? -1 : 1;
    for (const other of this.table.querySelectorAll('th')) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', direction === 1 ? 'ascending' : 'descending');
    const keyed = this.rows.map((row) => ({ key: keyOf(row), row }));
    keyed.sort(({ key: a }, { key: b }) => (a < b ? -direction : a > b ? direction : 0));
    this.body.append(...keyed.map(({ row }) => row));
  }
}

const cellText = (row: HTMLTableRowElement, key: string) => row.querySelector(`[data-key=${key}]`)?.textContent ?? '';

const sortKeys: Readonly<Record<string, (row: HTMLTableRowElement) => string | number>> = {
  rank: (row) => Number(row.dataset['rank']),
  epss: (row) => -Number(row.dataset['epss']),
  id: (row) => cellText(row, 'id'),
  subject: (row) => cellText(row, 'subject'),
};

// A report without findings has no table.
const table = document.getElementById('findings');
const form = document.querySelector<HTMLFormElement>('.filters');
if (table instanceof HTMLTableElement && table.tBodies[0] && form) new FindingsTable(table, table.tBodies[0]).listen(form);
