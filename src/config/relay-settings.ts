import type { Setting } from './setting.js';

/** The commands that relay between an agent and an MCP server. */
export const RELAYS = ['proxy', 'run proxy', 'shield'] as const;

const relay = { group: 'relay', commands: RELAYS } as const;

/** What stands between an agent and a server, and what it does there. */
export const relaySettings = {
  url: {
    ...relay,
    flag: '--url <url>',
    type: 'text',
    common: true,
    commands: ['proxy'],
    help: 'relay to the remote server at this address, instead of one that a command starts',
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
    helpFor: { shield: 'report what enforcing would do, or do it (default: enforce)' },
  },
  server: {
    ...relay,
    flag: '--server <name>',
    type: 'text',
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
