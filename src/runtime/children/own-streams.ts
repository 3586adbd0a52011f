import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/** For output that a server, or what it has started, still holds when it has ended; and for a client that is slow to read. */
export const LAST_WORDS_MS = 1_000;

const STDOUT = 1;

/** The standard streams of this process, as the two ways to whoever started it. */
export function ownStreams(): { input: Readable; output: Writable } {
  return { input: process.stdin, output: isPipe(STDOUT) ? new Socket({ fd: STDOUT, readable: false, writable: true }) : process.stdout };
}

/** Node writes to a pipe on standard output synchronously: a reader that does not read would stop this process, signals and all. */
function isPipe(fd: number): boolean {
  const stats = fstatSync(fd);
  return stats.isFIFO() || stats.isSocket();
}

/** What was relayed last reaches a client that still reads. */
export async function flushed(output: Writable): Promise<void> {
  if (!output.writable || output.writableLength === 0) return;
  const done = new Promise<void>((resolve) =>
    output
      .once('drain', resolve)
      .once('close', resolve)
      .once('error', () => resolve()),
  );
  await Promise.race([done, wait(LAST_WORDS_MS, undefined, { ref: false })]);
}
