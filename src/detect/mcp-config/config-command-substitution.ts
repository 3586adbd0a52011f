import type { Rule, RuleHit } from '../contract/rule.js';
import { quoteCommand, serverHit } from './hits.js';
import { isWrittenByOthers, type ServerSubject } from './subject.js';

/** The client itself runs a command to get a value. */
export const configCommandSubstitution: Rule<ServerSubject> = {
  id: 'config-command-substitution',
  family: 'mcp-config',
  title: 'Value is the output of a command',
  severity: 'low',
  confidence: 'high',
  rationale: 'This client runs the command when it reads the file, before any server starts and without asking.',
  fix: 'Put the value into the environment and refer to it by name.',
  references: ['OWASP MCP05', 'OWASP ASI05', 'CWE-78'],
  *check(subject): Generator<RuleHit> {
    const severity = isWrittenByOthers(subject.config) ? 'high' : 'low';
    for (const value of subject.configured.substitutions) yield serverHit(subject, value, quoteCommand(value.value), { severity });
  },
};
