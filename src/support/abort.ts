/** Why work stops whose output nobody reads any more: there is no need to write, and none to fail. */
export class ReaderGone extends Error {
  override readonly name = 'AbortError';
}

/** Throws what the signal was aborted with, unless it is only that nobody reads the output. */
export function heed(signal: AbortSignal | undefined): void {
  if (signal?.aborted && !(signal.reason instanceof ReaderGone)) throw signal.reason;
}

/** True for what an aborted signal throws. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
