import { isObject, own } from '../support/json.js';
import type { Secret } from '../support/redact.js';
import type { Http } from '../system/http.js';
import { below } from './address.js';
import { credentialOf } from './credential.js';

/** Whom a key of the control plane stands for. */
export interface KeyHolder {
  /** The tenant and the public part of the key. */
  id: string;
  subject: string;
}

const TIMEOUT_MS = 5_000;
/** Bytes of an answer. */
const MAX_ANSWER = 256 * 1024;
const REFUSED: ReadonlySet<number> = new Set([401, 403]);

/** Asks the control plane who holds a key. Undefined: it refuses the key. Rejects where it cannot be asked. */
export async function holderOf(key: Secret, { base, http }: { base: URL; http: Http }): Promise<KeyHolder | undefined> {
  const { body, status } = await http.send({
    url: below(base, '/v1/auth/me'),
    headers: { authorization: `Bearer ${key.reveal()}`, accept: 'application/json' },
    redirects: 'return',
    idleTimeoutMs: TIMEOUT_MS,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  let text = '';
  for await (const chunk of body) if (text.length < MAX_ANSWER) text += Buffer.from(chunk).toString('utf8');
  if (REFUSED.has(status)) return undefined;
  if (status !== 200) throw new Error(`status ${status}`);
  const me: unknown = JSON.parse(text);
  const [subject, tenant] = isObject(me) ? [own(me, 'subject'), own(me, 'tenant_id')] : [];
  if (typeof subject !== 'string' || typeof tenant !== 'string') throw new Error('not the answer of a control plane');
  return { id: `${tenant}:${credentialOf(key.reveal(), 'key').id}`, subject };
}
