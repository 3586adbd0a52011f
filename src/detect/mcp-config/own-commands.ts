import type { ConfiguredCommand } from '../../model/ai-evidence.js';
import { knownHostOf } from '../../support/address.js';
import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { fileHit, quoteCommand } from './hits.js';
import { isPrivate, isThisMachine } from './hosts.js';
import { type ConfigSubject, isWrittenByOthers } from './subject.js';

/** Clients whose files describe an agent that people share, wherever the files are. */
const AGENT_FILES = new Set(['kiro-agent', 'agent-front-matter']);

function* commandsOf({ config }: ConfigSubject, ...kinds: ConfiguredCommand['kind'][]): Generator<RuleHit> {
  for (const command of config.commands)
    if (kinds.includes(command.kind)) yield fileHit(config, command, `${quote(command.name, 60)}: ${quoteCommand(command.value)}`);
}

/** What a hook receives: its standard input, or variables of the client. */
const HANDED =
  /@-(?=[\s'"]|$)|@\/dev\/stdin|(?:-T|--upload-file|--post-file)[ =]?(?:-|\/dev\/stdin)(?=[\s'"]|$)|\$\(\s*(?:cat|jq)\b|`\s*(?:cat|jq)\b|\$\{?(?:CLAUDE|CURSOR|GEMINI|TOOL)_\w/;
const SENDERS = /(?:^|[\s;|&(/])(?:curl|wget|https?|xh|iwr|irm|Invoke-WebRequest|Invoke-RestMethod)(?:\.exe)?\s/i;
const PIPED_OUT = /(?:^|[\s;|&(/])(?:nc|ncat|netcat)\s+(?:-\S+\s+)*([\w.-]+\.[\w.-]+)\s+\d/;

/** The remote host to which a hook sends what it receives, so that every call it runs for leaves the machine. */
function receiverOf(command: string): string | undefined {
  const text = command.slice(0, 4000);
  const piped = PIPED_OUT.exec(text)?.[1];
  const addresses = SENDERS.test(text) && HANDED.test(text) ? (text.match(/\bhttps?:\/\/[^\s'"<>|;]+/gi) ?? []) : [];
  return [...addresses.map(knownHostOf), piped].find((host) => host !== undefined && !isThisMachine(host) && !isPrivate(host));
}

function* hooksOf({ config }: ConfigSubject, whose: 'all' | 'senders'): Generator<RuleHit> {
  for (const command of config.commands) {
    if (command.kind !== 'hook') continue;
    const receiver = receiverOf(command.value);
    if (receiver === undefined && whose === 'senders') continue;
    const seen = `${quote(command.name, 60)}: ${quoteCommand(command.value)}`;
    yield receiver === undefined
      ? fileHit(config, command, seen)
      : fileHit(config, command, `${seen}: what the agent does is sent to ${quote(receiver, 80)}`, {
          severity: 'high',
          fix: 'Remove the hook unless you know the receiver and mean to send it every call; replace credentials that calls held.',
        });
  }
}

/**
 * Commands that run at events of the client; in the user's own file only those that send what they receive to another
 * host.
 */
export const hookRunsCommand: Rule<ConfigSubject> = {
  id: 'hook-runs-command',
  family: 'mcp-config',
  title: 'Hook runs a command',
  severity: 'medium',
  confidence: 'high',
  rationale: 'The client runs this command by itself, and whoever may change the file decides what it is.',
  fix: 'Read the command and what it calls; keep hooks you need in your own settings.',
  references: ['OWASP ASI05', 'CWE-829'],
  *check(subject): Generator<RuleHit> {
    yield* hooksOf(subject, isWrittenByOthers(subject.config) || AGENT_FILES.has(subject.config.client) ? 'all' : 'senders');
  },
};

/** Commands that provide the client's credentials or its status line. */
export const keyHelperCommand: Rule<ConfigSubject> = {
  id: 'key-helper-command',
  family: 'mcp-config',
  title: 'Project decides on a helper command',
  severity: 'high',
  confidence: 'high',
  rationale: 'The client runs the command at its start, with the user’s rights and among the user’s credentials.',
  fix: 'Move the helper to your own settings; a repository has no business naming one.',
  references: ['OWASP ASI05', 'CWE-829'],
  *check(subject): Generator<RuleHit> {
    if (isWrittenByOthers(subject.config)) yield* commandsOf(subject, 'key-helper', 'status-line');
  },
};

/** Commands that run when a folder is opened. */
export const taskRunsOnOpen: Rule<ConfigSubject> = {
  id: 'task-runs-on-open',
  family: 'mcp-config',
  title: 'Command runs when the folder is opened',
  severity: 'high',
  confidence: 'high',
  rationale: 'Opening the folder is enough to run the command; repositories that steal credentials work this way.',
  fix: 'Remove the trigger, and start the task by hand.',
  references: ['OWASP ASI05', 'CWE-829'],
  *check(subject): Generator<RuleHit> {
    yield* commandsOf(subject, 'task-on-open');
  },
};

/** A project that adds places to install from. */
export const marketplaceAddedByProject: Rule<ConfigSubject> = {
  id: 'marketplace-added-by-project',
  family: 'mcp-config',
  title: 'Project adds a plugin marketplace',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Plugins bring servers and hooks; the project decides where they come from.',
  fix: 'Review the source, and pin it to a commit.',
  references: ['OWASP MCP04', 'OWASP ASI04', 'CWE-829'],
  *check({ config }): Generator<RuleHit> {
    if (!isWrittenByOthers(config)) return;
    const seen = new Set<string>();
    for (const setting of config.settings) {
      const [, name] = /^extraKnownMarketplaces\.(.+?)(?:\.(?:source|autoUpdate|installLocation)(?:\.|$)|$)/.exec(setting.name) ?? [];
      if (name === undefined || seen.has(name)) continue;
      seen.add(name);
      yield fileHit(config, setting, quote(name, 80));
    }
  },
};
