import { OperationalError, UsageError } from '../support/errors.js';
import { Secret } from '../support/redact.js';

/** The key that a push is made with. */
export interface Credential {
  secret: Secret;
  /** What tells it from others and is no secret; empty for tokens of other makers. */
  id: string;
}

/** A key as it stands in a file or variable. Throws OperationalError, without repeating it, where there is none, UsageError for what is none. */
export function credentialOf(text: string, where: string): Credential {
  const key = text.replace(/^\uFEFF/, '').trim();
  if (key === '') throw new OperationalError({ where, message: 'holds no key' });
  // What a header could not carry would be shown in the error of whoever refuses it.
  if (!/^[\x21-\x7e]{8,8192}$/.test(key)) throw new UsageError({ where, message: 'expected one key on one line' });
  return { secret: new Secret(key), id: /^svc_([0-9A-Za-z]{8,40})_/.exec(key)?.[1] ?? '' };
}
