import { isDeepStrictEqual } from 'node:util';
import type { Difference } from '../../api/fleet-compare.js';
import type { AgentDocument, FleetServer } from './fleet-agent.js';

const AGENT_FIELDS = ['version', 'path', 'project', 'labels'] as const;
const SERVER_FIELDS = [
  'transport',
  'command',
  'args',
  'url',
  'version',
  'env_names',
  'header_names',
  'auto_approve',
  'disabled',
] as const satisfies readonly (keyof FleetServer)[];
const TOOL_FIELDS = ['capabilities', 'hash'] as const;

/** Where a difference is: what kind of thing, of which server. */
type Place = Pick<Difference, 'area' | 'server'>;

/** What differs between two states of agents, field by field: `before` and `now`. Servers and tools are matched by name. */
export function compareAgents(before: AgentDocument, now: AgentDocument): Difference[] {
  const servers = matched(before.servers, now.servers, ({ name }) => name);
  const credentials = (document: AgentDocument) => [...new Set(document.credentials.map(({ name }) => name))].map((name) => ({ name }));
  return [
    ...fieldsOf({ area: 'agent', server: null }, '', AGENT_FIELDS, before, now),
    ...servers.flatMap(([name, was, is]) => serverDifferences(name, was, is)),
    ...matched(credentials(before), credentials(now), ({ name }) => name).flatMap(([name, was, is]) =>
      cameOrWent({ area: 'credential', server: null }, name, was && name, is && name),
    ),
  ];
}

function serverDifferences(name: string, was: FleetServer | undefined, is: FleetServer | undefined): Difference[] {
  const place: Place = { area: 'server', server: name };
  if (!was || !is) return cameOrWent(place, name, was && shownServer(was), is && shownServer(is));
  const tools = matched(was.tools, is.tools, (tool) => tool.name).flatMap(([tool, before, now]) =>
    before && now
      ? fieldsOf({ area: 'tool', server: name }, tool, TOOL_FIELDS, before, now)
      : cameOrWent({ area: 'tool', server: name }, tool, before?.capabilities, now?.capabilities),
  );
  return [...fieldsOf(place, name, SERVER_FIELDS, was, is), ...tools];
}

function shownServer({ transport, command, args, url, tools }: FleetServer) {
  return { transport, command, args, url, tools: tools.map(({ name }) => name) };
}

function fieldsOf<F extends string>(
  place: Place,
  name: string,
  fields: readonly F[],
  before: { readonly [K in F]?: unknown },
  now: { readonly [K in F]?: unknown },
): Difference[] {
  return fields.flatMap((field) => {
    const [was, is] = [before[field] ?? null, now[field] ?? null];
    return isDeepStrictEqual(was, is) ? [] : [{ ...place, kind: 'changed' as const, name, field, before: was, now: is }];
  });
}

function cameOrWent(place: Place, name: string, before: unknown, now: unknown): Difference[] {
  if ((before === undefined) === (now === undefined)) return [];
  const kind = before === undefined ? ('added' as const) : ('removed' as const);
  return [{ ...place, kind, name, field: null, before: before ?? null, now: now ?? null }];
}

/** Things of both lists by name, ordered by it. Of several with one name, the first is matched with the first. */
function matched<T>(before: readonly T[], now: readonly T[], nameOf: (one: T) => string): [string, T | undefined, T | undefined][] {
  const pairs = new Map<string, [string, T | undefined, T | undefined]>();
  for (const [side, list] of [
    [1, before],
    [2, now],
  ] as const) {
    const count = new Map<string, number>();
    for (const one of list) {
      const name = nameOf(one);
      const place = count.get(name) ?? 0;
      count.set(name, place + 1);
      const key = `${name}\n${place}`;
      const pair = pairs.get(key) ?? [name, undefined, undefined];
      pair[side] = one;
      pairs.set(key, pair);
    }
  }
  return [...pairs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair);
}
