import { describe } from '../../support/errors.js';
import { type ServerEnd, ServerProcess, type ServerStart } from '../children/server-process.js';
import { StreamPeer } from '../relay/stream-peer.js';
import type { SessionServer } from './upstream-session.js';

/** Starts a server for one session. Throws what keeps it from being started at all. */
export function startedServer(start: ServerStart, maxBytes: number): SessionServer {
  const process = new ServerProcess(start);
  return {
    peer: new StreamPeer(process.output, process.input, maxBytes),
    ended: process.ended.then(wordsOf, (error: unknown) => describe(error)),
    stop: () => process.stop(),
  };
}

function wordsOf({ code, signal }: ServerEnd): string {
  return code === null ? `ended by ${signal ?? 'a signal'}` : `ended with code ${code}`;
}
