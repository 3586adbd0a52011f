import type { Severity } from '../../model/severity.js';
import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { serverHit } from './hits.js';
import { type ServerSubject, startedThing } from './subject.js';

/** The repository configures a program that runs on this machine. */
export const projectConfigStartsProcess: Rule<ServerSubject> = {
  id: 'project-config-starts-process',
  family: 'mcp-config',
  title: 'Project starts a program',
  severity: 'none',
  confidence: 'high',
  rationale: 'Whoever may push to the repository decides what this server is; the client asks once, and not in every case again.',
  fix: 'Read the entry before you approve it, and look at it again whenever it changes.',
  references: ['OWASP MCP04', 'OWASP ASI05', 'CWE-829'],
  *check(subject): Generator<RuleHit> {
    const { config, server } = subject;
    if (config.scope !== 'project' || server.transport !== 'stdio') return;
    yield serverHit(subject, undefined, `starts ${quote(startedThing(subject), 120)}`, { severity: severityOf(subject) });
  },
};

/** A program of the project itself changes with it; a project that approves itself starts without a question. */
function severityOf({ server: { local_path: file }, selfApproved }: ServerSubject): Severity {
  if (selfApproved) return 'high';
  return file !== undefined && !/^(?:[/~]|[A-Za-z]:|\\\\)/.test(file) ? 'medium' : 'none';
}
