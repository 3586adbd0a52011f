import type { MailServer } from '../../../system/mail.js';
import { settingOf } from '../../outbound/setting.js';
import { type Desk, type Destination, type Filed, RefusedByService, TryLater, type Wanted } from '../destination.js';
import { html } from '../markup/html.js';
import { plainText } from '../markup/plain.js';
import type { Notice } from '../notice.js';

/** Mail by SMTP. What changes is an answer to the first mail, whose id follows from the finding. */
export const email: Destination = {
  title: 'E-mail',
  settings: ['SERVICE_EMAIL_URL', 'SERVICE_EMAIL_FROM', 'SERVICE_EMAIL_DELIVERY_USER', 'SERVICE_EMAIL_DELIVERY_PASSWORD'],
  place: /^[^\s@<>,;:"()[\]\\]{1,64}@[A-Za-z0-9][A-Za-z0-9.-]{0,250}$/,
  expected: 'one address: security@example.com',
  desk(options) {
    const url = settingOf(options, 'SERVICE_EMAIL_URL');
    const from = settingOf(options, 'SERVICE_EMAIL_FROM');
    if (url === undefined || from === undefined || !URL.canParse(url)) return undefined;
    const { protocol, hostname, port } = new URL(url);
    if ((protocol !== 'smtp:' && protocol !== 'smtps:') || hostname === '' || options.offline) return undefined;
    const user = settingOf(options, 'SERVICE_EMAIL_DELIVERY_USER');
    const password = settingOf(options, 'SERVICE_EMAIL_DELIVERY_PASSWORD');
    const isSecure = protocol === 'smtps:';
    const server = { host: hostname, port: Number(port) || (isSecure ? 465 : 587), isSecure };
    return new MailDesk({ ...server, ...(user !== undefined && password !== undefined && { user, password }) }, from);
  },
};

class MailDesk implements Desk {
  constructor(
    private readonly server: MailServer,
    private readonly from: string,
  ) {}

  find(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async create({ label, destination }: Wanted, notice: Notice): Promise<Filed> {
    const id = `<${label}@castellan>`;
    await this.send(destination, notice, { messageId: id });
    return { id, url: null, isClosed: false };
  }

  comment({ id }: Filed, { destination }: Wanted, notice: Notice): Promise<void> {
    return this.send(destination, notice, { inReplyTo: id, references: id });
  }

  close(filed: Filed, wanted: Wanted, notice: Notice): Promise<void> {
    return this.comment(filed, wanted, notice);
  }

  reopen(filed: Filed, wanted: Wanted, notice: Notice): Promise<void> {
    return this.comment(filed, wanted, notice);
  }

  private async send(to: string, notice: Notice, thread: { messageId: string } | { inReplyTo: string; references: string }): Promise<void> {
    const { sendMail } = await import('../../../system/mail.js');
    const mail = { from: this.from, to, subject: notice.title, text: plainText(notice), html: html(notice), ...thread };
    const { kind, code } = await sendMail(this.server, mail);
    if (kind === 'refused') throw new RefusedByService(`the mail server answered ${code}`);
    if (kind === 'failed') throw new TryLater(`the mail was not taken: ${code}`);
  }
}
