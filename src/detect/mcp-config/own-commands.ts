import type { ConfiguredCommand } from '../../model/ai-evidence.js';
import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../rule.js';
import { fileHit, quoteCommand } from './hits.js';
import { type ConfigSubject, isForeign } from './subject.js';

/** Clients whose files describe an agent that people pass on, wherever they lie. */
const AGENT_FILES = new Set(['kiro-agent', 'agent-front-matter']);

function* commandsOf({ config }: ConfigSubject, ...kinds: ConfiguredCommand['kind'][]): Generator<RuleHit> {
  for (const command of config.commands)
    if (kinds.includes(command.kind)) yield fileHit(config, command, `${quote(command.name, 60)}: ${quoteCommand(command.value)}`);
}

/** Commands that run at events of the client. */
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
    if (isForeign(subject.config) || AGENT_FILES.has(subject.config.client)) yield* commandsOf(subject, 'hook');
  },
};

/** Commands that give the client its credentials or its status line. */
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
    if (isForeign(subject.config)) yield* commandsOf(subject, 'key-helper', 'status-line');
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

/** A project that brings places to install from. */
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
    if (!isForeign(config)) return;
    const seen = new Set<string>();
    for (const setting of config.settings) {
      const [, name] = /^extraKnownMarketplaces\.(.+?)(?:\.(?:source|autoUpdate|installLocation)(?:\.|$)|$)/.exec(setting.name) ?? [];
      if (name === undefined || seen.has(name)) continue;
      seen.add(name);
      yield fileHit(config, setting, quote(name, 80));
    }
  },
};
