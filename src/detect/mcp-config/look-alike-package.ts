import type { Confidence } from '../../model/finding.js';
import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { maliciousServers } from './data/bad-servers.js';
import { serverHit } from './hits.js';
import { type Imitated, imitatedServer } from './imitation.js';
import { packagePlace } from './package-place.js';
import type { ServerSubject } from './subject.js';

const HOW: Readonly<Record<Imitated['how'], { words: string; confidence: Confidence }>> = {
  scope: { words: 'its scope is one slip away', confidence: 'medium' },
  unscoped: { words: 'the scope is missing', confidence: 'low' },
  separators: { words: 'only separators differ', confidence: 'low' },
  slip: { words: 'one slip away', confidence: 'low' },
};

/** A name that is easily mistaken for a well-known server's. */
export const lookAlikePackage: Rule<ServerSubject> = {
  id: 'look-alike-package',
  family: 'mcp-config',
  title: 'Name looks like a well-known server',
  severity: 'medium',
  confidence: 'low',
  rationale: 'The package is not the well-known one; names one slip away are how imitations get installed.',
  fix: 'Check who publishes the package; if the well-known one was meant, write its name.',
  references: ['OWASP MCP04', 'OWASP MCP09', 'CWE-1007'],
  *check(subject): Generator<RuleHit> {
    const { package: fetched } = subject.server;
    if (!fetched || isKnownBad(fetched.name) || isOwned(fetched.name, subject)) return;
    const imitated = imitatedServer(fetched.ecosystem, fetched.name);
    if (!imitated) return;
    const { words, confidence } = HOW[imitated.how];
    const evidence = `${quote(fetched.name)} for ${quote(imitated.name)}: ${words}`;
    yield serverHit(subject, packagePlace(subject, fetched.name), evidence, {
      severity: imitated.how === 'scope' ? 'high' : 'medium',
      confidence,
      fix: `If \`${imitated.name}\` was meant, write that name; otherwise check who publishes this one.`,
    });
  },
};

function isKnownBad(name: string): boolean {
  return maliciousServers.some((server) => server.name === name);
}

function isOwned(name: string, { owned }: ServerSubject): boolean {
  return owned.has(name) || (name.startsWith('@') && owned.has(name.slice(0, name.indexOf('/'))));
}
