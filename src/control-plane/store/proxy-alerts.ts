import type { TenantStore } from './layer/store.js';
import { tenantTable } from './layer/table.js';
import { matchOf, type ProxyEventFilter, type ProxyEventRow } from './proxy-events.js';

export type NumberedAlert = ProxyEventRow & { number: number };

/** Alerts of one tenant's proxies, in the order in which they were stored. */
export class ProxyAlerts {
  constructor(private readonly store: TenantStore) {}

  /**
   * Gives numbers to alerts that were just written. Other writers wait until the transaction ends, so that readers see numbers
   * in their order.
   */
  async number(eventIds: readonly string[], received_at: string): Promise<void> {
    if (eventIds.length === 0) return;
    const last = await tenantTable(this.store, 'proxy_alert_heads').addTo({ number: eventIds.length }, 'number');
    const first = last - eventIds.length + 1;
    await tenantTable(this.store, 'proxy_alerts').createMany(
      eventIds.map((event_id, at) => ({ number: first + at, event_id, received_at })),
    );
  }

  /** The last number; 0 if there is none. */
  async head(): Promise<number> {
    return (await tenantTable(this.store, 'proxy_alert_heads').select(['number']).executeTakeFirst())?.number ?? 0;
  }

  /** The matching alerts among the next `most` numbers, in order; `upTo` is the last number that was read. */
  async after(number: number, filter: ProxyEventFilter, most: number): Promise<{ alerts: NumberedAlert[]; upTo: number }> {
    const rows = await tenantTable(this.store, 'proxy_alerts')
      .select(['number', 'event_id'])
      .where('number', '>', number)
      .orderBy('number')
      .limit(most)
      .execute();
    const event_id = rows.map((row) => row.event_id);
    if (event_id.length === 0) return { alerts: [], upTo: number };
    const events = await tenantTable(this.store, 'runtime_events')
      .rows({ ...matchOf(filter), event_id })
      .execute();
    const byId = new Map(events.map((event) => [event.event_id, event]));
    const alerts = rows.flatMap((row) => {
      const event = byId.get(row.event_id);
      return event ? [{ ...event, number: row.number }] : [];
    });
    return { alerts, upTo: rows.at(-1)?.number ?? number };
  }
}
