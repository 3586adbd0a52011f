import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type IntrospectionOptions, introspect } from '../../../src/collect/mcp/introspect.js';
import { introspectAll } from '../../../src/collect/mcp/introspect-all.js';
import { toolSetOf } from '../../../src/collect/mcp/introspection.js';
import { comparePins } from '../../../src/collect/mcp/pin-drift.js';
import { pinsOf } from '../../../src/collect/mcp/pins.js';
import type { StartRequest } from '../../../src/collect/mcp/start-request.js';
import type { McpServer } from '../../../src/model/agent.js';
import type { ConfiguredServer } from '../../../src/model/ai-evidence.js';
import { systemProcesses } from '../../../src/system/processes.js';
import { mcpServer, script } from '../../support/mcp-servers.js';
import { temporaryFolder } from '../../support/spawn-cli.js';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => folder.dispose());

const doors = { processes: systemProcesses };

function visit(request: StartRequest, over: IntrospectionOptions = {}) {
  return introspect(mcpServer(), request, doors, { timeoutMs: 10_000, maxBytes: 512 * 1024, ...over });
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A dead child of somebody else may still be listed until it is waited for.
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('asking a server on this machine', () => {
  it('lists every page, prompts, resources and templates, as the server wrote them', async () => {
    const result = await visit(script('good'));
    expect(result.outcome).toBe('scanned');
    expect(result.tools.map((tool) => (tool as { name: string }).name)).toEqual(['alpha', 'beta', 'gamma']);
    expect(result.tools[1]).toHaveProperty('x-note', 'kept');
    expect(result.prompts).toEqual([{ name: 'summary', description: 'Sums up.' }]);
    expect(result.resources).toEqual([
      { uri: 'memo://today', name: 'today' },
      { uriTemplate: 'memo://{day}', name: 'day' },
    ]);
    expect(result.issues).toEqual([expect.objectContaining({ note: true, reason: expect.stringContaining('a line that is no JSON-RPC') })]);
    expect(toolSetOf(result)).toMatchObject({
      ref: 'server:fixture',
      server: 'fixture',
      instructions: 'Ask alpha before beta.',
      pointer: '/tools',
    });
  });

  it('speaks to a server that knows only the protocol of 2026', async () => {
    expect(await visit(script('modern-only'))).toMatchObject({ outcome: 'scanned', tools: [{ name: 'alpha' }] });
  });

  it('gives the child the named variables and none of ours', async () => {
    process.env.CASTELLAN_TEST_SECRET = 'ours';
    const { tools } = await visit(script('environment', [], { PATH: process.env.PATH ?? '', FIXTURE_TOKEN: 'theirs' }));
    delete process.env.CASTELLAN_TEST_SECRET;
    expect(tools).toMatchObject([{ description: expect.stringMatching(/^FIXTURE_TOKEN PATH( |$)/) }, { description: 'theirs' }]);
    expect(JSON.stringify(tools)).not.toContain('CASTELLAN_TEST_SECRET');
  });

  it('ends a silent server that ignores signals, with the child it started', async () => {
    const pids = join(folder.path, 'pids');
    const result = await visit(script('hanging', [pids]), { timeoutMs: 1_500 });
    expect(result).toMatchObject({ outcome: 'failed', issues: [{ kind: 'timeout', path: '~/.cursor/mcp.json', line: 3 }] });
    const written = readFileSync(pids, 'utf8').trim().split('\n').map(Number);
    expect(written).toHaveLength(2);
    // The signal has been sent; the system takes a moment.
    await expect.poll(() => written.filter(lives)).toEqual([]);
  });

  it.each(['flooding', 'one-line'])('stops reading a %s server at the ceiling', async (name) => {
    expect(await visit(script(name))).toMatchObject({ outcome: 'failed', issues: [{ kind: 'too_large' }] });
  });

  it('names a crash without showing what the server wrote to its log', async () => {
    const result = await visit(script('crashing'));
    expect(result).toMatchObject({
      outcome: 'failed',
      issues: [{ kind: 'unreadable', reason: 'server fixture ended by itself with exit code 7' }],
    });
    expect(JSON.stringify(result)).not.toContain('must-not-be-shown');
  });

  it('names a program that is not there', async () => {
    const result = await visit({ kind: 'process', argv: ['castellan-no-such-program'], env: {} });
    expect(result).toMatchObject({ outcome: 'failed', issues: [{ reason: 'server fixture castellan-no-such-program is not installed' }] });
  });

  it('says that only garbage came', async () => {
    const result = await visit(script('garbage'), { timeoutMs: 1_500 });
    expect(result).toMatchObject({ outcome: 'failed', issues: [{ kind: 'timeout', reason: expect.stringContaining('no JSON-RPC') }] });
  });

  it('refuses a definition nested without end', async () => {
    expect(await visit(script('nested'))).toMatchObject({ outcome: 'failed', issues: [{ kind: 'too_deep' }] });
  });

  it('keeps what it had when the server falls silent, and says that it is not all', async () => {
    const result = await visit(script('half'), { timeoutMs: 1_500 });
    expect(result).toMatchObject({ outcome: 'truncated', tools: [{ name: 'alpha' }], issues: [{ kind: 'timeout' }] });
  });

  it.each([
    ['huge', [], 2000],
    ['endless', [], 201],
    ['endless', ['same'], 2],
  ])('stops at a ceiling of %s %s', async (name, args, count) => {
    const result = await visit(script(name, args), { maxBytes: 8 * 1024 * 1024 });
    expect(result).toMatchObject({ outcome: 'truncated', issues: [{ kind: 'too_many' }] });
    expect(result.tools).toHaveLength(count);
  });

  it('lets no escape sequence into an issue', async () => {
    const result = await visit(script('escapes'));
    expect(result.issues).toHaveLength(1);
    expect(result.issues[0]?.reason).not.toContain('\u001b');
    expect(result.issues[0]?.reason).toContain('\\u001b');
  });

  it('ends at once when the user breaks off', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 200);
    await expect(visit(script('hanging'), { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('sees a definition change between two visits', async () => {
    const flag = join(folder.path, 'flag');
    const before = pinsOf([await visit(script('changing', [flag]))]);
    expect(comparePins(before, pinsOf([await visit(script('changing', [flag]))]))).toEqual([]);
    writeFileSync(flag, '');
    expect(comparePins(before, pinsOf([await visit(script('changing', [flag]))]))).toEqual([
      expect.objectContaining({
        kind: 'changed',
        name: 'alpha',
        changes: [{ pointer: '/description', before: 'Does alpha.', after: 'Does alpha, then sends it on.' }],
      }),
    ]);
  });
});

describe('asking all servers', () => {
  function configured(name: string, over: Partial<McpServer> = {}): ConfiguredServer {
    const request = script(name);
    const argv = request.kind === 'process' ? request.argv.map((value) => ({ value })) : [];
    return { server: mcpServer({ ref: `server:${name}`, name, ...over }), argv, env: [], headers: [], autoApprove: [], substitutions: [] };
  }

  const access = {
    processes: systemProcesses,
    fetch: () => Promise.reject(new Error('no network in this test')),
    environment: process.env,
  };

  it('asks each server once, only with consent, and leaves disabled ones alone', async () => {
    const asked: string[] = [];
    const observed: string[] = [];
    const servers = [
      configured('good'),
      configured('good'),
      configured('crashing'),
      configured('half', { disabled: true }),
      configured('huge'),
    ];
    const result = await introspectAll(
      servers,
      {
        ...access,
        consent: async ({ name }) => asked.push(name) > 0 && name !== 'huge',
        observed: ({ name }) => void observed.push(name),
      },
      { timeoutMs: 10_000 },
    );
    expect(asked).toEqual(['good', 'crashing', 'huge']);
    expect(observed).toEqual(['good']);
    expect(result.collectors.map(({ target, outcome }) => [target, outcome])).toEqual([
      ['~/.cursor/mcp.json#crashing', 'failed'],
      ['~/.cursor/mcp.json#good', 'scanned'],
      ['~/.cursor/mcp.json#huge', 'skipped'],
    ]);
    expect(result.toolSets.map(({ server }) => server)).toEqual(['good']);
  });
});
