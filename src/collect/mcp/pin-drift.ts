import { type Pin, type PinnedKind, type PinnedServer, type PinSet, pinnedKinds } from '../../model/pins.js';
import { definitionHash, diffFields, type FieldChange } from '../../support/definition-hash.js';
import { isObject } from '../../support/json.js';

/**
 * One difference between servers and their pins. `unpinned`: a server without pins; `unverified`: a pinned server that
 * could not be asked now; `shadowed`: a new name that another pinned server already offers.
 */
export interface PinDrift {
  kind: 'changed' | 'new' | 'removed' | 'renamed' | 'shadowed' | 'package' | 'instructions' | 'unpinned' | 'unverified';
  /** Ref of the server. */
  server: string;
  serverName: string;
  what?: PinnedKind;
  /** The definition's current name, or its last one when it is gone. */
  name?: string;
  /** Its former name, when it was renamed. */
  formerly?: string;
  /** Names of the servers whose definition is shadowed. */
  shadows?: string[];
  /** Field by field; empty when a whole definition was added or removed. */
  changes: FieldChange[];
}

/**
 * The differences between the pins and the servers now. The order of servers, definitions and keys makes no difference.
 */
export function comparePins(pinned: PinSet, current: PinSet): PinDrift[] {
  const drifts: PinDrift[] = [];
  const left = new Set(pinned.servers);
  for (const now of current.servers) {
    const before = counterpart(now, left);
    if (!before) drifts.push({ kind: 'unpinned', ...idOf(now), changes: [] });
    else {
      left.delete(before);
      drifts.push(...compareServers(before, now, pinned));
    }
  }
  for (const server of left) drifts.push({ kind: 'unverified', ...idOf(server), changes: [] });
  return drifts.sort(byPlace);
}

/**
 * The server with the same ref; else the only pinned server with that name, because a changed command changes the ref.
 */
function counterpart(now: PinnedServer, left: ReadonlySet<PinnedServer>): PinnedServer | undefined {
  const candidates = [...left];
  const same = candidates.find(({ ref }) => ref === now.ref);
  if (same) return same;
  const named = candidates.filter(({ name }) => name === now.name);
  return named.length === 1 ? named[0] : undefined;
}

function compareServers(before: PinnedServer, now: PinnedServer, pinned: PinSet): PinDrift[] {
  const drifts: PinDrift[] = pinnedKinds.flatMap((what) =>
    compareLists(before[what], now[what]).map((drift) => ({ ...idOf(now), what, ...drift })),
  );
  const others = pinned.servers.filter((server) => server !== before);
  const from = diffFields(before.package, now.package);
  if (from.length > 0) drifts.push({ kind: 'package', ...idOf(now), changes: from });
  const said = diffFields(before.instructions, now.instructions);
  if (said.length > 0) drifts.push({ kind: 'instructions', ...idOf(now), changes: said });
  return drifts.map((drift) => withShadows(drift, others));
}

/** Adds shadowing: a tool with the name of a tool of another approved server could get the calls meant for that one. */
function withShadows(drift: PinDrift, others: readonly PinnedServer[]): PinDrift {
  if ((drift.kind !== 'new' && drift.kind !== 'renamed') || drift.what !== 'tool') return drift;
  const shadows = others.filter(({ tool }) => tool.some(({ name }) => name === drift.name)).map(({ name }) => name);
  return shadows.length === 0 ? drift : { ...drift, kind: 'shadowed', shadows };
}

type ListDrift = Pick<PinDrift, 'kind' | 'name' | 'formerly' | 'changes'>;

/** Equal definitions on both sides cancel out; the others are paired by name, then by content without the name. */
function compareLists(before: readonly Pin[], now: readonly Pin[]): ListDrift[] {
  const gone = without(before, now);
  const come = without(now, before);
  return [...pairs(gone, come, ({ name }) => name).map(changedDrift), ...pairs(gone, come, content).map(renamedDrift)]
    .concat(gone.map(({ name }) => ({ kind: 'removed', name, changes: [] })))
    .concat(come.map(({ name }) => ({ kind: 'new', name, changes: [] })));
}

type Pair = readonly [before: Pin, now: Pin];

function changedDrift([before, now]: Pair): ListDrift {
  return { kind: 'changed', name: now.name, changes: diffFields(before.definition, now.definition) };
}

function renamedDrift([before, now]: Pair): ListDrift {
  const changes = diffFields(before.definition, now.definition);
  return { kind: 'renamed', name: now.name, formerly: before.name, changes };
}

/** The pins without their equals in `others`, one for one. */
function without(pins: readonly Pin[], others: readonly Pin[]): Pin[] {
  const counts = new Map<string, number>();
  for (const { hash } of others) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  return pins.filter(({ hash }) => {
    const count = counts.get(hash) ?? 0;
    counts.set(hash, count - 1);
    return count <= 0;
  });
}

/** Removes pairs with the same key from both lists, one for one. */
function pairs(gone: Pin[], come: Pin[], keyOf: (pin: Pin) => string): Pair[] {
  const byKey = new Map<string, Pin[]>();
  for (const pin of gone) byKey.set(keyOf(pin), [...(byKey.get(keyOf(pin)) ?? []), pin]);
  const found = come.flatMap((now): Pair[] => {
    const before = byKey.get(keyOf(now))?.shift();
    return before ? [[before, now]] : [];
  });
  const paired = new Set(found.flat());
  for (const list of [gone, come]) list.splice(0, list.length, ...list.filter((pin) => !paired.has(pin)));
  return found;
}

const NAMES = new Set(['name', 'title', 'uri', 'uriTemplate']);

function content({ definition }: Pin): string {
  if (!isObject(definition)) return definitionHash(definition);
  return definitionHash(Object.fromEntries(Object.entries(definition).filter(([key]) => !NAMES.has(key))));
}

function idOf({ ref, name }: PinnedServer): { server: string; serverName: string } {
  return { server: ref, serverName: name };
}

function byPlace(a: PinDrift, b: PinDrift): number {
  const keys = (drift: PinDrift) => [drift.server, drift.what ?? '', drift.name ?? '', drift.kind].join('\0');
  return keys(a) < keys(b) ? -1 : 1;
}
