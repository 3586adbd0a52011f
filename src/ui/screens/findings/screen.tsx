import './findings.css';
import { Link2 } from 'lucide-preact';
import { useAsk } from '../../client/queries.js';
import { Button } from '../../parts/button.js';
import { Filters } from '../../parts/filters.js';
import { Heading } from '../../parts/states.js';
import { toast } from '../../parts/toasts.js';
import { legible } from '../../words/legible.js';
import { inWords } from '../../words/state.js';
import { Coverage } from './coverage.js';
import { FindingDrawer } from './drawer.js';
import { Groups } from './groups.js';
import { List } from './list.js';
import { choicesOf, GROUPINGS, READY, SORTS, useView } from './view.js';

/** The findings of the tenant: filtered, grouped and triaged. Everything that is shown is in the address. */
export default function Findings() {
  const view = useView();
  const sources = useAsk('listSources', { query: { limit: 200 } });
  const known = sources.data?.items;
  return (
    <div class="screen-list findings">
      <Heading title="Findings" about={<Coverage sources={sources.data} />}>
        <Button onClick={copyView}>
          <Link2 size={14} aria-hidden="true" /> Copy link to this view
        </Button>
      </Heading>
      <nav class="views" aria-label="Views">
        {READY.map(({ label, to }) => (
          <a key={to} href={to} aria-current={isHere(to) ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <Filters
        filters={choicesOf(known ?? [], view.filters)}
        values={view.filters}
        onChange={(change) => view.change({ ...change, open: undefined })}
      />
      <Arrange view={view} />
      {view.by === undefined ? <List view={view} sources={sources.data} /> : <Groups view={view} by={view.by} />}
      {view.open !== undefined && <FindingDrawer findingId={view.open} onClose={() => view.change({ open: undefined })} />}
    </div>
  );
}

async function copyView(): Promise<void> {
  const address = new URL(location.href);
  address.searchParams.delete('open');
  await navigator.clipboard.writeText(address.href);
  toast('Copied the link to this view');
}

/** Whether a ready view is the one that is shown; what is open beside it does not matter. */
function isHere(to: string): boolean {
  const here = new URLSearchParams(location.search);
  for (const name of ['open', 'sort', 'by']) here.delete(name);
  const there = new URL(to, location.origin).searchParams;
  here.sort();
  there.sort();
  return here.toString() === there.toString();
}

const GROUP_NAMES = { advisory: 'advisory', component: 'package', agent: 'agent', source: 'source', rule: 'rule' } as const;

/** How the list is grouped or sorted, and what is searched for. */
function Arrange({ view: { by, sort, filters, change } }: { view: ReturnType<typeof useView> }) {
  return (
    <div class="arrange">
      <fieldset class="segments" aria-label="Group by">
        <button type="button" aria-pressed={by === undefined} onClick={() => change({ by: undefined })}>
          List
        </button>
        {GROUPINGS.map((one) => (
          <button key={one} type="button" aria-pressed={by === one} onClick={() => change({ by: one, open: undefined })}>
            By {GROUP_NAMES[one]}
          </button>
        ))}
      </fieldset>
      {by === undefined && (
        <label class="sort">
          <span class="quiet">Sort</span>
          <select value={sort ?? 'severity'} onChange={(event) => change({ sort: only(event.currentTarget.value) })}>
            {SORTS.map((one) => (
              <option key={one} value={one}>
                {one === 'severity' ? 'worst first' : `${inWords(one)}, newest first`}
              </option>
            ))}
          </select>
        </label>
      )}
      {filters.q !== undefined && (
        <span class="searched">
          Search: <b>{legible(filters.q, 80)}</b>{' '}
          <button type="button" class="plain" aria-label="End the search" onClick={() => change({ q: undefined })}>
            ×
          </button>
        </span>
      )}
    </div>
  );
}

/** The first order is that of an address without one. */
function only(sort: string): string | undefined {
  return sort === SORTS[0] ? undefined : sort;
}
