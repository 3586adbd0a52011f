import { InputError, UsageError } from './errors.js';

/** Parses the text of a file that the user named. A file with another content is a wrong argument: throws UsageError naming the place. */
export function parseNamed<T>(text: string, path: string, parse: (text: string, where: string) => T): T {
  try {
    return parse(text, path);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { message, where, line, hint } = error;
    throw new UsageError({
      message,
      ...(where !== undefined && { where }),
      ...(line !== undefined && { line }),
      ...(hint !== undefined && { hint }),
      cause: error,
    });
  }
}
