import choices from 'virtual:choices';
import { useMemo } from 'preact/hooks';
import { useAddress } from '../../app/address.js';
import type { Answer, Input } from '../../client/call.js';
import type { Item } from '../../client/queries.js';
import type { Filter } from '../../parts/filters.js';
import { inWords } from '../../words/state.js';

/** Parameters of the address that the API takes as they are. */
const PLAIN = [
  'q',
  'severity',
  'kind',
  'triage',
  'ecosystem',
  'source_id',
  'label',
  'owner',
  'package',
  'component',
  'problem_id',
  'rule',
  'agent',
  'assignee',
  'job_id',
  'kev',
  'fixable',
  'first_seen_after',
  'first_seen_before',
  'decided_after',
  'decided_before',
] as const;

/** `status=any` takes all; `seen` and `decided` are times as people say them, so that a saved address stays true. */
const FILTERS = [...PLAIN, 'status', 'seen', 'decided'] as const;
type FilterName = (typeof FILTERS)[number];
export type FilterValues = { readonly [name in FilterName]?: string };

export const GROUPINGS = ['advisory', 'component', 'agent', 'source', 'rule'] as const;
type Grouping = (typeof GROUPINGS)[number];

type Query = NonNullable<Input<'listFindings'>['query']>;
/** A filter as the API takes it. */
export type FindingFilter = Omit<Query, 'limit' | 'cursor' | 'sort' | 'count'>;
export type Finding = Item<'listFindings'>;
export type WholeFinding = Answer<'getFinding'>;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** `7d`: within the last seven days; `over-30d`: longer ago than thirty. From the beginning of the hour, so that pages belong together. */
function timesOf(value: string | undefined, now: number): { after?: string; before?: string } {
  const [, over, days] = /^(over-)?(\d{1,4})d$/.exec(value ?? '') ?? [];
  if (days === undefined) return {};
  const at = new Date(Math.floor(now / HOUR_MS) * HOUR_MS - Number(days) * DAY_MS).toISOString();
  return over === undefined ? { after: at } : { before: at };
}

/** What is asked of the API for the filters of an address. Findings are open unless the address says otherwise. */
export function filterOf(values: FilterValues, now = Date.now()): FindingFilter {
  const { status, seen, decided, ...plain } = values;
  const first = timesOf(seen, now);
  const last = timesOf(decided, now);
  return {
    ...(plain as FindingFilter),
    ...(first.after !== undefined && { first_seen_after: first.after }),
    ...(first.before !== undefined && { first_seen_before: first.before }),
    ...(last.after !== undefined && { decided_after: last.after }),
    ...(last.before !== undefined && { decided_before: last.before }),
    ...(status !== 'any' && { status: status ?? 'open' }),
  };
}

/** The view that the address of the list describes. */
export function useView() {
  const { values, change, to } = useAddress([...FILTERS, 'by', 'sort', 'open']);
  const { by, sort, open, ...filters } = values;
  const key = JSON.stringify(filters);
  const filter = useMemo(() => filterOf(JSON.parse(key)), [key]);
  return {
    filters,
    /** The same object as long as the filters are the same. */
    filter,
    by: GROUPINGS.find((one) => one === by),
    sort: SORTS.find((one) => one === sort),
    open,
    change,
    to,
  };
}

export const SORTS = ['severity', 'first_seen', 'last_seen'] as const;

const DAYS = [1, 7, 30, 90] as const;
const SEEN = [
  ...DAYS.map((days) => ({ value: `${days}d`, label: days === 1 ? 'in the last day' : `in the last ${days} days` })),
  ...DAYS.slice(1).map((days) => ({ value: `over-${days}d`, label: `over ${days} days ago` })),
];
const YES_NO = [
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
];

const worded = (words: readonly string[]) => words.map((value) => ({ value, label: inWords(value) }));
const named = (values: Iterable<string>) => [...new Set(values)].sort().map((value) => ({ value, label: value }));

/** The filters to choose from; sources, owners and labels are those that the tenant has. */
export function choicesOf(sources: readonly Item<'listSources'>[], values: FilterValues): readonly Filter<FilterName>[] {
  const names = sources.map(({ source_id: value, display_name: label }) => ({ value, label }));
  const labels = sources.flatMap((source) => Object.entries(source.labels).map(([key, value]) => `${key}:${value}`));
  return [
    { name: 'severity', label: 'Severity', many: true, choices: worded(choices.severity) },
    { name: 'status', label: 'Status', none: 'open', choices: worded([...choices.status.filter((one) => one !== 'open'), 'any']) },
    { name: 'triage', label: 'Triage', many: true, choices: [...worded(choices.triage), { value: 'none', label: 'no triage yet' }] },
    { name: 'kind', label: 'Kind', many: true, choices: worded(choices.kind) },
    { name: 'source_id', label: 'Source', choices: names },
    { name: 'seen', label: 'First seen', choices: SEEN },
    { name: 'ecosystem', label: 'Ecosystem', rare: true, many: true, choices: named(choices.ecosystem) },
    { name: 'decided', label: 'Last decision', rare: true, choices: SEEN },
    { name: 'kev', label: 'Known exploited', rare: true, choices: YES_NO },
    { name: 'fixable', label: 'Fix known', rare: true, choices: YES_NO },
    { name: 'owner', label: 'Owner of the source', rare: true, choices: named(sources.map(({ owner }) => owner)) },
    { name: 'label', label: 'Label of the source', rare: true, choices: named(labels) },
    { name: 'assignee', label: 'Assignee', rare: true },
    { name: 'package', label: 'Package', rare: true, example: 'lodash' },
    { name: 'problem_id', label: 'Advisory', rare: true, example: 'CVE-2021-44228' },
    { name: 'rule', label: 'Rule', rare: true },
    { name: 'agent', label: 'Agent reached', rare: true, example: 'agt_…' },
    ...LINKED.filter((name) => values[name] !== undefined).map((name) => ({ name, label: inWords(name) })),
  ];
}

/** Filters that only links set. */
const LINKED = ['job_id', 'component', 'first_seen_after', 'first_seen_before', 'decided_after', 'decided_before'] as const;

/** Views that are asked for daily, as addresses. */
export const READY: readonly { label: string; to: string }[] = [
  { label: 'Open', to: '/findings' },
  { label: 'New this week', to: '/findings?seen=7d' },
  { label: 'Known exploited', to: '/findings?kev=true' },
  { label: 'In triage over 30 days', to: '/findings?triage=investigating%2Cconfirmed&decided=over-30d' },
  { label: 'Fixable now', to: '/findings?fixable=true' },
  { label: 'Set aside', to: '/findings?status=suppressed' },
];

/** The filter that leads from a group to its findings. */
export function memberFilter(by: Grouping, key: string): FilterValues {
  const names = { advisory: 'problem_id', component: 'package', agent: 'agent', source: 'source_id', rule: 'rule' } as const;
  return { [names[by]]: key };
}
