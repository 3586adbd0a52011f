import type { JsonObject } from '../../../support/json.js';
import { memberIn, objectsIn } from '../../../support/json-parts.js';
import { addressOf, basic } from '../../connectors/connector.js';
import { settingOf } from '../../outbound/setting.js';
import { type Ask, askJson, type Desk, type Destination, type Filed, jsonRequest, neededText, type Wanted } from '../destination.js';
import { plainText } from '../markup/plain.js';
import type { Notice } from '../notice.js';

/** ServiceNow's Table API: records of `incident` or another task table. */
export const servicenowDesk: Destination = {
  title: 'ServiceNow',
  settings: ['SERVICE_SERVICENOW_URL', 'SERVICE_SERVICENOW_DELIVERY_USER', 'SERVICE_SERVICENOW_DELIVERY_PASSWORD'],
  place: /^[a-z][a-z0-9_]{1,79}$/,
  expected: 'the name of a table of tasks: incident, sn_si_incident',
  desk(options, ask) {
    const user = settingOf(options, 'SERVICE_SERVICENOW_DELIVERY_USER');
    const password = settingOf(options, 'SERVICE_SERVICENOW_DELIVERY_PASSWORD');
    const site = addressOf(settingOf(options, 'SERVICE_SERVICENOW_URL'), '');
    if (site === undefined || user === undefined || password === undefined) return undefined;
    return new ServiceNowDesk(ask, site, { authorization: basic(user, password) });
  },
};

/** States of incidents, and of all other tasks (3: closed complete). */
const STATES = { incident: { open: '2', closed: '6' }, others: { open: '2', closed: '3' } } as const;
const CLOSED = new Set(['3', '4', '6', '7', '8']);
/** 1 is high. */
const URGENCY: Readonly<Record<string, string>> = { critical: '1', high: '1', medium: '2' };
const TITLE_MAX = 160;

class ServiceNowDesk implements Desk {
  constructor(
    private readonly ask: Ask,
    private readonly site: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  async find({ label, destination }: Wanted): Promise<Filed | undefined> {
    const query = `sysparm_query=${encodeURIComponent(`correlation_id=${label}^ORDERBYsys_created_on`)}&sysparm_limit=1&sysparm_fields=sys_id,state`;
    const found = await askJson(this.ask, { url: `${this.at(destination)}?${query}`, headers: this.headers });
    const [record] = objectsIn(found, 'result');
    return record && this.filed(destination, record);
  }

  async create({ label, destination }: Wanted, notice: Notice): Promise<Filed> {
    const urgency = URGENCY[notice.severity] ?? '3';
    const record = {
      short_description: notice.title.slice(0, TITLE_MAX),
      description: textOf(notice),
      correlation_id: label,
      correlation_display: 'Castellan',
      ...{ urgency, impact: urgency },
    };
    const made = await askJson(this.ask, jsonRequest(this.at(destination), this.headers, record));
    return this.filed(destination, { ...objectOf(made) });
  }

  async comment(filed: Filed, { destination }: Wanted, notice: Notice): Promise<void> {
    await this.change(filed, destination, { work_notes: textOf(notice) });
  }

  async close(filed: Filed, { destination }: Wanted, notice: Notice): Promise<void> {
    const text = textOf(notice);
    const { closed } = statesOf(destination);
    const notes = destination === 'incident' ? { close_code: 'Solved (Permanently)', close_notes: text } : { close_notes: text };
    await this.change(filed, destination, { state: closed, work_notes: text, ...notes });
  }

  async reopen(filed: Filed, { destination }: Wanted, notice: Notice): Promise<void> {
    await this.change(filed, destination, { state: statesOf(destination).open, work_notes: textOf(notice) });
  }

  private async change({ id }: Filed, table: string, record: JsonObject): Promise<void> {
    await askJson(this.ask, jsonRequest(`${this.at(table)}/${encodeURIComponent(id)}`, this.headers, record, 'PATCH'));
  }

  private filed(table: string, record: JsonObject): Filed {
    const id = neededText(record, 'sys_id');
    const url = `${this.site}/nav_to.do?uri=${encodeURIComponent(`${table}.do?sys_id=${id}`)}`;
    return { id, url, isClosed: CLOSED.has(String(record['state'])) };
  }

  private at(table: string): string {
    return `${this.site}/api/now/table/${table}`;
  }
}

/** In journals, what lies between `[code]` and `[/code]` is HTML. */
function textOf(notice: Notice): string {
  return plainText(notice).replace(/\[(?=\/?code\])/gi, '[ ');
}

function objectOf(made: JsonObject): object {
  const result = memberIn(made, 'result');
  return typeof result === 'object' && result !== null ? result : {};
}

function statesOf(table: string) {
  return table === 'incident' ? STATES.incident : STATES.others;
}
