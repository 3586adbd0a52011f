import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type RemoteUpstreamOptions, remoteUpstream } from '../../src/runtime/gateway/remote-upstream.js';
import type { InspectorOf, UpstreamFace } from '../../src/runtime/http/exchange.js';
import { type InspectionOptions, loadInspection } from '../../src/runtime/judge/load.js';
import type { Inspector } from '../../src/runtime/relay/inspector.js';
import { createHttp } from '../../src/system/undici-http.js';
import { temporaryFolder } from './spawn-cli.js';

const MAX_BYTES = 4 * 1024 * 1024;

/** An inspector that judges nothing and records nothing, unless told otherwise. */
export function inspector(over: Partial<InspectionOptions> = {}): Inspector {
  return loadInspection({
    server: 'remote',
    mode: 'audit',
    preset: 'observe',
    policies: undefined,
    pins: undefined,
    rate: undefined,
    redact: undefined,
    logAll: false,
    log: undefined,
    keyFile: join(temporaryFolder().path, 'log.key'),
    say: () => {},
    ...over,
  });
}

/** Makes inspectors as the gateway does, each of its session. */
export function inspectors(over: Partial<InspectionOptions> = {}): InspectorOf {
  const keyFile = join(temporaryFolder().path, 'log.key');
  return async () => inspector({ keyFile, ...over });
}

export interface FaceListener {
  url: URL;
  face: UpstreamFace;
  close(): Promise<void>;
}

/** A listener in front of one remote server. Who asks is told by the header `x-client`. */
export async function listenFor(upstream: URL, over: Partial<RemoteUpstreamOptions> = {}): Promise<FaceListener> {
  let face: UpstreamFace | undefined;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const id = String(request.headers['x-client'] ?? 'one');
    const body = request.method === 'POST' ? Buffer.concat(chunks) : undefined;
    await face?.serve({ request, response, body, client: { id, name: id } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  const own = remoteUpstream({
    url: upstream,
    headers: {},
    http: createHttp({}),
    inspectorOf: inspectors(),
    maxBytes: MAX_BYTES,
    sessionsOfClient: 64,
    idleMs: 30 * 60_000,
    publicUrl: url,
    say: () => {},
    ...over,
  });
  face = own;
  return {
    url,
    face: own,
    close: async () => {
      await own.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
