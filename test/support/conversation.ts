import { once } from 'node:events';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, type Transport } from '@modelcontextprotocol/client';
import { spawn } from './programs.js';

const require = createRequire(import.meta.url);
const EVERYTHING = join(dirname(require.resolve('@modelcontextprotocol/server-everything/package.json')), 'dist/index.js');

/** For a server to ask what it wants to know, after which it offers its tools accordingly. */
const SETTLING_MS = 1_000;

/** The published server "everything" on a free port, over Streamable HTTP or over HTTP with server-sent events. */
export async function everythingOnHttp(way: 'streamableHttp' | 'sse'): Promise<{ url: URL; close(): void }> {
  const port = await freePort();
  const child = spawn(process.execPath, [EVERYTHING, way], { env: { PORT: String(port) }, stdio: 'pipe' });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
  for (let tries = 0; !/listening|running/i.test(said); tries++) {
    if (tries > 400 || child.exitCode !== null) throw new Error(`the server does not start: ${said}`);
    await wait(50);
  }
  return { url: new URL(`http://127.0.0.1:${port}/${way === 'sse' ? 'sse' : 'mcp'}`), close: () => void child.kill('SIGKILL') };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** All that the official client sees of the server "everything", and what that asks of it. */
export async function converse(transport: Transport): Promise<unknown[]> {
  const seen: unknown[] = [];
  const client = new Client(
    { name: 'castellan-test', version: '1.0.0' },
    { capabilities: { sampling: {}, elicitation: {}, roots: { listChanged: true } } },
  );
  client.setRequestHandler('sampling/createMessage', ({ params }) => {
    seen.push(['sampling', params.messages]);
    return { model: 'test', role: 'assistant', content: { type: 'text', text: 'sampled ü' } };
  });
  client.setRequestHandler('elicitation/create', ({ params }) => {
    seen.push(['elicitation', params.message]);
    return { action: 'accept', content: { name: 'Ada', check: true } };
  });
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///tmp', name: 'tmp' }] }));
  await client.connect(transport);
  await wait(SETTLING_MS);
  const ask = async (what: string, work: () => Promise<unknown>) => seen.push([what, await work().catch(String)]);
  const call = (name: string, args: Record<string, unknown> = {}) => ask(name, () => client.callTool({ name, arguments: args }));
  seen.push(client.getServerVersion(), client.getServerCapabilities(), client.getNegotiatedProtocolVersion(), client.getInstructions());
  await ask('tools', () => client.listTools());
  await ask('prompts', () => client.listPrompts());
  await ask('resources', () => client.listResources());
  await ask('templates', () => client.listResourceTemplates());
  await ask('prompt', () => client.getPrompt({ name: 'simple-prompt' }));
  await ask('read', () => client.readResource({ uri: 'demo://resource/static/document/features.md' }));
  await call('echo', { message: 'ü 🙂 \u2028 "quoted" \\ back' });
  await call('get-sum', { a: 1, b: 2.5 });
  await call('get-tiny-image');
  await call('get-roots-list');
  await call('no-such-tool');
  await call('trigger-sampling-request', { prompt: 'say', maxTokens: 5 });
  await call('trigger-elicitation-request');
  await ask('long', async () => {
    const progress: unknown[] = [];
    const result = await client.callTool(
      { name: 'trigger-long-running-operation', arguments: { duration: 1.2, steps: 3 } },
      { onprogress: (step) => progress.push(step) },
    );
    // The client's library drops the last one where the result comes in the same piece of a stream; the others are far enough apart.
    return { progress: progress.slice(0, 2), result };
  });
  await ask('cancelled', () => {
    const signal = AbortSignal.timeout(200);
    return client.callTool({ name: 'trigger-long-running-operation', arguments: { duration: 5, steps: 5 } }, { signal });
  });
  await ask('many', () =>
    Promise.all(Array.from({ length: 30 }, (_, at) => client.callTool({ name: 'echo', arguments: { message: `${at}` } }))),
  );
  await ask('complete', () =>
    client.complete({ ref: { type: 'ref/prompt', name: 'completable-prompt' }, argument: { name: 'department', value: 'E' } }),
  );
  await ask('ping', () => client.ping());
  await client.close();
  return JSON.parse(JSON.stringify(seen).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d{1,2}:\d\d:\d\d [AP]M/g, '<time>')) as unknown[];
}
