import { type Command, CommanderError, Option } from 'commander';
import { readChoice } from '../config/choice.js';
import { optionName } from '../config/option-name.js';
import { selectSettings, settings } from '../config/settings.js';
import { onNotice } from '../support/notice.js';
import { redact } from '../support/redact.js';
import { safeLines } from '../support/terminal.js';
import type { CommandContext, CommandEntry, Invocation } from './command.js';
import { answerFormats, commandFormats } from './command-formats.js';
import { exitCodes } from './exit-codes.js';
import { allHelp, HELP_ALL, shortHelp } from './help-text.js';
import { CommandLine, requireKnownCommand } from './program-command.js';
import { version } from './version.js';

/** Every command, in the order of the help. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'scan',
    summary: 'Find vulnerable, malicious and misconfigured things in a project',
    operands: '[paths...]',
    examples: ['castellan scan', 'castellan scan --format sarif=castellan.sarif --fail-on-severity high', 'castellan scan --demo'],
    formats: commandFormats.scan,
    exits: '0 no gate matched, 1 a gate matched or the scan is incomplete, 2 usage or nothing to scan, 3 stale database',
    load: () => import('./commands/scan.js'),
  },
  {
    name: 'agents',
    summary: 'Show AI clients, their MCP servers, what these hold and can do',
    operands: '[folders...]',
    examples: ['castellan agents', 'castellan agents --introspect --pin', 'castellan agents --home ./backup/home --os darwin'],
    formats: commandFormats.agents,
    exits: '0 no gate matched, 1 a gate matched or a definition drifted, 2 usage or none found, 130 or 143 interrupted',
    load: () => import('./commands/agents.js'),
  },
  {
    name: 'skills audit',
    summary: 'Judge skills and instruction files before an agent follows them',
    operands: '[paths...]',
    examples: ['castellan skills audit', 'castellan skills audit ~/.claude/skills --fail-on-verdict suspicious'],
    formats: commandFormats['skills audit'],
    exits: '0 below the verdict, 1 at or above it or incomplete, 2 usage or no files',
    load: () => import('./commands/skills-audit.js'),
  },
  {
    name: 'check',
    summary: 'Look single packages up before you install them',
    operands: '<specs...>',
    examples: [
      'castellan check lodash@4.17.20 -e npm',
      'castellan check pypi:requests==2.31.0',
      'castellan check "npx -y mcp-remote@0.1.15"',
    ],
    formats: commandFormats.check,
    exits: '0 clean, 1 vulnerable or malicious, 2 usage or no offline data',
    load: () => import('./commands/check.js'),
  },
  {
    name: 'graph',
    summary: 'Walk the graph of a saved report',
    operands: '<report>',
    examples: ['castellan graph report.json --path cursor GITHUB_TOKEN', 'castellan graph report.json --impact lodash@4.17.20 -f mermaid'],
    formats: commandFormats.graph,
    exits: '0 shown, 1 nothing joins the two nodes, 2 usage',
    load: () => import('./commands/graph.js'),
  },
  {
    name: 'explain',
    summary: 'Explain an advisory, or a finding of a saved report',
    operands: '<id>',
    examples: ['castellan explain CVE-2021-44228', 'castellan explain CVE-2021-44228 --report report.json'],
    formats: commandFormats.explain,
    exits: '0 explained, 1 no such advisory or finding, 2 usage',
    load: () => import('./commands/explain.js'),
  },
  {
    name: 'rules list',
    summary: 'List the rules of the detectors',
    examples: ['castellan rules list', 'castellan rules list --family skills --format json'],
    formats: commandFormats['rules list'],
    exits: '0 listed, 2 usage',
    load: () => import('./commands/rules-list.js'),
  },
  {
    name: 'rules explain',
    summary: 'Explain one rule',
    operands: '<id>',
    examples: ['castellan rules explain INJ-01'],
    formats: commandFormats['rules explain'],
    exits: '0 explained, 2 no such rule',
    load: () => import('./commands/rules-explain.js'),
  },
  {
    name: 'mcp serve',
    summary: 'Offer the scanner as read-only MCP tools',
    examples: ['castellan mcp serve', 'castellan mcp serve --http --port 7337 --root ~/projects'],
    exits: '0 the client left, 1 cannot listen, 2 usage, 130 or 143 stopped by a signal',
    load: () => import('./commands/mcp-serve.js'),
  },
  {
    name: 'proxy',
    summary: 'Stand between an agent and an MCP server, and record what is called',
    operands: '[command...]',
    examples: [
      'castellan proxy -- npx -y @modelcontextprotocol/server-everything',
      'castellan proxy --policy standard --mode enforce -- ./server',
      'castellan proxy --url https://mcp.example/mcp --header "Authorization=Bearer env:TOKEN"',
      'castellan proxy --listen 127.0.0.1:8423 --upstreams mcp.json',
    ],
    exits:
      "0 the server ended well, or the client of a remote one left, 1 it cannot be started or reached, 2 usage or a bad policy, 130 interrupted; else the server's own",
    load: () => import('./commands/proxy.js'),
  },
  {
    name: 'proxy status',
    summary: 'Show how the servers behind a running gateway are',
    examples: ['castellan proxy status', 'castellan proxy status --url http://127.0.0.1:8423 --format json'],
    formats: ['console', 'json'],
    exits: '0 shown, 1 no gateway answers, 2 usage',
    load: () => import('./commands/proxy-status.js'),
  },
  {
    name: 'run proxy',
    summary: 'Find the command of an MCP server and relay to it',
    operands: '<server> [arguments...]',
    examples: ['castellan run proxy npx/@modelcontextprotocol/server-everything', 'castellan run proxy github --policy standard'],
    exits: "0 the server ended well, 1 it cannot be started, 2 usage or no such server, 130 interrupted; else the server's own",
    load: () => import('./commands/run-proxy.js'),
  },
  {
    name: 'shield',
    summary: 'Relay to an MCP server under the strict preset, with named variables only',
    operands: '<command...>',
    examples: ['castellan shield --env GITHUB_TOKEN -- npx -y @acme/github-server'],
    exits: "0 the server ended well, 1 it or a variable is missing, 2 usage or a bad policy, 130 interrupted; else the server's own",
    load: () => import('./commands/shield.js'),
  },
  {
    name: 'shield install',
    summary: 'Put castellan before the MCP servers that AI clients start',
    examples: ['castellan shield install', 'castellan shield install --client cursor --mode audit --yes'],
    exits: '0 written or nothing to write, 1 a file or server was left out or you said no, 2 usage or nobody to ask',
    load: () => import('./commands/shield-install.js'),
  },
  {
    name: 'shield status',
    summary: 'Show which MCP servers of AI clients start through castellan',
    examples: ['castellan shield status', 'castellan shield status --format json'],
    formats: answerFormats,
    exits: '0 shown, 1 the record cannot be read, 2 usage',
    load: () => import('./commands/shield-status.js'),
  },
  {
    name: 'shield remove',
    summary: 'Take castellan out of the configurations of AI clients again',
    examples: ['castellan shield remove', 'castellan shield remove --client cursor --yes'],
    exits: '0 written or nothing to write, 1 a file was left out or you said no, 2 usage or nobody to ask',
    load: () => import('./commands/shield-remove.js'),
  },
  {
    name: 'serve',
    summary: 'Run the control plane: the same domain as an HTTP API for a team',
    examples: ['castellan serve', 'castellan serve --scan-roots ~/projects', 'castellan serve --bootstrap-admin acme --key-file admin.key'],
    exits: '0 the admin key is made, 1 it is not or the server cannot start, 2 usage, 130 or 143 stopped by a signal',
    load: () => import('./commands/serve.js'),
  },
  {
    name: 'pin accept',
    summary: 'Take what an MCP server offers now as approved, after showing what changed',
    operands: '<server>',
    examples: ['castellan pin accept github', 'castellan pin accept github --lock castellan.lock --yes'],
    exits: '0 accepted or unchanged, 1 the server cannot be asked or you said no, 2 usage or no such server',
    load: () => import('./commands/pin-accept.js'),
  },
  {
    name: 'policy show',
    summary: 'Print a preset of gateway policies as a file to begin with',
    operands: '<preset>',
    examples: ['castellan policy show strict', 'castellan policy show standard > gateway.yaml'],
    formats: ['yaml', 'json'],
    exits: '0 printed, 2 no such preset',
    load: () => import('./commands/policy-show.js'),
  },
  {
    name: 'policy test',
    summary: 'Show what gateway policies would do with recorded calls',
    operands: '<file>',
    examples: ['castellan policy test gateway.yaml --calls calls.jsonl'],
    formats: ['console', 'json'],
    exits: '0 judged, 1 a file cannot be read, 2 usage, a bad policy or a bad call',
    load: () => import('./commands/policy-test.js'),
  },
  {
    name: 'audit show',
    summary: 'Show what the log of a relay has recorded',
    operands: '<file>',
    examples: ['castellan audit show github.jsonl', 'castellan audit show github.jsonl --effect deny'],
    formats: ['console', 'json'],
    exits: '0 shown, 1 it cannot be read, 2 usage',
    load: () => import('./commands/audit-show.js'),
  },
  {
    name: 'audit verify',
    summary: "Verify the audit chain of the control plane, its export, or a relay's log",
    operands: '[file]',
    examples: ['castellan audit verify', 'castellan audit verify audit-acme.jsonl --audit-key-file audit.key'],
    exits: '0 whole, 1 changed, cut or unreadable',
    load: () => import('./commands/audit-verify.js'),
  },
  {
    name: 'push',
    summary: 'Send saved results to the control plane',
    operands: '<files...>',
    examples: ['castellan push report.json --control-plane https://cp.example --key-file key', 'castellan push *.sarif'],
    exits: '0 all taken, 1 the key, the moment or the way there was wrong, 2 usage, or the control plane refuses what a file holds',
    load: () => import('./commands/push.js'),
  },
  {
    name: 'db update',
    summary: 'Bring the advisory database up to date',
    examples: ['castellan db update', 'castellan db update -e npm,PyPI', 'castellan db update --from ./feeds'],
    exits: '0 updated or unchanged, 1 a feed could not be had',
    load: () => import('./commands/db-update.js'),
  },
  {
    name: 'db status',
    summary: 'Show what the advisory database holds and how old it is',
    examples: ['castellan db status', 'castellan db status --db ./advisories.db'],
    exits: '0 readable, 1 missing or unreadable',
    load: () => import('./commands/db-status.js'),
  },
  {
    name: 'db export',
    summary: 'Write the database to a file for another machine',
    operands: '<file>',
    examples: ['castellan db export advisories.castellan-db'],
    exits: '0 written, 1 not',
    load: () => import('./commands/db-export.js'),
  },
  {
    name: 'db import',
    summary: 'Take the database over from an exported file',
    operands: '<file>',
    examples: ['castellan db import advisories.castellan-db'],
    exits: '0 taken over, 1 not',
    load: () => import('./commands/db-import.js'),
  },
  {
    name: 'db backup',
    summary: 'Copy the database of the control plane, also while it serves',
    operands: '<file>',
    examples: ['castellan db backup /backups/control-plane.db'],
    exits: '0 written, 1 not, 2 usage or the database is PostgreSQL',
    load: () => import('./commands/db-backup.js'),
  },
  {
    name: 'db path',
    summary: 'Print where the advisory database lies',
    examples: ['castellan db path'],
    exits: '0 printed',
    load: () => import('./commands/db-path.js'),
  },
];

/** Runs the command line; returns the exit code. */
export async function runProgram(argv: readonly string[], context: CommandContext): Promise<number> {
  let code: number = exitCodes.success;
  const program = new CommandLine('castellan');
  const wantsAll = argv.includes(HELP_ALL);
  program
    .description('Security scanner for AI agents, MCP servers and the software under them')
    .version(version, '-V, --version', 'print the version')
    .configureOutput({ writeOut: context.io.out, writeErr: (text) => context.io.err(safeLines(redact(text.trimEnd()))) })
    .exitOverride();
  for (const entry of commands) {
    const command = addCommand(program, entry, async (invocation) => {
      const module = await entry.load();
      if (invocation.flags.quiet !== true) onNotice(context.io.err);
      code = await module.run(invocation, context);
    });
    command.helpInformation = () => (wantsAll ? allHelp : shortHelp)(command, entry);
  }
  splitOptions(program, argv[0]);
  try {
    const words = argv.map((word) => (word === HELP_ALL ? '--help' : word));
    requireKnownCommand(program, words);
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return commanderCode(error);
    throw error;
  }
  return code;
}

/** A command that takes operands and has subcommands, too: what stands behind the name of a subcommand is an option of that one alone. */
function splitOptions(program: Command, first: string | undefined): void {
  const command = program.commands.find((one) => one.name() === first);
  if (command === undefined || command.commands.length === 0 || command.registeredArguments.length === 0) return;
  program.enablePositionalOptions();
  command.enablePositionalOptions();
}

/** commander has already printed its message. Help and version are not errors. */
function commanderCode(error: CommanderError): number {
  return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
}

function addCommand(program: Command, entry: CommandEntry, action: (invocation: Invocation) => Promise<void>): Command {
  const command = subcommand(program, entry.name).summary(entry.summary).description(`${entry.summary}.`);
  if (entry.operands) command.argument(entry.operands);
  for (const [, setting] of selectSettings(entry.name)) {
    if (!setting.flag) continue;
    const option = new Option(setting.flag);
    if (setting.choices) option.argParser((value: string) => readChoice(setting, value, optionName(setting)));
    if (setting.type === 'list')
      // An option takes only the value right after it: `--sbom app.json .` still scans the folder.
      option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
    command.addOption(option);
    if (setting.negatable) command.addOption(new Option(setting.flag.replace('--', '--no-')));
  }
  command.action(() => action({ flags: defined(command.optsWithGlobals()), operands: command.args }));
  return command;
}

/** commander gives `--no-x` options the default true; only what the user typed counts as a flag. */
function defined(options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([key, value]) => value !== undefined && !(value === true && isNegated(key))));
}

function isNegated(key: string): boolean {
  return Object.entries(settings).some(([name, setting]) => name === key && 'flag' in setting && setting.flag.includes('--no-'));
}

const groupSummaries: Readonly<Record<string, string>> = {
  db: 'Keep the advisory database; back the control plane up',
  skills: 'Audit skills and instruction files',
  rules: 'Show what the detectors look for',
  mcp: 'Serve the scanner to AI agents',
  run: 'Relay to an MCP server that is named, not spelt out',
  pin: 'Keep what was approved of MCP servers',
  policy: 'Show presets of gateway policies, and try policies out',
  audit: 'Show and check what the control plane and relays have recorded',
};

function subcommand(program: Command, name: string): Command {
  const [first, second] = name.split(' ');
  if (first === undefined || second === undefined) return program.command(name);
  const group =
    program.commands.find((command) => command.name() === first) ??
    program
      .command(first)
      .summary(groupSummaries[first] ?? '')
      .exitOverride();
  return group.command(second);
}
