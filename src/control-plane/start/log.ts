import { type Logger, pino } from 'pino';
import { describe } from '../../support/errors.js';
import { redact } from '../../support/redact.js';

/**
 * Structured log lines for operators. Every text is redacted, secrets are removed from the stacks of errors, and
 * nothing of a request's body is logged.
 */
export function makeLog(destination: { write(line: string): void }, level: 'info' | 'warn' = 'info'): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => ({ message: describe(error), ...causes(error), stack: stackOf(error) }) },
    },
    { write: (line) => destination.write(redact(line)) },
  );
}

const MOST_CAUSES = 5;

/**
 * The causes of an error, nearest first: codes and messages. A connection that failed in several ways has them in a
 * list.
 */
function causes(error: unknown): { causes?: string[] } {
  const found: string[] = [];
  let next: unknown = error instanceof Error ? error.cause : undefined;
  while (next instanceof Error && found.length < MOST_CAUSES) {
    const inner: unknown[] = next instanceof AggregateError ? next.errors : [];
    found.push(...[next, ...inner].map(said).filter((text) => text !== ''));
    next = next.cause;
  }
  return found.length === 0 ? {} : { causes: found.slice(0, MOST_CAUSES) };
}

function said(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const code = 'code' in error ? String(error.code) : '';
  return redact([code, error.message].filter((text) => text !== '').join(': '));
}

function stackOf(error: unknown): string | undefined {
  return error instanceof Error && error.stack !== undefined ? redact(error.stack) : undefined;
}
