import { createTransport, type SendMailOptions } from 'nodemailer';

/** A server that takes mail. Without `isSecure` the connection is upgraded (STARTTLS) before anything else is sent. */
export interface MailServer {
  host: string;
  port: number;
  isSecure: boolean;
  user?: string;
  password?: string;
}

/** One mail as text and HTML. It never reads files or addresses that it names. */
export type Mail = Pick<SendMailOptions, 'subject' | 'text' | 'html' | 'messageId' | 'inReplyTo' | 'references'> & {
  from: string;
  to: string;
};

/** `refused`: the server will never take it (a 5xx answer). `code` is the server's number or a known error code. */
export interface MailOutcome {
  kind: 'sent' | 'refused' | 'failed';
  code: string;
}

const TIMEOUT_MS = 10_000;
/** Servers of this machine need no encryption on the way. */
const LOCAL = new Set(['127.0.0.1', '::1', 'localhost']);

/** Sends one mail. A server elsewhere that offers no encryption gets neither password nor mail. */
export async function sendMail({ host, port, isSecure, user, password }: MailServer, mail: Mail): Promise<MailOutcome> {
  const transport = createTransport({
    ...{ host, port, secure: isSecure, requireTLS: !isSecure && !LOCAL.has(host) },
    ...(user !== undefined && password !== undefined && { auth: { user, pass: password } }),
    ...{ connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  try {
    await transport.sendMail(mail);
    return { kind: 'sent', code: '250' };
  } catch (error) {
    return outcomeOf(error);
  } finally {
    transport.close();
  }
}

function outcomeOf(error: unknown): MailOutcome {
  const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : Number.NaN;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  // A refused password (535) is the operator's to mend.
  const isFinal = status >= 500 && code !== 'EAUTH';
  return { kind: isFinal ? 'refused' : 'failed', code: Number.isNaN(status) ? code : String(status) };
}
