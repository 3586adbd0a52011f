import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { serverHit } from './hits.js';
import type { ServerSubject } from './subject.js';

/** Characters that reorder text or are invisible (Unicode UAX 9, UTS 39): bidirectional controls, zero widths, tags. */
const UNSEEN =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u3164\ufeff\uffa0]|[\u{e0000}-\u{e007f}]/u;
/**
 * Joiners are part of the spelling in Arabic, Persian and Indic scripts, and of emoji; after Latin, Greek and Cyrillic
 * letters they only hide text.
 */
const STRAY_JOINER = /(?:^|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{P}\p{Z}])[\u200c\u200d]/u;
const WORDS = /[\p{L}\p{M}]+/gu;
/** Scripts whose letters look alike. */
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
];
const MAX_LENGTH = 2000;

/** Why a name is not what it looks like; undefined for an honest one in any language. */
export function deceptionIn(name: string): string | undefined {
  const part = name.slice(0, MAX_LENGTH);
  if (UNSEEN.test(part) || STRAY_JOINER.test(part)) return 'has characters that cannot be seen';
  const mixed = (part.match(WORDS) ?? []).some((word) => SCRIPTS.filter((script) => script.test(word)).length > 1);
  return mixed ? 'mixes scripts within one word' : undefined;
}

/** The client shows this name when it asks for approval. */
export const deceptiveServerName: Rule<ServerSubject> = {
  id: 'deceptive-server-name',
  family: 'mcp-config',
  title: 'Server name deceives',
  severity: 'high',
  confidence: 'high',
  rationale: 'The name looks like another one, and the client’s question for approval shows nothing else.',
  fix: 'Rename the server in plain letters, and find out who wrote the entry.',
  references: ['OWASP MCP09', 'OWASP ASI09', 'CWE-1007'],
  *check(subject): Generator<RuleHit> {
    const why = deceptionIn(subject.server.name);
    if (why !== undefined) yield serverHit(subject, undefined, `"${quote(subject.server.name, 80)}" ${why}`);
  },
};
