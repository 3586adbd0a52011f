import { knownHostOf } from '../../support/address.js';
import { quote } from '../../support/quote.js';
import { redactUrl } from '../../support/redact.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { serverHit } from './hits.js';
import { isThisMachine } from './hosts.js';
import type { ServerSubject } from './subject.js';

/** The file holds nothing that authenticates the client; clients that sign in when they connect store nothing there. */
export const remoteWithoutAuth: Rule<ServerSubject> = {
  id: 'remote-without-auth',
  family: 'mcp-config',
  title: 'Remote server without credentials in the file',
  severity: 'none',
  confidence: 'low',
  rationale: 'Either the client logs in when it connects, or the server serves everybody; the file does not tell.',
  fix: 'Make sure that the server asks for a login (OAuth) before it lists its tools.',
  references: ['OWASP MCP07', 'CWE-306'],
  *check(subject): Generator<RuleHit> {
    const { configured, server } = subject;
    const host = knownHostOf(configured.url?.value ?? '');
    if (host === undefined || isThisMachine(host) || server.header_names.length > 0 || server.env_names.length > 0) return;
    if (/[?&][^=&]{0,40}(?:key|token|auth|secret)[^=&]{0,20}=/i.test(configured.url?.value ?? '')) return;
    yield serverHit(subject, configured.url, quote(redactUrl(configured.url?.value ?? ''), 120));
  },
};
