import { quote } from '../../support/quote.js';
import type { Rule, RuleHit, RuleInfo } from '../contract/rule.js';
import { fileHit, quoteCommand, serverHit } from './hits.js';
import { argvWord } from './inline-commands.js';
import { runsDownload } from './run-downloads.js';
import { codeText, shellText } from './shells.js';
import { type ConfigSubject, isWrittenByOthers, type ServerSubject } from './subject.js';

const about: RuleInfo = {
  id: 'download-and-run',
  family: 'mcp-config',
  title: 'Downloads a program and runs it',
  severity: 'high',
  confidence: 'high',
  rationale: 'What is fetched runs at once: whoever controls that address, or the way to it, controls this machine.',
  fix: 'Download once, review it, check its digest and start the local file; better, use a package with a fixed version.',
  references: ['OWASP MCP05', 'OWASP ASI05', 'CWE-494'],
};

const severityIn = (config: ConfigSubject['config']) => (isWrittenByOthers(config) ? 'critical' : 'high');

/** Checks the commands that a server's launch line passes to a shell or an interpreter. */
export const serverDownloads: Rule<ServerSubject> = {
  ...about,
  *check(subject): Generator<RuleHit> {
    for (const step of subject.steps) {
      const text = shellText(step) ?? codeText(step);
      const seen = text && runsDownload(text.text);
      if (!text || seen === undefined) continue;
      yield serverHit(subject, argvWord(subject, text), quoteCommand(seen), { severity: severityIn(subject.config) });
      return;
    }
  },
};

/** Checks hooks, tasks, key helpers and status lines. */
export const commandDownloads: Rule<ConfigSubject> = {
  ...about,
  *check({ config }): Generator<RuleHit> {
    for (const command of config.commands) {
      const seen = runsDownload(command.value);
      if (seen !== undefined)
        yield fileHit(config, command, `${command.kind} ${quote(command.name, 60)}: ${quoteCommand(seen)}`, {
          severity: severityIn(config),
        });
    }
  },
};
