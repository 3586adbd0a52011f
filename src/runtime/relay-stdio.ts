import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { flushed, LAST_WORDS_MS, ownStreams } from './children/own-streams.js';
import { type ServerEnd, ServerProcess, type ServerStart } from './children/server-process.js';
import type { Inspector } from './relay/inspector.js';
import { Relay } from './relay/relay.js';
import { strayTeller } from './relay/stray-text.js';
import { StreamPeer } from './relay/stream-peer.js';

export interface StdioRelay {
  start: ServerStart;
  /** What the server is called. */
  server: string;
  /** Bytes of one frame. */
  maxBytes: number;
  /** Starts to load what judges frames: called once the server is starting. */
  inspector(): Promise<Inspector>;
  /** Ends the relay in order. */
  signal: AbortSignal;
  /** One line on standard error. */
  say(line: string): void;
}

/**
 * Starts a server and relays between it and whoever started us, until one of them is gone. Gives the server's exit code, or 128 and the
 * number of the signal that ended it. Rejects with what the inspector failed with, or with OperationalError where the server cannot be
 * started.
 */
export async function relayStdio(options: StdioRelay): Promise<number> {
  const server = new ServerProcess(options.start);
  const own = ownStreams();
  const client = new StreamPeer(own.input, own.output, options.maxBytes);
  const stop = () => void server.stop();
  options.signal.addEventListener('abort', stop, { once: true });
  // Loaded while the server starts, after what waits to be relayed.
  const inspector = new Promise<Inspector>((ready, fail) => setImmediate(() => options.inspector().then(ready, fail)));
  let failure: { error: unknown } | undefined;
  inspector.catch((error: unknown) => {
    failure = { error };
    stop();
  });
  const saidAll = new Promise<void>((resolve) => relay(options, { client, server, inspector, onEnd: resolve, stop }));
  try {
    const end = await server.ended;
    await Promise.race([saidAll, wait(LAST_WORDS_MS, undefined, { ref: false })]);
    await server.stop();
    if (failure) throw failure.error;
    await flushed(own.output);
    return codeOf(end);
  } finally {
    await inspector.then((ready) => ready.close()).catch(() => {});
    options.signal.removeEventListener('abort', stop);
    own.input.destroy();
  }
}

interface Parts {
  client: StreamPeer;
  server: ServerProcess;
  inspector: Promise<Inspector>;
  onEnd(): void;
  stop(): void;
}

function relay({ server: name, maxBytes, say }: StdioRelay, { client, server, inspector, onEnd, stop }: Parts): void {
  new Relay({
    client,
    server: new StreamPeer(server.output, server.input, maxBytes),
    inspector,
    maxBytes,
    onStray: strayTeller({ server: name, inspector, say }),
    onEnd: (side) => (side === 'client' ? stop() : onEnd()),
  }).start();
}

function codeOf({ code, signal }: ServerEnd): number {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}
