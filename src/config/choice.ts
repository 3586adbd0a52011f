import { UsageError } from '../support/errors.js';
import { quote } from '../support/quote.js';
import { didYouMean } from '../support/suggest.js';
import type { Setting } from './setting.js';

/** The choice that a text names, in any case. Throws UsageError with `where`, the choices and the likely one. */
export function readChoice({ choices = [], retired = {} }: Setting, text: string, where: string): string {
  const wanted = text.toLowerCase();
  const found = choices.find((choice) => choice.toLowerCase() === wanted);
  if (found !== undefined) return found;
  const meanwhile = retired[wanted];
  if (meanwhile !== undefined) throw new UsageError({ where, message: meanwhile });
  throw new UsageError({
    where,
    message: `expected one of ${choices.join(', ')}, got "${quote(text, 40)}"${didYouMean(text, choices)}`,
  });
}
