/**
 * Sorting and filtering of the findings' table, run in the reader's browser. It moves and hides rows that are there and never
 * makes markup out of text.
 */
export const script = String.raw`
(() => {
  'use strict';
  const table = document.getElementById('findings');
  if (!table) return;
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const form = document.querySelector('.filters');
  const at = (id) => document.getElementById(id);
  form.hidden = false;
  form.addEventListener('submit', (event) => event.preventDefault());

  function filter() {
    const words = at('search').value.toLowerCase().split(/\s+/).filter(Boolean);
    const severities = new Set([...form.querySelectorAll('[name=severity]:checked')].map((box) => box.value));
    const only = ['kev', 'fixable'].filter((name) => at(name).checked);
    const suppressed = at('suppressed').checked;
    let shown = 0;
    rows.forEach((row, index) => {
      const classes = row.classList;
      const fits = severities.has(row.dataset.severity) && only.every((name) => classes.contains(name)) &&
        (suppressed || !classes.contains('suppressed')) && words.every((word) => texts[index].includes(word));
      row.hidden = !fits;
      if (fits) shown++;
    });
    at('shown').textContent = shown + ' of ' + rows.length + ' shown';
  }

  const keys = {
    rank: (row) => Number(row.dataset.rank),
    epss: (row) => -Number(row.dataset.epss),
    id: (row) => row.querySelector('[data-key=id]').textContent,
    subject: (row) => row.querySelector('[data-key=subject]').textContent,
  };

  function sort(button) {
    const head = button.closest('th');
    const direction = head.getAttribute('aria-sort') === 'ascending' ? -1 : 1;
    for (const other of table.querySelectorAll('th')) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', direction === 1 ? 'ascending' : 'descending');
    const key = keys[button.dataset.sort];
    const sorted = rows.map((row) => [key(row), row]).sort(([a], [b]) => (a < b ? -direction : a > b ? direction : 0));
    body.append(...sorted.map(([, row]) => row));
  }

  let pending = 0;
  form.addEventListener('input', () => { clearTimeout(pending); pending = setTimeout(filter, 80); });
  table.tHead.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button) sort(button);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target.matches('input')) return;
    event.preventDefault();
    at('search').focus();
  });
  filter();
})();
`;
