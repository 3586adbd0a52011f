import { type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** One request and what was answered, as they went over the wire. */
export interface Exchange {
  method: string;
  /** With its query. */
  path: string;
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Stands between a client and a server, and remembers what they said. */
export interface RecordingProxy {
  url: string;
  /** Where it passes requests on to. */
  target: string;
  /** What was said since it was asked last. */
  take(): Exchange[];
  close(): Promise<void>;
}

export async function recordingProxy(): Promise<RecordingProxy> {
  let exchanges: Exchange[] = [];
  const passOn = (incoming: IncomingMessage, outgoing: ServerResponse) =>
    pass(proxy.target, { incoming, outgoing }, (one) => exchanges.push(one));
  const server = createServer(passOn).on('checkContinue', passOn);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const proxy: RecordingProxy = {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    target: '',
    take() {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

interface Pair {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

function pass(target: string, { incoming, outgoing }: Pair, keep: (exchange: Exchange) => void): void {
  const { method = '', url = '', headers } = incoming;
  const onward = request(`${target}${url}`, { method, headers, agent: false }, (answer) => {
    const [status, chunks] = [answer.statusCode ?? 0, [] as Buffer[]];
    outgoing.writeHead(status, answer.rawHeaders);
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      outgoing.write(chunk);
    });
    answer.on('end', () => {
      const flat = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
      // Kept before the client can see the end, so that nobody who waited for it asks too early.
      keep({ method, path: url, status, headers: flat, body: Buffer.concat(chunks).toString() });
      outgoing.end();
    });
  });
  onward.on('error', () => outgoing.headersSent || outgoing.destroy());
  if (headers.expect === undefined) return void incoming.pipe(onward);
  // A client that asks first is told to go on only where the server does not refuse at once.
  onward.flushHeaders();
  onward.once('continue', () => setTimeout(() => outgoing.headersSent || proceed({ incoming, outgoing }, onward), 50));
}

function proceed({ incoming, outgoing }: Pair, onward: ClientRequest): void {
  outgoing.writeContinue();
  incoming.pipe(onward);
}
