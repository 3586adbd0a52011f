import { listen } from './listen.js';

/** Throws OperationalError when the address is taken, before work that it would make useless. */
export async function requireFreePort({ host, port }: { host: string; port: number }): Promise<void> {
  if (port === 0) return;
  const listener = await listen({ host, port, handle: (_, response) => response.end() });
  await listener.close();
}
