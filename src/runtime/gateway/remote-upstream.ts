import type { Exchange, UpstreamFace } from '../http/exchange.js';
import { type RemoteFaceOptions, remoteFace } from '../http/remote-face.js';
import { requestHeaders } from '../http/request-headers.js';
import { EventFace } from './event-face.js';

export interface RemoteUpstreamOptions extends Omit<RemoteFaceOptions, 'fallBack'> {
  idleMs: number;
  /** Sessions of one client with a server of 2024-11-05: each keeps a stream open. */
  sessionsOfClient: number;
}

/** A remote server, whichever way over HTTP it speaks: a session that it refuses to begin in the newer way is begun in the older one. */
export function remoteUpstream({ sessionsOfClient, ...options }: RemoteUpstreamOptions): UpstreamFace {
  const { url, headers, http, maxBytes, idleMs, passAuthorization = false, inspectorOf, say } = options;
  const server = { url, headers: requestHeaders(headers), http, maxBytes };
  const older = new EventFace({ server, passAuthorization, inspectorOf, maxSessions: sessionsOfClient, idleMs, say });
  const newer = remoteFace({ ...options, fallBack: (exchange) => older.begin(exchange) });
  return {
    serve: (exchange: Exchange) => (older.knows(exchange) ? older.serve(exchange) : newer.serve(exchange)),
    health: () => {
      const [now, before] = [newer.health(), older.health()];
      const shown = before.state === 'down' ? before : now;
      return { ...shown, sessions: now.sessions + before.sessions };
    },
    close: async () => {
      await Promise.all([newer.close(), older.close()]);
    },
  };
}
