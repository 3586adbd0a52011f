import { createHmac } from 'node:crypto';
import type { KeyRing } from '../../audit/chain.js';
import { derivedKey } from '../secrets.js';
import type { WebhookSecret } from '../store/schema/delivery-entries.js';

const PREFIX = 'whsec_';

/** Names a webhook's secret: it follows from the service's key, so that no database and no backup has it. */
export interface NamedSecret extends Pick<WebhookSecret, 'secret_id' | 'key_id'> {
  tenantId: string;
}

/** The secret as its receiver keeps it. */
export function shownSecret(ring: KeyRing, secret: NamedSecret): string {
  return `${PREFIX}${Buffer.from(secretOf(ring, secret)).toString('base64')}`;
}

/**
 * Headers of a message by Standard Webhooks 1.0: HMAC-SHA256 over id, timestamp (seconds) and body, one signature for each
 * secret that is valid.
 */
export function signedHeaders(ring: KeyRing, secrets: readonly NamedSecret[], message: { id: string; timestamp: number; body: string }) {
  const { id, timestamp, body } = message;
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', secretOf(ring, secret)).update(`${id}.${timestamp}.${body}`);
    return `v1,${mac.digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}

function secretOf(ring: KeyRing, { tenantId, secret_id, key_id }: NamedSecret): Uint8Array {
  return derivedKey(ring, `webhook ${tenantId} ${secret_id}`, key_id);
}
