import { InputError, UsageError } from './errors.js';

/** Parses the content of a file that the user named. A file with another content is a wrong argument: throws UsageError naming the place. */
export function parseNamed<T, C extends string | Uint8Array>(content: C, path: string, parse: (content: C, where: string) => T): T {
  try {
    return parse(content, path);
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
