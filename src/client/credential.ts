import { OperationalError, UsageError } from '../support/errors.js';
import { Secret } from '../support/redact.js';

/** The key that a push is made with. */
export interface Credential {
  secret: Secret;
  /** The public part that identifies the key; empty for tokens of other services. */
  id: string;
}

/**
 * Reads a key from a file's or variable's text, which no error repeats. Throws OperationalError when it is empty, UsageError when it
 * is no key.
 */
export function credentialOf(text: string, where: string): Credential {
  const key = text.replace(/^\uFEFF/, '').trim();
  if (key === '') throw new OperationalError({ where, message: 'holds no key' });
  // A key with characters that no header can carry would appear in the error of the library that refuses it.
  if (!/^[\x21-\x7e]{8,8192}$/.test(key)) throw new UsageError({ where, message: 'expected one key on one line' });
  return { secret: new Secret(key), id: /^svc_([0-9A-Za-z]{8,40})_/.exec(key)?.[1] ?? '' };
}
