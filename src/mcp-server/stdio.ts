import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ServerAccess } from './contract/access.js';
import { createServer } from './server.js';

/** Serves the protocol on stdin and stdout, in older and newer revisions, until the client closes its end or the signal is aborted. */
export async function serveOnStdio(access: ServerAccess, signal: AbortSignal): Promise<void> {
  const handle = serveStdio(() => createServer(access));
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  await handle.close();
}
