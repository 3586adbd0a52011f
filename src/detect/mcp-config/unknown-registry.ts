import type { Placed } from '../../model/ai-evidence.js';
import { knownHostOf } from '../../support/address.js';
import { quote } from '../../support/quote.js';
import { redactUrl } from '../../support/redact.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { serverHit } from './hits.js';
import { isThisMachine, isUnder } from './hosts.js';
import type { ServerSubject } from './subject.js';

const FLAG = /^(?:--registry|--index|--index-url|--default-index|--extra-index-url|--source|--add-source|-i)$/;
const VARIABLE =
  /^(?:npm_config_registry|yarn_npm_registry_server|bun_config_registry|(?:uv|pip)_(?:default_|extra_)?index(?:_url)?|goproxy)$/i;
const PUBLIC = ['npmjs.org', 'npmjs.com', 'yarnpkg.com', 'pypi.org', 'pythonhosted.org', 'jsr.io', 'nuget.org', 'golang.org'];

/** Packages come from a registry other than the public one. */
export const unknownRegistry: Rule<ServerSubject> = {
  id: 'unknown-registry',
  family: 'mcp-config',
  title: 'Package comes from another registry',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Whoever runs this registry decides what the name stands for; advisories about the public package say nothing about it.',
  fix: 'Remove the switch, or configure your own registry for your own scope only.',
  references: ['OWASP MCP04', 'CWE-494'],
  *check(subject): Generator<RuleHit> {
    if (!subject.server.package) return;
    for (const address of addressesOf(subject)) {
      const host = knownHostOf(address.value);
      if (host === undefined || isThisMachine(host) || isUnder(host, PUBLIC)) continue;
      yield serverHit(subject, address, quote(redactUrl(address.value), 120));
    }
  },
};

function* addressesOf({ configured: { argv }, variables }: ServerSubject): Generator<Placed> {
  for (const [at, word] of argv.entries()) {
    const [, flag = word.value, attached] = /^(--[a-z-]+)=(.+)$/s.exec(word.value) ?? [];
    const value = attached === undefined ? argv[at + 1] : { ...word, value: attached };
    if (FLAG.test(flag) && value) yield value;
  }
  yield* variables.filter(({ name }) => VARIABLE.test(name));
}
