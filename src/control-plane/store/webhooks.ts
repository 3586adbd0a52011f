import { newestPage, type Page, type PageRequest } from './layer/paging.js';
import type { TenantStore } from './layer/store.js';
import { type RowChange, Table, tenantTable } from './layer/table.js';
import type { Tables } from './layer/tables.js';

export type WebhookRow = Tables['webhooks'];
export type MessageRow = Tables['webhook_messages'];

/** Webhooks of one tenant, and the messages that wait for them. */
export class WebhookRepository extends Table<'webhooks'> {
  constructor(protected override readonly store: TenantStore) {
    super(store, 'webhooks');
  }

  /** Newest first. */
  list<T>(page: PageRequest, item: (row: WebhookRow) => T): Promise<Page<T>> {
    return newestPage(this.rows(), ['created_at', 'webhook_id'], page, item);
  }

  enabled(): Promise<WebhookRow[]> {
    return this.rows({ enabled: true }).orderBy('webhook_id').execute();
  }

  /** Messages that are due, the oldest first. */
  due(webhook_id: string, now: string, most: number): Promise<MessageRow[]> {
    return this.messages.rows({ webhook_id }).where('due_at', '<=', now).orderBy('due_at').orderBy('message_id').limit(most).execute();
  }

  async updateMessage(messageId: string, change: RowChange<'webhook_messages'>): Promise<void> {
    await this.messages.update(messageId, change);
  }

  async removeMessage(messageId: string): Promise<void> {
    await this.messages.remove(messageId);
  }

  /** Removes the webhook with all that waits for it. */
  async forget(webhook_id: string): Promise<void> {
    await this.remove(webhook_id);
    await this.messages.removeWhere({ webhook_id });
    await tenantTable(this.store, 'dead_letters').removeWhere({ webhook_id });
  }

  private get messages(): Table<'webhook_messages'> {
    return tenantTable(this.store, 'webhook_messages');
  }
}
