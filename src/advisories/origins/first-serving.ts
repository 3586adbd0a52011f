import { CastellanError, describe, OperationalError } from '../../support/errors.js';

/**
 * Tries mirrors in their order and throws one OperationalError naming each that failed and why when none serves. An
 * aborted signal ends the row.
 */
export async function firstServing<M, T>(
  mirrors: readonly M[],
  signal: AbortSignal | undefined,
  use: (mirror: M) => Promise<T>,
): Promise<T> {
  const failures: unknown[] = [];
  for (const mirror of mirrors) {
    try {
      return await use(mirror);
    } catch (cause) {
      signal?.throwIfAborted();
      if (!(cause instanceof CastellanError)) throw cause;
      failures.push(cause);
    }
  }
  const [only] = failures;
  if (failures.length === 1) throw only;
  const reasons = failures.map((failure) => describe(failure).split('\n', 1)[0]?.replace('  ', ': '));
  throw new OperationalError({ message: reasons.join('; ') || 'no source is configured', cause: only });
}
