import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import type { OutboundPolicy } from './outbound-policy.js';

/** Network access for another program: a SOCKS 5 server (RFC 1928) on this machine, which connects only to addresses the policy allows. */
export interface SocksGate {
  /** `socks5h://127.0.0.1:40123`: this server looks up names, and connects to the address it has checked. */
  url: string;
  /** True once the policy has refused a connection. */
  hasRefused(): boolean;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 20_000;
const [SUCCEEDED, NOT_ALLOWED, UNREACHABLE, NO_SUCH_COMMAND] = [0, 2, 4, 7];

/** Opens one on any free port of the loopback interface. */
export async function openSocksGate(policy: OutboundPolicy): Promise<SocksGate> {
  const sockets = new Set<Socket>();
  let refused = false;
  const server = createServer((client) => {
    keep(client, sockets);
    serve(client, policy, sockets).catch((error: unknown) => {
      const isRefusal = error instanceof Error && 'code' in error && error.code === 'OUTBOUND_NOT_ALLOWED';
      refused ||= isRefusal;
      client.end(answer(isRefusal ? NOT_ALLOWED : UNREACHABLE));
    });
  });
  const port = await listening(server);
  return {
    url: `socks5h://127.0.0.1:${port}`,
    hasRefused: () => refused,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function keep(socket: Socket, sockets: Set<Socket>): void {
  sockets.add(socket);
  socket.on('error', () => socket.destroy());
  socket.once('close', () => sockets.delete(socket));
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

async function serve(client: Socket, policy: OutboundPolicy, sockets: Set<Socket>): Promise<void> {
  const read = reader(client);
  const [, methods = 0] = await read(2);
  await read(methods);
  client.write(Uint8Array.of(5, 0));
  const [, command, , kind = 0] = await read(4);
  const host = await hostOf(kind, read);
  const port = (await read(2)).readUInt16BE(0);
  if (command !== 1) {
    client.end(answer(NO_SUCH_COMMAND));
    return;
  }
  const { address } = await policy.resolve(host);
  const server = await connected(address, port, sockets);
  client.write(answer(SUCCEEDED));
  server.on('close', () => client.destroy());
  client.on('close', () => server.destroy());
  const rest = client.read();
  if (rest) server.write(rest);
  client.pipe(server);
  server.pipe(client);
}

type Read = (bytes: number) => Promise<Buffer>;

function reader(socket: Socket): Read {
  return async (bytes) => {
    if (bytes === 0) return Buffer.alloc(0);
    for (;;) {
      const chunk: Buffer | null = socket.read(bytes);
      if (chunk?.length === bytes) return chunk;
      if (chunk || socket.readableEnded || socket.destroyed) throw new Error('the client has gone');
      await new Promise<void>((go) => {
        const next = () => {
          for (const event of ['readable', 'end', 'close']) socket.off(event, next);
          go();
        };
        for (const event of ['readable', 'end', 'close']) socket.once(event, next);
      });
    }
  };
}

async function hostOf(kind: number, read: Read): Promise<string> {
  if (kind === 3) return (await read((await read(1)).readUInt8(0))).toString('latin1');
  if (kind === 1) return [...(await read(4))].join('.');
  const bytes = await read(16);
  return Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(2 * at).toString(16)).join(':');
}

function connected(host: string, port: number, sockets: Set<Socket>): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = dial({ host, port, timeout: CONNECT_TIMEOUT_MS });
    keep(socket, sockets);
    socket.once('timeout', () => socket.destroy(new Error('no connection in time')));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.setTimeout(0);
      resolve(socket);
    });
  });
}

/** A client that only connects does not need the bound address, so it is zero. */
function answer(status: number): Uint8Array {
  return Uint8Array.of(5, status, 0, 1, 0, 0, 0, 0, 0, 0);
}
