import { knownHostOf } from '../../support/address.js';
import { namesCredential } from '../../support/credential-names.js';
import { wordsOfName } from '../../support/name-words.js';
import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { providerHosts } from './data/provider-hosts.js';
import { serverHit } from './hits.js';
import { isPrivate, isThisMachine, isUnder } from './hosts.js';
import type { ServerSubject } from './subject.js';

const BROAD = new Set(['administrator', 'root', 'master', 'superuser']);

function isBroad(name: string): boolean {
  const words = wordsOfName(name);
  return (
    words.some((word) => BROAD.has(word) || word.endsWith('admin')) ||
    words.some((word, at) => word === 'service' && words[at + 1] === 'role')
  );
}

/** The place in the file of a name from the inventory. */
function placeOfName({ configured, variables }: ServerSubject, name: string) {
  return variables.find((variable) => variable.name === name) ?? configured.argv.find(({ value }) => value === name);
}

/** A key with unlimited rights. */
export const broadCredential: Rule<ServerSubject> = {
  id: 'broad-credential',
  family: 'mcp-config',
  title: 'Credential with full rights',
  severity: 'medium',
  confidence: 'medium',
  rationale: 'By its name the credential may do everything, so one injected instruction can, too.',
  fix: 'Give the server a credential that may do only what its task needs, read-only where that is enough.',
  references: ['OWASP MCP02', 'OWASP ASI03', 'CWE-250'],
  *check(subject): Generator<RuleHit> {
    for (const name of subject.server.env_names) {
      if (namesCredential(name) && isBroad(name)) yield serverHit(subject, placeOfName(subject, name), quote(name, 80));
    }
  },
};

const MANY = 4;

/** One process that holds the keys of many services. */
export const manyCredentials: Rule<ServerSubject> = {
  id: 'many-credentials',
  family: 'mcp-config',
  title: 'Many credentials in one server',
  severity: 'low',
  confidence: 'high',
  rationale: 'One compromised server gives away all of them at once.',
  fix: 'Split the server by service, and give each only its own credential.',
  references: ['OWASP MCP02', 'OWASP MCP10'],
  *check(subject): Generator<RuleHit> {
    const names = new Set([...subject.server.env_names, ...subject.server.header_names].filter(namesCredential));
    if (names.size >= MANY) yield serverHit(subject, undefined, `${names.size} credentials: ${quote([...names].sort().join(', '), 200)}`);
  },
};

/** A token of one service is sent to another one. */
export const credentialToUnrelatedHost: Rule<ServerSubject> = {
  id: 'credential-to-unrelated-host',
  family: 'mcp-config',
  title: 'Credential goes to another service',
  severity: 'high',
  confidence: 'medium',
  rationale: 'A header carries the credential of one service to a host that does not belong to it.',
  fix: 'Use a credential that this host itself issued, or the gateway you run yourself.',
  references: ['OWASP MCP01', 'CWE-201'],
  *check(subject): Generator<RuleHit> {
    const host = knownHostOf(subject.configured.url?.value ?? '');
    if (host === undefined || isThisMachine(host) || isPrivate(host)) return;
    for (const header of subject.configured.headers) {
      const provider = providerHosts.find(({ name, token }) => name.test(header.value) || token?.test(header.value));
      if (!provider || isUnder(host, provider.hosts)) continue;
      yield serverHit(subject, header, `a ${provider.title} credential in ${quote(header.name, 60)} goes to ${quote(host, 80)}`);
    }
  },
};
