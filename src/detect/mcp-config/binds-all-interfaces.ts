import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { containerOptions } from './containers.js';
import { serverHit, weighed } from './hits.js';
import type { ServerSubject } from './subject.js';

const FLAG =
  /^--?(?:(?:[a-z]+-)?host(?:name)?|bind(?:-(?:address|addr|host|all))?|listen(?:-(?:address|addr|host))?|addr(?:ess)?|interface|ip)$/i;
const VARIABLE = /(?:^|_)(?:HOST|BIND|BIND_(?:ADDRESS|ADDR|HOST)|LISTEN|LISTEN_(?:ADDRESS|ADDR|HOST)|LISTEN_ON|SERVER_ADDRESS|INTERFACE)$/i;
const EVERYWHERE = /^(?:(?:tcp|https?):\/\/)?(?:0\.0\.0\.0|\[?::0?\]?|\*)(?::\d{1,5})?\/?$|^:\d{2,5}$/;
const ORIGINS = /^--?(?:allow(?:ed)?-origins?|cors(?:-(?:allow-)?origins?)?)$/i;

/** A port that other machines in the network can reach. */
export const bindsAllInterfaces: Rule<ServerSubject> = {
  id: 'binds-all-interfaces',
  family: 'mcp-config',
  title: 'Server listens on every network',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Everybody in the same network, and through rebinding any web page, can call the tools of the server.',
  fix: 'Bind to 127.0.0.1: `--host 127.0.0.1`, or `-p 127.0.0.1:8080:8080` for a container.',
  references: ['OWASP MCP07', 'CWE-1327', 'CWE-306'],
  *check(subject): Generator<RuleHit> {
    const severity = weighed(this.severity, subject);
    if (subject.server.image !== undefined) {
      for (const { name, value, place } of containerOptions(subject))
        if (name === '--publish-all' || (name === '--publish' && isOpenPort(value)))
          yield serverHit(subject, place, `${name} ${quote(value, 60)}`.trim(), { severity });
      return;
    }
    yield* flags(subject, severity);
    for (const variable of subject.variables)
      if (VARIABLE.test(variable.name) && EVERYWHERE.test(variable.value.trim()))
        yield serverHit(subject, variable, `${quote(variable.name, 60)}=${quote(variable.value, 40)}`, { severity });
  },
};

function* flags(subject: ServerSubject, severity: RuleHit['severity'] & string): Generator<RuleHit> {
  const { argv } = subject.configured;
  for (const [at, word] of argv.entries()) {
    const [, flag, attached] = /^(--?[A-Za-z][A-Za-z-]*)(?:=(.*))?$/s.exec(word.value) ?? [];
    const next = argv[at + 1];
    const value = attached ?? next?.value ?? '';
    if (flag === undefined || !((FLAG.test(flag) && EVERYWHERE.test(value)) || (ORIGINS.test(flag) && value === '*'))) continue;
    yield serverHit(subject, attached === undefined ? next : word, `${flag} ${quote(value, 40)}`, { severity });
  }
}

/** `8080:8080` and `0.0.0.0:80:80` are open; `127.0.0.1:80:80` and any other named address are not. */
function isOpenPort(publish: string): boolean {
  const bracketed = /^\[([^\]]*)\]:/.exec(publish);
  if (bracketed) return /^::0?$/.test(bracketed[1] ?? '');
  const parts = publish.replace(/\/(?:tcp|udp|sctp)$/, '').split(':');
  return parts.length < 3 ? /^[\d-]+(?::[\d-]+)?$/.test(parts.join(':')) : parts[0] === '0.0.0.0' || parts[0] === '';
}
