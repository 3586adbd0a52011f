import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hello, LineClient, relayed } from './line-client.js';
import { type RelayOutcome, type RelayRounds, relayRounds } from './relay-rounds.js';
import { serveFolder, startServe } from './serve-process.js';
import { projectRoot } from './spawn-cli.js';

/** How long the service may take for what was left when it and the relays were killed. */
const PATIENCE_MS = 60_000;
const POLL_MS = 250;

interface Page {
  items: { tool: string | null }[];
  next_cursor: string | null;
}

/**
 * The rounds of `relayRounds` with relays that report to a control plane, which may be killed as well and starts again at once. Each
 * answered call must be known to the service exactly once in the end.
 */
export async function linkedRounds(rounds: Omit<RelayRounds, 'options' | 'others'>): Promise<RelayOutcome> {
  const plane = serveFolder();
  try {
    let serving = await startServe({ home: plane.path });
    plane.started.push(serving);
    const { url, key } = serving;
    const others = {
      'control plane': async () => {
        serving.kill('SIGKILL');
        await serving.ended;
        serving = await startServe({ home: plane.path, args: ['--port', new URL(url).port], firstStart: false });
        plane.started.push(serving);
      },
    };
    const folder = mkdtempSync(join(rounds.folder, 'linked-'));
    const options = ['--control-plane', url, '--key-file', keyFileIn(folder, key), '--source', await sourceOf(url, key)];
    const outcome = await relayRounds({ ...rounds, folder, options, others });
    await drain(folder, options);
    const left = spooled(folder).map((name) => `${name} was never sent`);
    return { ...outcome, damages: [...outcome.damages, ...left, ...(await reportDamages(outcome.calls, { url, key }))] };
  } finally {
    await plane.dispose();
  }
}

function keyFileIn(folder: string, key: string): string {
  const home = join(folder, 'key');
  mkdirSync(home);
  const path = join(home, 'control-plane');
  writeFileSync(path, key, { mode: 0o600 });
  return path;
}

async function sourceOf(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/v1/sources`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'runtime.proxy', display_name: 'rounds' }),
  });
  return ((await response.json()) as { source_id: string }).source_id;
}

/** A last session of the same server, which sends what killed ones have left: it stays until nothing waits any more. */
async function drain(folder: string, options: readonly string[]): Promise<void> {
  const server = [process.execPath, join(projectRoot, 'fixtures/runtime/answers.mjs')];
  const client = new LineClient(relayed(server, '--server', 'stubborn', ...options), { cwd: folder, env: { SERVICE_HOME: folder } });
  client.send(hello('2025-06-18'));
  await client.answer('hello');
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end && spooled(folder).length > 0; ) await wait(POLL_MS);
  await client.end();
}

/** Files of events that wait, or that the service refused. */
function spooled(folder: string): string[] {
  const spool = join(folder, 'runtime/spool');
  return readdirSync(spool).flatMap((place) => readdirSync(join(spool, place)).filter((name) => !name.includes('.writer')));
}

/** Answered calls that the service does not know, or knows more than once, when it has had time. */
async function reportDamages(calls: readonly string[], at: { url: string; key: string }): Promise<string[]> {
  for (const end = Date.now() + PATIENCE_MS; ; await wait(POLL_MS)) {
    const counts = await reported(at);
    const lost = calls.filter((tool) => !counts.has(tool));
    if (lost.length > 0 && Date.now() < end) continue;
    const doubled = [...counts].filter(([, count]) => count > 1).map(([tool, count]) => `the service knows ${tool} ${count} times`);
    return [...lost.map((tool) => `the service does not know ${tool}`), ...doubled];
  }
}

async function reported({ url, key }: { url: string; key: string }): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await fetch(`${url}/v1/proxy/events?limit=200${query}`, { headers: { authorization: `Bearer ${key}` } });
    const page = (await response.json()) as Page;
    for (const { tool } of page.items) if (tool !== null) counts.set(tool, (counts.get(tool) ?? 0) + 1);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return counts;
}
