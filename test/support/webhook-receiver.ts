import { Webhook } from 'standardwebhooks';
import { type Asked, type Loopback, loopback, type Told } from './loopback.js';

/** A message that a receiver has verified. */
export interface Received {
  id: string;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
}

export interface WebhookReceiver extends Loopback {
  /** Secrets one of which must verify a message; with none it answers 401. */
  secrets: string[];
  received: Received[];
  interfere: ((asked: Asked) => Told | undefined) | undefined;
}

/** A receiver that believes what the reference library of Standard Webhooks verifies. */
export async function webhookReceiver(): Promise<WebhookReceiver> {
  const server = await loopback((asked) => receiver.interfere?.(asked) ?? take(receiver, asked));
  const receiver: WebhookReceiver = Object.assign(server, { secrets: [], received: [], interfere: undefined });
  return receiver;
}

function take({ secrets, received }: WebhookReceiver, { headers, body }: Asked): Told {
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const verifies = (secret: string) => {
    try {
      new Webhook(secret).verify(body, given);
      return true;
    } catch {
      return false;
    }
  };
  if (!secrets.some(verifies)) return { status: 401 };
  received.push({ id: given['webhook-id'] ?? '', body: JSON.parse(body) });
  return { status: 204 };
}
