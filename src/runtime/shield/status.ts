import type { ClientDocument, ServerSpan } from './client-document.js';
import type { ShieldedFile } from './client-files.js';
import { type HeadOf, hasHead, isLocal, isOurs, planInstall, stillWritten } from './plan.js';
import { type RecordedFile, recordedOf } from './record.js';

export type ShieldState = 'shielded' | 'not shielded' | 'remote' | 'read-only' | 'changed';

/** How one server starts. */
export interface ServerStatus {
  name: string;
  /** Key of the project's table that it stands in. */
  project?: string;
  status: ShieldState;
  reason?: string;
}

/** What is known of a file besides its text. */
interface Known {
  recorded: RecordedFile | undefined;
  headOf: HeadOf;
  /** Why these words do not start this program; undefined where they do. */
  strange(words: readonly string[]): string | undefined;
}

/** How the servers of one file start. */
export function shieldStatus({ document, reason }: ShieldedFile, known: Known): ServerStatus[] {
  if (document === undefined) return [];
  const refused = reason === undefined ? planInstall(document, known.headOf, known.recorded).refused : [];
  const reasons = new Map(refused.map((one) => [one.server.pointer, one.reason]));
  return document.servers.map((server) => {
    const why = reason ?? reasons.get(server.pointer);
    return {
      name: server.name,
      ...(server.table !== undefined && { project: server.table }),
      ...stateOf(server, { ...known, document, why }),
    };
  });
}

function stateOf(
  server: ServerSpan,
  { document, why, ...known }: Known & { document: ClientDocument; why: string | undefined },
): Pick<ServerStatus, 'status' | 'reason'> {
  const { recorded } = known;
  const [before] = recordedOf(recorded, server);
  if (server.relay) {
    const strange = known.strange(server.relay.head.map(({ text }) => text));
    if (strange !== undefined) return { status: 'changed', reason: strange };
    if (!isOurs(server)) return { status: 'shielded', reason: 'by hand' };
    const isSame = before === undefined || stillWritten(document, server, recorded) !== undefined || hasHead(server, before.head);
    return isSame ? { status: 'shielded' } : { status: 'changed', reason: 'its options are not those that were written' };
  }
  if (server.transport === 'http' || server.transport === 'sse' || server.transport === 'unknown')
    return { status: 'remote', reason: 'not shielded' };
  if (!isLocal(server)) return { status: 'read-only', reason: 'its client starts it by itself' };
  if (why !== undefined) return { status: 'read-only', reason: why };
  return before ? { status: 'changed', reason: 'it was shielded, and is no longer' } : { status: 'not shielded' };
}
