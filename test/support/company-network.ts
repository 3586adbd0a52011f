import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import selfsigned from 'selfsigned';
import { temporaryFolder } from './spawn-cli.js';

/**
 * A company's network on this machine: names below `company.example`, which only its proxy knows, with a certificate of its own authority;
 * and the proxy, which tunnels (CONNECT) and passes plain requests on, to those who show its password.
 */
export interface CompanyNetwork {
  /** Its address with user and password: `http://ann:…@127.0.0.1:40123`. */
  proxy: string;
  /** The password alone, as no output may have it, also not as the header carries it. */
  secrets: string[];
  /** `host:port` of each tunnel it opened and of each plain request it passed on. */
  used: string[];
  /** Requests that showed no password or a wrong one. */
  refused: number;
  /** File with the certificate of the authority. */
  authority: string;
  /** Lets a name below `company.example` be a server of this machine; gives back its address, `https://NAME.company.example`. */
  name(host: string, target: string): string;
  /** The same server without the proxy: `https://localhost:40124`. */
  direct(target: string): string;
  close(): Promise<void>;
}

const USER = 'ann';
const PASSWORD = 'orchid-42-lantern';

export async function companyNetwork(): Promise<CompanyNetwork> {
  const folder = temporaryFolder();
  const targets = new Map<string, string>();
  const network = { used: [] as string[], refused: 0, authority: join(folder.path, 'authority.pem') };
  const { key, cert } = certificate();
  writeFileSync(network.authority, cert);
  const passOn = (incoming: IncomingMessage, outgoing: ServerResponse) => pass(targets.get(hostOf(incoming)), incoming, outgoing);
  const secure = createSecureServer({ key, cert }, passOn);
  const port = await listening(secure);

  const expected = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
  const mayPass = ({ headers }: IncomingMessage) => {
    const isKnown = headers['proxy-authorization'] === expected;
    if (!isKnown) network.refused++;
    return isKnown;
  };
  const proxy = createServer((incoming, outgoing) => {
    if (!mayPass(incoming)) return void outgoing.writeHead(407, { 'proxy-authenticate': 'Basic realm="company"' }).end();
    const { host } = new URL(incoming.url ?? '');
    network.used.push(host);
    pass(targets.get(host), incoming, outgoing);
  });
  const sockets = new Set<Socket>();
  proxy.on('connect', (incoming: IncomingMessage, client: Socket) => {
    client.on('error', () => client.destroy());
    if (!mayPass(incoming))
      return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="company"\r\n\r\n');
    const authority = incoming.url ?? '';
    if (!targets.has(authority.replace(/:443$/, ''))) return void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    network.used.push(authority);
    const server = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      server.pipe(client).pipe(server);
    });
    sockets.add(server).add(client);
    server.on('error', () => client.destroy());
  });
  const proxyPort = await listening(proxy);

  return Object.assign(network, {
    proxy: `http://${USER}:${PASSWORD}@127.0.0.1:${proxyPort}`,
    secrets: [PASSWORD, expected.slice('Basic '.length)],
    name(host: string, target: string) {
      targets.set(`${host}.company.example`, target);
      return `https://${host}.company.example`;
    },
    direct(target: string) {
      targets.set(`localhost:${port}`, target);
      return `https://localhost:${port}`;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      for (const server of [secure, proxy]) {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      }
      folder.dispose();
    },
  });
}

function certificate(): { key: string; cert: string } {
  const names = ['*.company.example', 'localhost'].map((value) => ({ type: 2, value }));
  const { private: key, cert } = selfsigned.generate([{ name: 'commonName', value: 'company.example' }], {
    days: 2,
    keySize: 2048,
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: names },
    ],
  });
  return { key, cert };
}

function hostOf({ headers }: IncomingMessage): string {
  return headers.host ?? '';
}

function pass(target: string | undefined, incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (target === undefined) return void outgoing.writeHead(502).end();
  const { method, headers } = incoming;
  const path = incoming.url?.startsWith('/') ? incoming.url : new URL(incoming.url ?? '').pathname;
  const onward = request(new URL(path, target), { method, headers, agent: false }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}

async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}
