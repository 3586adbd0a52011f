import type { Answer } from '../../client/call.js';
import { Badge } from '../../parts/badge.js';
import { SmallTable } from '../../parts/small-table.js';
import { legible } from '../../words/legible.js';
import { inWords, type Tone } from '../../words/state.js';

type Comparison = Answer<'compareAgent'>;
type Difference = Comparison['differences'][number];

const TONES: Readonly<Record<Difference['kind'], Tone>> = { added: 'warn', removed: 'bad', changed: 'warn' };

/** What differs, field by field. `was`: how the other one is called. */
export function Differences({ differences, was }: { differences: readonly Difference[]; was: string }) {
  return (
    <SmallTable
      caption="Differences"
      rows={differences}
      keyOf={({ area, kind, server, name, field }) => [area, kind, server, name, field].join('\n')}
      columns={[
        { label: 'Change', show: ({ kind }) => <Badge tone={TONES[kind]}>{kind}</Badge> },
        { label: 'Of', show: ({ area, server, name }) => <Named area={area} server={server} name={name} /> },
        { label: 'Field', show: ({ field }) => (field === null ? '' : inWords(field)) },
        { label: was, show: (one) => <Value value={one.before} /> },
        { label: 'Now', show: ({ now }) => <Value value={now} /> },
      ]}
    />
  );
}

function Named({ area, server, name }: Pick<Difference, 'area' | 'server' | 'name'>) {
  return (
    <span class="break">
      <span class="quiet">{area}</span> {legible(name, 120)}
      {server !== null && server !== name && <span class="quiet"> of {legible(server, 120)}</span>}
    </span>
  );
}

/** A value of an inventory, of whatever shape. */
export function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return <span class="quiet">–</span>;
  const lines = Array.isArray(value) ? value.map(textOf) : [textOf(value)];
  return (
    <code class="break">
      {lines.map((line, at) => (
        <span key={at}>{legible(line, 400)} </span>
      ))}
    </code>
  );
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const name: unknown = Reflect.get(value, 'name');
  if (typeof name === 'string') return name;
  const said = Object.entries(value).filter(([, one]) => one !== null && !(Array.isArray(one) && one.length === 0));
  return said.map(([field, one]) => (Array.isArray(one) ? one.map(textOf).join(' ') : `${field} ${textOf(one)}`)).join(' ');
}
