import type { JsonObject } from '../../../support/json.js';
import { memberIn, objectsIn } from '../../../support/json-parts.js';
import { addressOf } from '../../connectors/connector.js';
import { settingOf } from '../../outbound/setting.js';
import {
  type Ask,
  askJson,
  type Desk,
  type Destination,
  type Filed,
  jsonRequest,
  neededText,
  RefusedByService,
  Throttled,
  TryLater,
  type Wanted,
  waitOf,
} from '../destination.js';
import { inert, mrkdwn } from '../markup/mrkdwn.js';
import type { Notice } from '../notice.js';

/** Slack's Web API, with a bot token. A finding is a message, and what changes is said in its thread. */
export const slackDesk: Destination = {
  title: 'Slack',
  settings: ['SERVICE_SLACK_DELIVERY_TOKEN', 'SERVICE_SLACK_URL'],
  place: /^[CGD][A-Z0-9]{6,20}$/,
  expected: 'the id of a channel, such as C0123456789',
  desk(options, ask) {
    const token = settingOf(options, 'SERVICE_SLACK_DELIVERY_TOKEN');
    const api = addressOf(settingOf(options, 'SERVICE_SLACK_URL') ?? 'https://slack.com/api', '');
    return token === undefined || api === undefined ? undefined : new SlackDesk(ask, api, { authorization: `Bearer ${token}` });
  },
};

const EVENT = 'castellan_finding';
const PAGES = 20;
/** Errors that another try does not mend. */
const FINAL = new Set(['channel_not_found', 'is_archived', 'not_in_channel', 'msg_too_long', 'no_text', 'restricted_action']);

class SlackDesk implements Desk {
  constructor(
    private readonly ask: Ask,
    private readonly api: string,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  /** Among the messages since the ticket was noted, by their metadata. */
  async find({ label, destination, since }: Wanted): Promise<Filed | undefined> {
    const oldest = String(Math.floor(Date.parse(since) / 1000));
    let cursor: string | undefined;
    for (let page = 0; page < PAGES; page += 1) {
      const query = { channel: destination, oldest, limit: '50', include_all_metadata: 'true', ...(cursor !== undefined && { cursor }) };
      const answer = await this.call('conversations.history', query);
      const found = objectsIn(answer, 'messages').find((one) => memberIn(one, 'metadata', 'event_payload', 'key') === label);
      if (found) return { id: neededText(found, 'ts'), url: null, isClosed: false };
      const next = memberIn(answer, 'response_metadata', 'next_cursor');
      if (typeof next !== 'string' || next === '') return undefined;
      cursor = next;
    }
    return undefined;
  }

  async create({ label, destination }: Wanted, notice: Notice): Promise<Filed> {
    const metadata = { event_type: EVENT, event_payload: { key: label } };
    const answer = await this.post({ channel: destination, text: `*${inert(notice.title)}*\n${mrkdwn(notice)}`, metadata });
    return { id: neededText(answer, 'ts'), url: null, isClosed: false };
  }

  async comment({ id }: Filed, { destination }: Wanted, notice: Notice): Promise<void> {
    await this.post({ channel: destination, text: mrkdwn(notice), thread_ts: id });
  }

  close(filed: Filed, wanted: Wanted, notice: Notice): Promise<void> {
    return this.comment(filed, wanted, notice);
  }

  reopen(filed: Filed, wanted: Wanted, notice: Notice): Promise<void> {
    return this.comment(filed, wanted, notice);
  }

  private async post(message: JsonObject): Promise<JsonObject> {
    const body = { ...message, unfurl_links: false, unfurl_media: false };
    return checked(await askJson(this.ask, jsonRequest(`${this.api}/chat.postMessage`, this.headers, body)));
  }

  private async call(method: string, form: Readonly<Record<string, string>>): Promise<JsonObject> {
    const headers = { ...this.headers, 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(form).toString();
    return checked(await askJson(this.ask, { url: `${this.api}/${method}`, method: 'POST', headers, body }));
  }
}

/** Slack answers 200 even when it refuses. */
function checked(answer: JsonObject): JsonObject {
  if (answer['ok'] === true) return answer;
  const error = answer['error'];
  if (error === 'ratelimited') throw new Throttled('Slack asks to wait', waitOf(undefined));
  if (typeof error === 'string' && FINAL.has(error)) throw new RefusedByService(`Slack answered ${error}`);
  throw new TryLater('Slack refuses the token, or reports an error');
}
