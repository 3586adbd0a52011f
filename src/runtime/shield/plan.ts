import { changeStarts, type ServerEdits } from './change.js';
import type { ClientDocument, ServerSpan } from './client-document.js';
import { type RecordedFile, type RecordedServer, recordedOf, recordServer } from './record.js';
import { makeEdits, putBack, putBefore, type Replacement, takeAway } from './start-edits.js';

/** A server that stays as it is, with the reason. */
export interface LeftOut {
  server: ServerSpan;
  reason: string;
}

/** A file as it is to be, with castellan before its servers. */
export interface InstallPlan {
  document: ClientDocument;
  /** The text without castellan, for the backup. */
  bare: string;
  /** Servers that get castellan, or get it anew. */
  shielded: string[];
  /** Every server of the file that starts through castellan then. */
  servers: RecordedServer[];
  refused: LeftOut[];
}

/** A file as it is to be without castellan. */
export interface RemovePlan {
  document: ClientDocument;
  removed: string[];
  /** Those that were put back by their words alone, because the file no longer holds what was written. */
  byWords: string[];
  refused: LeftOut[];
}

/** The words that start castellan before a server of this name. */
export type HeadOf = (name: string) => readonly string[];

/** True for an entry of ours: castellan itself is its program, and the name of the server is given. */
export function isOurs({ relay }: ServerSpan): boolean {
  const words = relay?.head.map(({ text }) => text) ?? [];
  return (
    words.slice(1, 3).includes('proxy') &&
    words.at(-1) === '--' &&
    words.some((word) => word === '--server' || word.startsWith('--server='))
  );
}

/** True for a server that a command starts which castellan may be put before. */
export function isLocal({ transport, argv, relay }: ServerSpan): boolean {
  return transport === 'stdio' && argv.length > 0 && relay === undefined;
}

/** Plans castellan before every server of a file that a command starts. Entries of ours that say something else are made anew. */
export function planInstall(now: ClientDocument, headOf: HeadOf, recorded: RecordedFile | undefined): InstallPlan {
  const ours = now.servers.filter(isOurs);
  const isFresh = (server: ServerSpan) => hasHead(server, headOf(server.name));
  const stale = ours.filter((server) => !isFresh(server));
  const cleared = changeStarts(now, stale, (document, server) => undo(document, server, recorded));
  const bare = changeStarts(cleared.document, cleared.document.servers.filter(isOurs), (document, server) =>
    undo(document, server, recorded),
  );
  const wrapped = changeStarts(cleared.document, cleared.document.servers.filter(isLocal), (document, server) => {
    const change = server.name === '' ? 'it has no name' : putBefore(document, server, headOf(server.name));
    if (typeof change === 'string') return change;
    return { edits: makeEdits(server, change.replacements), argv: change.argv, replacements: change.replacements };
  });
  const kept = ours.filter(isFresh).flatMap((server) => stillWritten(now, server, recorded) ?? []);
  const made = wrapped.done.map(({ server, made: { replacements } }) => recordServer(server, headOf(server.name), replacements));
  return {
    document: wrapped.document,
    bare: bare.document.text,
    shielded: made.map(({ name }) => name),
    servers: [...kept, ...made],
    refused: [...cleared.refused, ...wrapped.refused],
  };
}

/** Plans a file without castellan: what was written is taken back byte for byte, what has changed since by its words. */
export function planRemove(now: ClientDocument, recorded: RecordedFile | undefined): RemovePlan {
  const { document, done, refused } = changeStarts(now, now.servers.filter(isOurs), (before, server) => undo(before, server, recorded));
  const names = (some: typeof done) => some.map(({ server }) => server.name);
  return { document, removed: names(done), byWords: names(done.filter(({ made }) => !made.isExact)), refused };
}

/** True when exactly these words stand before the server. */
export function hasHead({ relay }: ServerSpan, head: readonly string[]): boolean {
  const words = relay?.head ?? [];
  return words.length === head.length && words.every(({ text }, at) => text === head[at]);
}

/** What was recorded of an entry of ours, where it still stands as it was written. */
export function stillWritten(document: ClientDocument, server: ServerSpan, recorded: RecordedFile | undefined): RecordedServer | undefined {
  return recordedOf(recorded, server).find(({ replacements }) => putBack(document, server, replacements) !== undefined);
}

function undo(
  document: ClientDocument,
  server: ServerSpan,
  recorded: RecordedFile | undefined,
): (ServerEdits & { isExact: boolean; replacements?: Replacement[] }) | string {
  const written = stillWritten(document, server, recorded);
  const edits = written && putBack(document, server, written.replacements);
  const argv = server.relay?.inner.map(({ text }) => text) ?? [];
  if (edits) return { edits, argv, isExact: true };
  const taken = takeAway(server);
  return typeof taken === 'string' ? taken : { ...taken, isExact: false };
}
