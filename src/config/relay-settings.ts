import { UsageError } from '../support/errors.js';
import type { Setting } from './setting.js';

/** The commands that relay between an agent and an MCP server. */
export const RELAYS = ['proxy', 'run proxy', 'shield'] as const;

/** The commands with the options of a relay: those that relay, and the one that writes them into configurations of clients. */
export const RELAYING = [...RELAYS, 'shield install'] as const;

/** Options that shape what a relay does. */
const relay = { group: 'relay', commands: RELAYING } as const;
const SHIELD = ['shield install', 'shield status', 'shield remove'] as const;

const gateway = { group: 'gateway', commands: ['proxy'] } as const;
const listening = { ...gateway, needs: ['listen'] } as const;

/** What stands between an agent and a server, and what it does there. */
export const relaySettings = {
  url: {
    ...relay,
    flag: '--url <url>',
    type: 'text',
    common: true,
    commands: ['proxy', 'proxy status'],
    help: 'relay to the remote server at this address, instead of one that a command starts',
    helpFor: { 'proxy status': 'address of the gateway' },
  },
  header: {
    ...relay,
    flag: '--header <name=source>',
    type: 'list',
    common: true,
    commands: ['proxy'],
    help: 'header for the remote server, from a variable or a file: "Authorization=Bearer env:TOKEN", X-Key=file:key; repeatable',
  },
  mode: {
    ...relay,
    flag: '--mode <mode>',
    type: 'choice',
    choices: ['audit', 'enforce'],
    common: true,
    help: 'report what enforcing would do, or do it (default: audit)',
    helpFor: Object.fromEntries(
      ['shield', 'shield install'].map((name) => [name, 'report what enforcing would do, or do it (default: enforce)']),
    ),
  },
  server: {
    ...relay,
    flag: '--server <name>',
    type: 'text',
    names: 'server',
    common: true,
    commands: [...RELAYS, 'audit show'],
    help: 'name of the server in policies, pins and the log',
    helpFor: { 'audit show': 'records of this server' },
  },
  log: {
    ...relay,
    flag: '--log <file>',
    type: 'text',
    common: true,
    help: 'record decisions here; "off" records none (default: runtime/<server>.jsonl in the data folder)',
  },
  logAll: { ...relay, flag: '--log-all', type: 'flag', help: 'record every request, not only calls and what is not allowed' },
  redact: {
    ...relay,
    flag: '--redact',
    type: 'flag',
    negatable: true,
    help: 'take secrets out of results, also in audit mode; --no-redact: never',
  },
  rate: { ...relay, flag: '--rate <calls/min>', type: 'text', help: 'calls of tools a minute: 60/min' },
  maxMessage: {
    ...relay,
    flag: '--max-message <bytes>',
    type: 'number',
    least: 1024,
    most: 1_073_741_824,
    default: '4194304',
    help: 'longest message that is relayed',
  },
  env: {
    ...relay,
    flag: '--env <names>',
    type: 'list',
    commas: true,
    common: true,
    commands: ['shield'],
    help: 'variables that the server gets besides PATH, HOME and their like; repeatable, or with commas',
  },
  client: {
    flag: '--client <id>',
    type: 'list',
    names: 'client',
    commas: true,
    group: 'what to scan',
    help: 'only this client, as `castellan agents` names it; repeatable, or with commas',
    commands: SHIELD,
  },
  dryRun: {
    flag: '--dry-run',
    type: 'flag',
    group: 'what to scan',
    help: 'show what would be written, and write nothing',
    commands: ['shield install', 'shield remove'],
  },
  listen: {
    ...gateway,
    flag: '--listen <host:port>',
    type: 'text',
    common: true,
    help: 'serve the upstreams over HTTP at /mcp/<name>, in place of relaying to a command',
  },
  upstreams: {
    ...listening,
    flag: '--upstreams <file>',
    yaml: 'upstreams',
    type: 'text',
    common: true,
    help: 'servers behind the gateway: mcpServers as clients write it, YAML or JSON',
  },
  clientKeys: {
    ...listening,
    flag: '--client-keys <file>',
    type: 'text',
    help: 'clients that may sign in: a name and the SHA-256 of its key on each line',
  },
  maxSessions: {
    ...listening,
    flag: '--max-sessions <number>',
    type: 'number',
    least: 1,
    most: 10_000,
    default: '64',
    help: 'sessions of one client at one upstream',
  },
  sessionIdle: {
    ...listening,
    flag: '--session-idle <time>',
    type: 'duration',
    default: '30m',
    help: 'how long a session may be idle before it ends',
  },
  metrics: {
    ...listening,
    flag: '--metrics <host:port>',
    type: 'text',
    help: 'serve metrics for Prometheus at /metrics',
  },
  agent: {
    ...relay,
    flag: '--agent <name>',
    type: 'text',
    help: 'name of the agent that calls, in policies and for the control plane',
  },
  maxPolicyAge: {
    ...relay,
    flag: '--max-policy-age <time>',
    type: 'duration',
    default: '1d',
    help: 'how long policies of the control plane serve while it is away',
  },
  otlp: {
    ...relay,
    flag: '--otlp <url>',
    type: 'text',
    commands: [...RELAYING, 'serve'],
    help: 'send a span of each call here, as OTLP in JSON: a collector, or /v1/traces of the control plane',
    helpFor: { serve: 'send traces and metrics to this collector' },
  },
  otlpHeader: {
    ...relay,
    flag: '--otlp-header <name=value>',
    type: 'list',
    commands: [...RELAYING, 'serve'],
    needs: ['otlp', 'otlpEndpoint'],
    help: 'header of these requests, its value env:NAME or file:PATH; repeatable',
    helpFor: { serve: 'header for it, from env:NAME or file:PATH' },
  },
  tool: { flag: '--tool <name>', type: 'text', group: 'what to show', help: 'records of this tool', commands: ['audit show'] },
  effect: {
    flag: '--effect <effect>',
    type: 'choice',
    choices: ['allow', 'warn', 'redact', 'deny'],
    group: 'what to show',
    help: 'records of what was done, or would have been',
    commands: ['audit show'],
  },
  calls: {
    flag: '--calls <file>',
    type: 'text',
    group: 'relay',
    help: 'recorded calls, one JSON object a line: {"tool", "server"?, "arguments"?}',
    commands: ['policy test'],
  },
} as const satisfies Record<string, Setting>;

/** Calls a minute of `--rate`. Throws UsageError. */
export function rateOf(text: string | undefined, where = '--rate'): number | undefined {
  if (text === undefined) return undefined;
  const [, calls] = /^(\d{1,6})(?:\/min)?$/.exec(text) ?? [];
  const rate = Number(calls);
  if (calls === undefined || rate < 1) throw new UsageError({ where, message: 'expected calls a minute, as in 60/min' });
  return rate;
}
