import { useMemo } from 'preact/hooks';
import { useAddress } from '../../app/address.js';
import type { Answer } from '../../client/call.js';
import { useAsk } from '../../client/queries.js';
import { Shown } from '../../parts/states.js';
import { Trend } from '../../parts/trend.js';

type Days = Answer<'getPostureTrend'>['items'];

const RANGES = [14, 30, 90, 365];
const USUAL = 30;

/** Open findings over the last days. */
export function OpenTrend() {
  const { values, change } = useAddress(['days']);
  const days = RANGES.find((range) => String(range) === values.days) ?? USUAL;
  const query = useAsk('getPostureTrend', { query: { days } }, { keep: true });
  return (
    <section class="panel wide-panel" aria-label="Trend">
      <header class="row-of apart-of">
        <h2>Open findings</h2>
        <label>
          Days{' '}
          <select value={days} onChange={(event) => change({ days: event.currentTarget.value }, 'replace')}>
            {RANGES.map((range) => (
              <option key={range} value={range}>
                {range}
              </option>
            ))}
          </select>
        </label>
      </header>
      <Shown query={query} what="the trend">
        {({ items }) => <Lines items={items} />}
      </Shown>
    </section>
  );
}

function Lines({ items }: { items: Days }) {
  const days = useMemo(() => items.map(({ day }) => day), [items]);
  const lines = useMemo(
    () => [
      { name: 'open', colour: '--accent', values: items.map(({ open }) => open), filled: true },
      { name: 'critical', colour: '--critical', values: items.map(({ by_severity }) => by_severity['critical'] ?? 0) },
      { name: 'high', colour: '--high', values: items.map(({ by_severity }) => by_severity['high'] ?? 0) },
    ],
    [items],
  );
  const [last, first] = [items.at(-1), items[0]];
  return (
    <>
      <p class="quiet">
        {first && last && `${first.open} then, ${last.open} now; `}
        {items.reduce((sum, { opened }) => sum + opened, 0)} opened and {items.reduce((sum, { resolved }) => sum + resolved, 0)} resolved in
        between.
      </p>
      <Trend label={`Open findings of the last ${days.length} days`} days={days} lines={lines} />
    </>
  );
}
