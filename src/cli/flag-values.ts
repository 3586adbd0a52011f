import { UsageError } from '../support/errors.js';
import { quote } from '../support/quote.js';

/** A text the user typed for an option that no variable or file can set. */
export function flagText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Texts of an option that may be given several times or takes several values. */
export function flagList(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((item) => flagText(item) ?? []) : [flagText(value) ?? []].flat();
}

/** A TCP port. Throws UsageError naming the option. */
export function flagPort(value: unknown, option: string, fallback: number): number {
  const text = flagText(value);
  if (text === undefined) return fallback;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError({ where: option, message: `expected a port from 0 to 65535, got "${quote(text, 20)}"` });
}
