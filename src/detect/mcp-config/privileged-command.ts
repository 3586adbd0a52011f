import type { Rule, RuleHit } from '../contract/rule.js';
import { serverHit } from './hits.js';
import type { ServerSubject } from './subject.js';

const RAISES = new Set(['sudo', 'doas', 'runas', 'gsudo', 'pkexec']);

/** The server gets more rights than its user. */
export const privilegedCommand: Rule<ServerSubject> = {
  id: 'privileged-command',
  family: 'mcp-config',
  title: 'Server runs with raised privileges',
  severity: 'high',
  confidence: 'high',
  rationale: 'The server, and whatever an agent makes it do, runs with the rights of the administrator.',
  fix: 'Start it as yourself; give it the one right it lacks, for example by a group or a narrow capability.',
  references: ['OWASP MCP02', 'OWASP ASI03', 'CWE-250'],
  *check(subject): Generator<RuleHit> {
    const step = subject.steps.find(({ program }) => RAISES.has(program));
    const word = step?.words[0];
    if (step && word) yield serverHit(subject, subject.configured.argv[word.index], `starts with ${step.program}`);
  },
};
