import { createServer, type Socket } from 'node:net';

/** A mail that was taken. */
export interface TakenMail {
  from: string;
  to: string[];
  /** Headers and body as they came over the wire. */
  data: string;
}

export interface MailSink {
  port: number;
  mails: TakenMail[];
  /** Answers instead of 250 to a recipient, such as `550 no such user`. */
  refusal: string | undefined;
  close(): Promise<void>;
}

/** A server that speaks SMTP (RFC 5321) with PLAIN authentication (RFC 4954) for bot and key. */
export function mailServer(host = '127.0.0.1'): Promise<MailSink> {
  const sink: MailSink = { port: 0, mails: [], refusal: undefined, close: async () => {} };
  const server = createServer((socket) => converse(socket, sink));
  sink.close = () => new Promise((done) => server.close(() => done()));
  return new Promise((resolve) => {
    server.listen(0, host, () => {
      const address = server.address();
      sink.port = typeof address === 'object' && address ? address.port : 0;
      resolve(sink);
    });
  });
}

function converse(socket: Socket, sink: MailSink): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let mail: TakenMail = { from: '', to: [], data: '' };
  let [waiting, inData] = ['', false];
  const take = (line: string): void => {
    if (inData) {
      if (line !== '.') mail.data += `${line.replace(/^\.\./, '.')}\n`;
      else {
        inData = false;
        sink.mails.push(mail);
        mail = { from: '', to: [], data: '' };
        say('250 2.0.0 taken');
      }
      return;
    }
    const [, verb = '', rest = ''] = /^([A-Za-z]+)(.*)$/.exec(line) ?? [];
    if (/^EHLO$/i.test(verb)) say('250-sink\r\n250 AUTH PLAIN');
    else if (/^AUTH$/i.test(verb))
      say(rest.trim() === `PLAIN ${Buffer.from('\0bot\0key').toString('base64')}` ? '235 2.7.0 welcome' : '535 5.7.8 no');
    else if (/^MAIL$/i.test(verb)) {
      mail.from = /<(.*)>/.exec(rest)?.[1] ?? '';
      say('250 ok');
    } else if (/^RCPT$/i.test(verb)) {
      if (sink.refusal === undefined) mail.to.push(/<(.*)>/.exec(rest)?.[1] ?? '');
      say(sink.refusal ?? '250 ok');
    } else if (/^DATA$/i.test(verb)) {
      inData = true;
      say('354 go on');
    } else say(/^QUIT$/i.test(verb) ? '221 bye' : '250 ok');
  };
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${waiting}${text}`.split('\r\n');
    waiting = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
  socket.on('error', () => {});
  say('220 sink ESMTP');
}
