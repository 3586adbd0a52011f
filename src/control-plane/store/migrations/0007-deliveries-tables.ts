import type { JsonObject } from '../../../support/json.js';
import { list, object, orNull, schema } from '../schema/columns.js';
import type { DeliveredFacts, DeliveryEntry, WebhookSecret } from '../schema/delivery-entries.js';

/** Rules of delivery, webhooks, and what is on its way to them. */
export const deliverySchema = schema({
  deliveries: {
    tenant: true,
    columns: {
      delivery_id: 'text',
      display_name: 'text',
      connector_name: 'text',
      destination: 'text',
      min_severity: 'text',
      only_kev: 'flag',
      only_exposed: 'flag',
      owner: 'text?',
      digest: 'text',
      dry_run: 'flag',
      enabled: 'flag',
      paused_until: 'text?',
      last_sent_at: 'text?',
      last_error: 'text?',
      created_by: 'text',
      created_at: 'text',
      updated_at: 'text',
    },
    primary: ['delivery_id'],
  },
  webhooks: {
    tenant: true,
    columns: {
      webhook_id: 'text',
      display_name: 'text',
      url: 'text',
      min_severity: 'text',
      event_types: list<string>(),
      enabled: 'flag',
      secrets: list<WebhookSecret>(),
      paused_until: 'text?',
      last_sent_at: 'text?',
      last_error: 'text?',
      created_by: 'text',
      created_at: 'text',
      updated_at: 'text',
    },
    primary: ['webhook_id'],
  },
  /** What transactions changed, until it has become items and messages. */
  delivery_changes: {
    tenant: true,
    columns: { change_id: 'text', entries: list<DeliveryEntry>(), created_at: 'text' },
    primary: ['change_id'],
  },
  /** One row for each finding and destination, for ever: that is why it never gets a second ticket there. */
  delivery_items: {
    tenant: true,
    columns: {
      connector_name: 'text',
      destination: 'text',
      fingerprint: 'text',
      delivery_id: 'text',
      /** The same problem may be found by several sources. */
      finding_ids: list<string>(),
      /** Null until the finding is on a ticket. */
      ticket_id: 'text?',
      /** What the ticket should say: open or closed. */
      wanted: 'text',
      /** Why it is closed: resolved, triage, exception. */
      reason: 'text?',
      /** What the ticket says; null before it exists. */
      told: orNull(object<DeliveredFacts>()),
      severity_rank: 'integer',
      /** When there is something to say; null: nothing. */
      due_at: 'text?',
      updated_at: 'text',
    },
    primary: ['connector_name', 'destination', 'fingerprint'],
    indexes: [['ticket_id'], ['delivery_id', 'due_at'], ['reason']],
  },
  delivery_tickets: {
    tenant: true,
    columns: {
      ticket_id: 'text',
      delivery_id: 'text',
      connector_name: 'text',
      destination: 'text',
      /** The key under which the ticket is found at the service. */
      label: 'text',
      is_digest: 'flag',
      /** Null until the service has it. */
      external_id: 'text?',
      external_url: 'text?',
      /** `new`: not yet known to be there; open; closed. */
      status: 'text',
      attempts: 'integer',
      /** When to send next; null: nothing to send, or a dead letter. */
      due_at: 'text?',
      is_dead: 'flag',
      created_at: 'text',
      updated_at: 'text',
    },
    primary: ['ticket_id'],
    indexes: [['delivery_id', 'due_at'], ['due_at']],
  },
  webhook_messages: {
    tenant: true,
    columns: {
      message_id: 'text',
      webhook_id: 'text',
      event_type: 'text',
      /** The bytes that are signed. */
      body: 'text',
      attempts: 'integer',
      due_at: 'text?',
      created_at: 'text',
    },
    primary: ['message_id'],
    indexes: [['webhook_id', 'due_at'], ['due_at']],
  },
  dead_letters: {
    tenant: true,
    columns: {
      dead_letter_id: 'text',
      kind: 'text',
      delivery_id: 'text?',
      webhook_id: 'text?',
      /** Id of the ticket or the message. */
      subject_id: 'text',
      target: 'text',
      content: object<JsonObject>(),
      attempts: 'integer',
      error: 'text',
      failed_at: 'text',
    },
    primary: ['dead_letter_id'],
    indexes: [['failed_at', 'dead_letter_id'], ['subject_id']],
  },
  /** Tenants that have something to deliver. */
  delivery_queue: {
    tenant: false,
    columns: {
      tenant_id: 'text',
      due_at: 'text',
      /** Counts what was added, so that the worker notices what came while it worked. */
      wakes: 'integer',
      worker: 'text?',
      lease_until: 'text?',
      attempt: 'integer',
    },
    primary: ['tenant_id'],
    indexes: [['due_at']],
  },
});
