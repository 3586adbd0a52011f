import { type ConfigNode, childPointer } from '../../collect/agents/config/config-node.js';
import { InputError } from '../../support/errors.js';
import { type ClientDocument, openDocument, type ServerSpan, startPointers } from './client-document.js';
import { applyEdits, type TextEdit } from './edit.js';

/** How one server's start is to be edited. */
export interface ServerEdits {
  edits: TextEdit[];
  /** The words that start it then. */
  argv: readonly string[];
}

/** A file after some of its servers were edited. */
export interface Changed<T> {
  document: ClientDocument;
  done: { server: ServerSpan; made: T }[];
  refused: { server: ServerSpan; reason: string }[];
}

const NOT_IN_PLACE = 'it cannot be edited without touching something else';

/**
 * Edits the starts of servers: all at once, or one by one where that would touch something else (what stands once and is used twice).
 * After each step the text is read again: it must say the same as before but for the starts of these servers.
 */
export function changeStarts<T extends ServerEdits>(
  document: ClientDocument,
  servers: readonly ServerSpan[],
  make: (document: ClientDocument, server: ServerSpan) => T | string,
): Changed<T> {
  const made = servers.map((server) => ({ server, made: make(document, server) }));
  const done = made.flatMap((one) => (typeof one.made === 'string' ? [] : [{ server: one.server, made: one.made }]));
  const refused = made.flatMap((one) => (typeof one.made === 'string' ? [{ server: one.server, reason: one.made }] : []));
  if (done.length === 0) return { document, done, refused };
  const after = checked(document, done);
  if (after) return { document: after, done, refused };
  if (done.length === 1)
    return { document, done: [], refused: [...refused, ...done.map(({ server }) => ({ server, reason: NOT_IN_PLACE }))] };
  let result: Changed<T> = { document, done: [], refused };
  for (const { server } of done) {
    const now = result.document.servers.find(({ pointer }) => pointer === server.pointer);
    const step = changeStarts(result.document, now ? [now] : [], make);
    result = { document: step.document, done: [...result.done, ...step.done], refused: [...result.refused, ...step.refused] };
  }
  return result;
}

/** The file with the edits made; undefined where it then says something else than it should. */
function checked(before: ClientDocument, changes: readonly { server: ServerSpan; made: ServerEdits }[]): ClientDocument | undefined {
  const text = applyEdits(
    before.text,
    changes.flatMap(({ made }) => made.edits),
  );
  const after = text === undefined ? undefined : readAgain(before, text);
  if (after === undefined) return undefined;
  const servers = new Map(after.servers.map((server) => [server.pointer, server]));
  const free = new Set(changes.flatMap(({ server }) => freePointers(server, servers.get(server.pointer))));
  if (!saysTheSame(before.document.root, after.document.root, free)) return undefined;
  if (before.document.duplicates.length !== after.document.duplicates.length) return undefined;
  const asWanted = changes.every(({ server, made }) => {
    const now = servers.get(server.pointer);
    return now !== undefined && now.argv.length === made.argv.length && now.argv.every((word, at) => word === made.argv[at]);
  });
  return asWanted ? after : undefined;
}

function readAgain(before: ClientDocument, text: string): ClientDocument | undefined {
  try {
    return openDocument(before, text);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** Pointers of what may differ: the start of a server before and after. */
function freePointers(server: ServerSpan, now: ServerSpan | undefined): string[] {
  return [...startPointers(server), ...(now ? startPointers(now) : [])];
}

/** True when two documents say the same, whatever stands at the free pointers. */
function saysTheSame(a: ConfigNode, b: ConfigNode, free: ReadonlySet<string>): boolean {
  if (free.has(b.pointer)) return true;
  if (a.kind === 'scalar' || b.kind === 'scalar') return a.kind === 'scalar' && b.kind === 'scalar' && Object.is(a.value, b.value);
  if (a.kind === 'list') {
    if (b.kind !== 'list' || a.items.length !== b.items.length) return false;
    return a.items.every((item, at) => sameAt(item, b.items[at], free));
  }
  if (b.kind !== 'map') return false;
  const isFree = (name: string) => free.has(childPointer(b.pointer, name));
  const names = new Set([...a.entries.keys(), ...b.entries.keys()]);
  return [...names].every((name) => isFree(name) || sameAt(a.entries.get(name), b.entries.get(name), free));
}

function sameAt(a: ConfigNode | undefined, b: ConfigNode | undefined, free: ReadonlySet<string>): boolean {
  return a !== undefined && b !== undefined && saysTheSame(a, b, free);
}
