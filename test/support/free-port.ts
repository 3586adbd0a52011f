import { createServer } from 'node:net';

/** A port of this machine that nobody listens at. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const holder = createServer().listen(0, '127.0.0.1', () => {
      const address = holder.address();
      holder.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
