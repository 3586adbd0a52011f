import type { Placed } from '../../model/ai-evidence.js';
import type { Severity } from '../../model/severity.js';
import { knownHostOf } from '../../support/address.js';
import { quote } from '../../support/quote.js';
import { redactUrl } from '../../support/redact.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { holdsCredentials, serverHit } from './hits.js';
import { isPrivate, isThisMachine } from './hosts.js';
import type { ServerSubject } from './subject.js';

/** Programs that connect a client to a remote server whose address is an argument. */
const BRIDGES = new Set([
  'mcp-remote',
  'mcp-proxy',
  'supergateway',
  'mcp-remote-client',
  'mcp-bridge',
  'mcp-client-cli',
  'fastmcp',
  'mcp-proxy-for-aws',
]);

function* addressesOf({ configured, server, steps }: ServerSubject): Generator<Placed> {
  if (configured.url) yield configured.url;
  const isBridge = BRIDGES.has(server.package?.name ?? '') || steps.some(({ program }) => BRIDGES.has(program.replace(/@[^@]*$/, '')));
  if (!isBridge) return;
  for (const word of configured.argv) {
    const address = /^(?:--[a-z-]{1,40}=)?((?:http|ws):\/\/.+)$/is.exec(word.value)?.[1];
    if (address !== undefined) yield { ...word, value: address };
  }
}

/** Traffic that anybody on the network path can read and change. */
export const plainHttpRemote: Rule<ServerSubject> = {
  id: 'plain-http-remote',
  family: 'mcp-config',
  title: 'Remote server without encryption',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Everybody on the way to the server can read what is sent and change the tools and answers that come back.',
  fix: 'Use the https:// address of the server; where it has none, reach it through a tunnel.',
  references: ['OWASP MCP07', 'CWE-319'],
  *check(subject): Generator<RuleHit> {
    for (const address of addressesOf(subject)) {
      if (!/^(?:http|ws):\/\//i.test(address.value)) continue;
      const host = knownHostOf(address.value);
      if (host === undefined || isThisMachine(host)) continue;
      const shown = quote(redactUrl(address.value), 120);
      const fix = `Write \`${shown.replace(/^http/i, 'https').replace(/^ws/i, 'wss')}\` once the server speaks TLS.`;
      yield serverHit(subject, address, shown, { severity: severityOf(subject, host), fix });
    }
  },
};

function severityOf(subject: ServerSubject, host: string): Severity {
  if (isPrivate(host)) return 'low';
  return holdsCredentials(subject) || subject.configured.headers.length > 0 ? 'high' : 'medium';
}
