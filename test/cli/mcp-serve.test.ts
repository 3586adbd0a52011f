import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillDatabase } from '../support/mcp-access.js';
import { call, connect, eras } from '../support/mcp-client.js';
import { environment, spawn } from '../support/programs.js';
import { castellan, DRIVER_NOTICE, programPath, temporaryFolder } from '../support/spawn-cli.js';

const folder = temporaryFolder();
const root = join(folder.path, 'root');
let env: Record<string, string>;

beforeAll(async () => {
  mkdirSync(root);
  writeFileSync(join(root, 'requirements.txt'), 'urllib3==1.24.1\n');
  const database = await fillDatabase(join(folder.path, 'advisories.db'));
  env = environment({ SERVICE_DB: database, SERVICE_OFFLINE: '1', SERVICE_HOME: join(folder.path, 'home') });
});
afterAll(folder.dispose);

const args = (...more: string[]) => [programPath, 'mcp', 'serve', '--root', root, ...more];

describe('castellan mcp serve on stdio', () => {
  it.each(eras)('scans for the official client and ends with it (%s)', async (era) => {
    const transport = new StdioClientTransport({ command: process.execPath, args: args(), env, stderr: 'pipe' });
    let noise = '';
    transport.stderr?.on('data', (piece: Buffer) => {
      noise += piece.toString();
    });
    const client = await connect(transport, era);
    expect((await client.listTools()).tools).toHaveLength(9);
    const { data } = await call(client, 'scan');
    expect(data).toMatchObject({ components: 1, report_id: 'scan-1', verdict: { outcome: expect.any(String) } });
    const { data: found } = await call(client, 'query_findings', { report_id: 'scan-1' });
    expect(found.total).toBe(data.total_findings);
    expect(await call(client, 'scan', { path: '..' })).toMatchObject({ isError: true });
    await client.close();
    // Which driver serves is said where the usual one has no binary.
    expect(noise.replace(DRIVER_NOTICE, '')).toBe('');
    expect(readdirSync(root)).toEqual(['requirements.txt']);
  });

  it('keeps stdout for the protocol, also after a line that is no message', async () => {
    const { stdout, code } = await castellan(['mcp', 'serve', '--root', root], { env, input: 'hello\n{"jsonrpc":"2.0"}\n' });
    for (const line of stdout.split('\n').filter(Boolean)) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(code).toBe(0);
  });

  it('refuses a root that is no folder, and options that make no sense', async () => {
    expect(await castellan(['mcp', 'serve', '--root', join(root, 'absent')], { env })).toMatchObject({
      code: 1,
      last: expect.stringContaining('no such folder'),
    });
    expect(await castellan(['mcp', 'serve', '--http', '--port', 'x'], { env })).toMatchObject({ code: 2 });
    const open = await castellan(['mcp', 'serve', '--root', root, '--http', '--host', '0.0.0.0'], { env });
    expect(open).toMatchObject({ code: 2, stderr: expect.stringContaining('can be reached from other machines') });
  });
});

describe('castellan mcp serve --http', () => {
  let child: ChildProcess;
  afterAll(() => child?.kill('SIGKILL'));

  it('says where it listens, serves, and ends on a signal', async () => {
    child = spawn(process.execPath, args('--http'), { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [piece] = await once(child.stderr ?? child, 'data');
    const url = /listening on (http:\/\/127\.0\.0\.1:\d+\/mcp)/.exec(String(piece))?.[1] ?? '';
    const client = await connect(new StreamableHTTPClientTransport(new URL(url)), 'auto');
    expect((await call(client, 'database_status')).data).toMatchObject({ available: true, offline: true });
    await client.close();
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(143);
  });
});
