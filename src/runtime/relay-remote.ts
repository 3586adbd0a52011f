import { flushed, LAST_WORDS_MS, ownStreams } from './children/own-streams.js';
import type { RemoteServer } from './http/ask.js';
import { RemotePeer } from './http/remote-peer.js';
import type { Inspector } from './relay/inspector.js';
import { Relay } from './relay/relay.js';
import { strayTeller } from './relay/stray-text.js';
import { StreamPeer } from './relay/stream-peer.js';

export interface RemoteRelay {
  remote: RemoteServer;
  /** It is known to speak HTTP with server-sent events only. */
  isEventsOnly: boolean;
  /** What the server is called. */
  server: string;
  /** Loads what judges frames. */
  inspector(): Promise<Inspector>;
  /** Ends the relay in order. */
  signal: AbortSignal;
  /** One line on standard error. */
  say(line: string): void;
}

/**
 * Relays between whoever started us and a remote server, until the client is gone. Rejects with what the inspector failed with, or with
 * OperationalError where the server cannot be reached at the start.
 */
export async function relayRemote(options: RemoteRelay): Promise<void> {
  const { remote, isEventsOnly, signal, say } = options;
  const own = ownStreams();
  const client = new StreamPeer(own.input, own.output, remote.maxBytes);
  const inspector = options.inspector();
  let fail = (_error: unknown) => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  inspector.catch(fail);
  const server = new RemotePeer({ server: remote, isEventsOnly, say, unreachable: fail });
  try {
    await Promise.race([failed, relayed(options, { client, server, inspector })]);
    await Promise.race([failed, server.close(signal.aborted ? 0 : LAST_WORDS_MS)]);
  } finally {
    await server.close(0);
    await inspector.then((ready) => ready.close()).catch(() => {});
    await flushed(own.output);
    own.input.destroy();
  }
}

interface Parts {
  client: StreamPeer;
  server: RemotePeer;
  inspector: Promise<Inspector>;
}

/** Resolves when the client is gone, or we are to end. */
function relayed({ remote, server: name, signal, say }: RemoteRelay, { client, server, inspector }: Parts): Promise<void> {
  return new Promise((end) => {
    if (signal.aborted) end();
    signal.addEventListener('abort', () => end(), { once: true });
    const onStray = strayTeller({ server: name, inspector, say });
    new Relay({ client, server, inspector, maxBytes: remote.maxBytes, onStray, onEnd: () => end() }).start();
  });
}
