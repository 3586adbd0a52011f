import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { archivedServers } from './data/archived-servers.js';
import { serverHit } from './hits.js';
import { packagePlace } from './package-place.js';
import type { ServerSubject } from './subject.js';

/** A reference server that its authors no longer maintain. */
export const archivedServer: Rule<ServerSubject> = {
  id: 'archived-server',
  family: 'mcp-config',
  title: 'Server no longer maintained',
  severity: 'low',
  confidence: 'high',
  rationale: 'The server was archived by its authors: what is found in it stays unfixed.',
  fix: 'Move to the successor its vendor maintains, or to a maintained fork you have reviewed.',
  references: ['OWASP MCP04', 'OWASP ASI04', 'CWE-1104'],
  *check(subject): Generator<RuleHit> {
    const { package: fetched } = subject.server;
    if (!fetched) return;
    const plain = fetched.ecosystem === 'pypi' ? fetched.name.toLowerCase().replace(/[-_.]+/g, '-') : fetched.name;
    if (!archivedServers[fetched.ecosystem]?.has(plain)) return;
    yield serverHit(subject, packagePlace(subject, fetched.name), quote(fetched.name));
  },
};
