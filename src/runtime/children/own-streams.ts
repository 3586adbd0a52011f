import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';

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
