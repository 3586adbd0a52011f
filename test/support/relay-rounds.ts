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
  /** Calls whose answers have reached the client. */
  answered: number;
  /** What was wrong: processes left, calls not recorded or recorded twice, a chain that does not hold. */
  damages: string[];
}

const PROCESSES = ['client', 'relay', 'server'] as const;
/** Most of a round goes by before the first call is answered; a third of the blows falls into the start. */
const LONGEST_MS = 1_500;
const START_MS = 150;
/** Three seconds, and what a busy machine takes to end who was killed. */
const GONE_MS = 3_000 + 1_000;
/** Whoever has a relay that lives is no orphan: on a busy machine the relay may not even have started to read when its client is killed. */
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
    createInterface({ input: client.stdout }).on('line', (line) => answered.push(line.replace('answered ', '')));
    await wait(random() * (random() < 1 / 3 ? START_MS : LONGEST_MS));
    const victim = victims[Math.floor(random() * victims.length)] ?? 'relay';
    await others[victim]?.();
    await kill(victim in others ? 'client' : victim, name);
    const left = await leftOf(name);
    log?.(`round ${round}: killed ${victim}; ${answered.length} calls answered so far; ${left.length} processes left`);
    for (const { pid, command } of left) {
      damages.push(`round ${round}, ${victim} killed: ${command} is left`);
      process.kill(pid, 'SIGKILL');
    }
  }
  return { answered: answered.length, damages: [...damages, ...(await logDamages(folder, answered, env))] };
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

/** Kills the client, the relay, or the server; nobody where it has not started yet or has ended already. */
async function kill(victim: string, name: string): Promise<void> {
  const found = running(name).find(({ command }) => roleOf(command) === victim);
  try {
    if (found) process.kill(found.pid, 'SIGKILL');
    else if (victim !== 'client') await kill('client', name);
  } catch {
    // It has just ended.
  }
}

function roleOf(command: string): string {
  if (command.includes('caller.mjs')) return 'client';
  if (command.includes('castellan.cjs')) return 'relay';
  return command.endsWith(' child') ? 'child' : 'server';
}

/** Processes without a relay after three seconds, and processes with one that does not end. */
async function leftOf(name: string): Promise<Running[]> {
  const began = Date.now();
  for (;;) {
    const left = running(name);
    const hasRelay = left.some(({ command }) => roleOf(command) === 'relay');
    if (left.length === 0 || Date.now() - began > (hasRelay ? MOST_MS : GONE_MS)) return left;
    await wait(POLL_MS);
  }
}

/**
 * Calls that were answered and are not in the logs exactly once, and what is wrong with their chains. A relay whose forerunner was killed and
 * is not collected yet writes beside it.
 */
async function logDamages(folder: string, answered: readonly string[], env: Record<string, string>): Promise<string[]> {
  const logs = readdirSync(folder)
    .filter((name) => /^relay(?:-\d+)?\.jsonl$/.test(name))
    .map((name) => join(folder, name));
  const counts = new Map<string, number>();
  for (const line of logs.flatMap(filesOfLog).flatMap((path) => readFileSync(path, 'utf8').split('\n'))) {
    const tool = /^\{(?=.*"kind":"call").*"tool":"([^"]+)"/.exec(line)?.[1];
    if (tool !== undefined) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  }
  const lost = answered.filter((tool) => counts.get(tool) === undefined).map((tool) => `${tool} was answered and is not recorded`);
  const doubled = [...counts].filter(([, count]) => count > 1).map(([tool, count]) => `${tool} is recorded ${count} times`);
  const broken: string[] = [];
  for (const log of logs) {
    const { code, stdout, stderr } = await castellan(['audit', 'verify', log], { env });
    if (code !== 0) broken.push(`${stdout}${stderr}`);
  }
  return [...lost, ...doubled, ...broken];
}
