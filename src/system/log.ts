/** Diagnostics for debugging, never for the report. Lines are redacted before they are written. */
export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
}

/** A log that keeps nothing. */
export const silentLog: Log = { debug() {}, info() {}, warn() {} };
