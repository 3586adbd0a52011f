import type { JsonObject } from '../../support/json.js';
import { newId } from '../ids.js';
import { newestPage, type Page, type PageRequest } from './layer/paging.js';
import type { TenantStore } from './layer/store.js';
import { Table, tenantTable } from './layer/table.js';
import type { Tables } from './layer/tables.js';

export type DeadLetterRow = Tables['dead_letters'];

/** What was given up. */
export interface GivenUp {
  kind: 'ticket' | 'webhook';
  delivery_id?: string;
  webhook_id?: string;
  subject_id: string;
  target: string;
  content: JsonObject;
  attempts: number;
  error: string;
}

/** Tickets and messages that could not be delivered. */
export class DeadLetters extends Table<'dead_letters'> {
  constructor(protected override readonly store: TenantStore) {
    super(store, 'dead_letters');
  }

  /** Newest first. */
  list<T>(page: PageRequest, item: (row: DeadLetterRow) => T): Promise<Page<T>> {
    return newestPage(this.rows(), ['failed_at', 'dead_letter_id'], page, item);
  }

  /** Returns its id. */
  async add(given: GivenUp, now: string): Promise<string> {
    const { dead_letter_id } = await this.create({
      delivery_id: null,
      webhook_id: null,
      ...given,
      dead_letter_id: newId('dlt'),
      failed_at: now,
    });
    return dead_letter_id;
  }

  /** Its ticket or message is due again, as if it had never been tried. False when there is none of the id. */
  async replay(dead_letter_id: string, now: string): Promise<DeadLetterRow | undefined> {
    const row = await this.lock(dead_letter_id);
    if (!row) return undefined;
    const again = { attempts: 0, due_at: now };
    if (row.kind === 'ticket') await tenantTable(this.store, 'delivery_tickets').update(row.subject_id, { ...again, is_dead: false });
    else await tenantTable(this.store, 'webhook_messages').update(row.subject_id, again);
    await this.remove(dead_letter_id);
    return row;
  }
}
