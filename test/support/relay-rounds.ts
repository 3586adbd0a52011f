import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { filesOfLog } from '../../src/runtime/evidence/log-file.js';
import { randomOf } from './fault-rounds.js';
import { relayed } from './line-client.js';
import { spawn } from './programs.js';
import { castellan, projectRoot } from './spawn-cli.js';

export interface RelayRounds {
  rounds: number;
  seed: number;
  /** Empty folder for the log and its key. */
  folder: string;
  /** Options of the relay beside its log. */
  options?: readonly string[];
  /** Who may be killed beside client, relay and server, and what kills it: a service that the relay talks to, say. */
  others?: Readonly<Record<string, () => Promise<void>>>;
  log?(line: string): void;
}

export interface RelayOutcome {
  /** Tools of the calls whose answers have reached the client; each tool is called once. */
  calls: readonly string[];
  /** What was wrong: processes left, calls not recorded or recorded twice, a chain that does not hold. */
  damages: string[];
}

const PROCESSES = ['client', 'relay', 'server'] as const;
/** A third of the blows falls into the start; the others come after the first answer. */
const START_MS = 300;
const LONGEST_MS = 500;
/** Three seconds, and what a busy machine takes to end who was killed. */
const GONE_MS = 3_000 + 1_000;
/** Whoever has a client or a relay that lives is no orphan: on a busy machine the relay may not even read yet when its client is killed. */
const MOST_MS = 20_000;
const POLL_MS = 25;

/**
 * In each round a client calls through a relay without a pause, and at a random moment the client, the relay or the server is ended with
 * SIGKILL; the server and its child heed neither the end of their input nor SIGTERM. All rounds write one log. Needs /proc.
 */
export async function relayRounds({ rounds, seed, folder, options = [], others = {}, log }: RelayRounds): Promise<RelayOutcome> {
  const random = randomOf(seed);
  const file = join(folder, 'relay.jsonl');
  const env = { SERVICE_HOME: folder };
  const answered: string[] = [];
  const damages: string[] = [];
  const victims = [...PROCESSES, ...Object.keys(others)];
  for (let round = 0; round < rounds; round++) {
    // No part of another name: processes are found by it.
    const name = `round-${seed}-${round}-of`;
    const server = [process.execPath, join(projectRoot, 'fixtures/runtime/stubborn-answers.mjs'), name];
    const relay = relayed(server, '--log', file, '--server', 'stubborn', ...options);
    const client = spawn(process.execPath, [join(projectRoot, 'fixtures/runtime/caller.mjs'), name, ...relay], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const isAnswered = new Promise<void>((resolve) => {
      createInterface({ input: client.stdout }).on('line', (line) => {
        answered.push(line.replace('answered ', ''));
        resolve();
      });
      client.once('exit', () => resolve());
    });
    const isEarly = random() < 1 / 3;
    if (!isEarly) await isAnswered;
    await wait(random() * (isEarly ? START_MS : LONGEST_MS));
    const victim = victims[Math.floor(random() * victims.length)] ?? 'relay';
    await others[victim]?.();
    await kill(victim in others ? 'client' : victim, name);
    const left = await leftOf(name);
    log?.(`round ${round}: killed ${victim}; ${answered.length} calls answered so far; ${left.length} processes left`);
    for (const { pid, command } of left) {
      damages.push(`round ${round}, ${victim} killed: ${command} is left`);
      killed(pid);
    }
  }
  return { calls: answered, damages: [...damages, ...(await logDamages(folder, answered, env))] };
}

interface Running {
  pid: number;
  command: string;
}

function running(name: string): Running[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      const command = commandOf(entry);
      return command.includes(name) ? [{ pid: Number(entry), command: command.replaceAll('\0', ' ').trim() }] : [];
    });
}

/** Empty for a process that has ended, also where nobody has collected it. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Kills the client, the relay or the server; the client, where the other has not started yet. Waits for a client that is only just starting. */
async function kill(victim: string, name: string): Promise<void> {
  for (const end = Date.now() + MOST_MS; Date.now() < end; await wait(POLL_MS)) {
    const found = running(name);
    const hit = found.find(({ command }) => roleOf(command) === victim) ?? found.find(({ command }) => roleOf(command) === 'client');
    if (hit && killed(hit.pid)) return;
  }
}

/** False where it has just ended. */
function killed(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

function roleOf(command: string): string {
  if (command.includes('caller.mjs')) return 'client';
  if (command.includes('castellan.cjs')) return 'relay';
  return command.endsWith(' child') ? 'child' : 'server';
}

/** Processes without client and relay after three seconds, and those whose client or relay does not end. */
async function leftOf(name: string): Promise<Running[]> {
  const began = Date.now();
  for (;;) {
    const left = running(name);
    const hasOwner = left.some(({ command }) => ['client', 'relay'].includes(roleOf(command)));
    if (left.length === 0 || Date.now() - began > (hasOwner ? MOST_MS : GONE_MS)) return left;
    await wait(POLL_MS);
  }
}

/** Calls that were answered and are not in the log exactly once, what is wrong with its chain, and logs beside it: no two relays live at once. */
async function logDamages(folder: string, answered: readonly string[], env: Record<string, string>): Promise<string[]> {
  const log = join(folder, 'relay.jsonl');
  const beside = readdirSync(folder).filter((name) => /^relay-\d+\.jsonl$/.test(name));
  const counts = new Map<string, number>();
  for (const line of filesOfLog(log).flatMap((path) => readFileSync(path, 'utf8').split('\n'))) {
    const tool = /^\{(?=.*"kind":"call").*"tool":"([^"]+)"/.exec(line)?.[1];
    if (tool !== undefined) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  }
  const lost = answered.filter((tool) => counts.get(tool) === undefined).map((tool) => `${tool} was answered and is not recorded`);
  const doubled = [...counts].filter(([, count]) => count > 1).map(([tool, count]) => `${tool} is recorded ${count} times`);
  const { code, stdout, stderr } = await castellan(['audit', 'verify', log], { env });
  const broken = code === 0 ? [] : [`${stdout}${stderr}`];
  return [...lost, ...doubled, ...broken, ...beside.map((name) => `${name} was written beside the log`)];
}
