/** The reason of an abort because nobody reads the output any more. The work then stops without an error. */
export class ReaderGone extends Error {
  override readonly name = 'AbortError';
}

/** Throws the signal's reason, unless the reason is only that nobody reads the output. */
export function heed(signal: AbortSignal | undefined): void {
  if (signal?.aborted && !(signal.reason instanceof ReaderGone)) throw signal.reason;
}

/** True for what an aborted signal throws. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
