import { addressOf } from '../../connectors/connector.js';
import { settingOf } from '../../outbound/setting.js';
import { type Ask, asked, type Desk, type Destination, type Filed, jsonRequest, refuseAnswer, type Wanted } from '../destination.js';
import { adaptiveCard } from '../markup/adaptive-card.js';
import type { Notice } from '../notice.js';

/** A workflow of Microsoft Teams that posts the card it is sent. It can neither be asked nor answered: each change is a message. */
export const teams: Destination = {
  title: 'Microsoft Teams',
  settings: ['SERVICE_TEAMS_DELIVERY_URL'],
  place: /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,99}$/u,
  expected: 'a name for the channel that the workflow posts to',
  desk(options, ask) {
    // The address is the key: it is sent with its query, and appears in no error.
    const address = settingOf(options, 'SERVICE_TEAMS_DELIVERY_URL');
    return address === undefined || addressOf(address, '') === undefined ? undefined : new TeamsDesk(ask, address);
  },
};

class TeamsDesk implements Desk {
  constructor(
    private readonly ask: Ask,
    private readonly url: string,
  ) {}

  find(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async create({ label }: Wanted, notice: Notice): Promise<Filed> {
    await this.post(notice);
    return { id: label, url: null, isClosed: false };
  }

  comment(_: Filed, __: Wanted, notice: Notice): Promise<void> {
    return this.post(notice);
  }

  close(_: Filed, __: Wanted, notice: Notice): Promise<void> {
    return this.post(notice);
  }

  reopen(_: Filed, __: Wanted, notice: Notice): Promise<void> {
    return this.post(notice);
  }

  private async post(notice: Notice): Promise<void> {
    const card = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: adaptiveCard(notice) };
    refuseAnswer(await asked(this.ask, jsonRequest(this.url, {}, { type: 'message', attachments: [card] })));
  }
}
