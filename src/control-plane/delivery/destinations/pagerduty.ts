import { addressOf } from '../../connectors/connector.js';
import { settingOf } from '../../outbound/setting.js';
import { type Ask, askJson, type Desk, type Destination, type Filed, jsonRequest, type Wanted } from '../destination.js';
import { plainText } from '../markup/plain.js';
import type { Notice } from '../notice.js';

/** PagerDuty's Events API v2. The key of a ticket is the event's `dedup_key`, so that one sent twice is one. */
export const pagerduty: Destination = {
  title: 'PagerDuty',
  settings: ['SERVICE_PAGERDUTY_DELIVERY_KEY', 'SERVICE_PAGERDUTY_URL'],
  place: /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,99}$/u,
  expected: 'a name for the service that the key belongs to',
  desk(options, ask) {
    const key = settingOf(options, 'SERVICE_PAGERDUTY_DELIVERY_KEY');
    const api = addressOf(settingOf(options, 'SERVICE_PAGERDUTY_URL') ?? 'https://events.pagerduty.com', '/v2/enqueue');
    return key === undefined || api === undefined ? undefined : new PagerDutyDesk(ask, api, key);
  },
};

const SEVERITIES: Readonly<Record<string, string>> = { critical: 'critical', high: 'error', medium: 'warning' };

class PagerDutyDesk implements Desk {
  constructor(
    private readonly ask: Ask,
    private readonly url: string,
    private readonly key: string,
  ) {}

  find(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async create({ label }: Wanted, notice: Notice): Promise<Filed> {
    await this.send('trigger', label, notice);
    return { id: label, url: null, isClosed: false };
  }

  comment({ id }: Filed, _: Wanted, notice: Notice): Promise<void> {
    return this.send('trigger', id, notice);
  }

  close({ id }: Filed, _: Wanted, notice: Notice): Promise<void> {
    return this.send('resolve', id, notice);
  }

  reopen({ id }: Filed, _: Wanted, notice: Notice): Promise<void> {
    return this.send('trigger', id, notice);
  }

  private async send(action: 'trigger' | 'resolve', dedup_key: string, notice: Notice): Promise<void> {
    const { title, severity, blocks } = notice;
    const links = blocks.flatMap((block) => (block.kind === 'link' ? [{ href: block.url, text: block.label }] : []));
    const payload = {
      summary: title,
      source: 'castellan',
      severity: SEVERITIES[severity] ?? 'info',
      custom_details: { text: plainText(notice) },
    };
    await askJson(
      this.ask,
      jsonRequest(this.url, {}, { routing_key: this.key, event_action: action, dedup_key, payload, links, client: 'Castellan' }),
    );
  }
}
