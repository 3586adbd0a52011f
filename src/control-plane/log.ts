import { type Logger, pino } from 'pino';
import { describe } from '../support/errors.js';
import { redact } from '../support/redact.js';

/** Structured lines for operators. Every text is redacted, errors lose their stacks' secrets and nothing of a request's body is logged. */
export function makeLog(destination: { write(line: string): void }, level: 'info' | 'warn' = 'info'): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => ({ message: describe(error), stack: stackOf(error) }) },
    },
    { write: (line) => destination.write(redact(line)) },
  );
}

function stackOf(error: unknown): string | undefined {
  return error instanceof Error && error.stack !== undefined ? redact(error.stack) : undefined;
}
