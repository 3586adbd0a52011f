import type { McpServer } from '../model/agent.js';
import type { Location } from '../model/component.js';
import type { Fact } from '../model/finding.js';
import type { Inventory } from '../model/inventory.js';
import { severities } from '../model/severity.js';

/** Rules about a server that repeat a finding about its package, and how to recognise that finding. */
const SAID_OF_PACKAGE: Readonly<Record<string, (fact: Fact) => boolean>> = {
  'known-vulnerable-version': ({ kind }) => kind === 'vulnerability',
  'known-malicious-package': ({ kind }) => kind === 'malicious',
  'look-alike-package': ({ kind, id }) => id === 'look-alike' || kind === 'malicious',
};

/**
 * Drops facts that repeat another's cause. Of a rule about a server and a record about the package it runs, the record stays, with the
 * rule's name and the place in the configuration. A rule that covers more than the records also stays.
 */
export function oneForEachCause(all: readonly Fact[], { servers, components }: Inventory): Fact[] {
  const facts = withJoinedSecrets(withoutRepeatedSecrets(all));
  const rules = facts.filter(({ rule, subject }) => subject !== undefined && rule !== undefined && rule in SAID_OF_PACKAGE);
  if (rules.length === 0) return facts;
  const names = new Map(components.map(({ ref, name }) => [ref, name]));
  const runs = (server: McpServer) => server.components.filter((ref) => names.get(ref) === server.package?.name);
  const packagesOf = new Map(servers.map((server) => [server.ref, new Set(runs(server))]));
  const dropped = new Set<Fact>();
  const kept = new Map<Fact, Fact>();
  for (const fact of rules) {
    const packages = packagesOf.get(fact.subject ?? '');
    const same = facts.filter(
      (one) => one.component !== undefined && packages?.has(one.component) && SAID_OF_PACKAGE[fact.rule ?? '']?.(one),
    );
    const [first] = same;
    if (!first || !tellsAll(same, fact)) continue;
    dropped.add(fact);
    kept.set(first, joined(kept.get(first) ?? first, fact));
  }
  return facts.filter((fact) => !dropped.has(fact)).map((fact) => kept.get(fact) ?? fact);
}

/** A secret in the configuration of an agent is told by the rules about configurations, which know what it is for. */
function withoutRepeatedSecrets(facts: readonly Fact[]): Fact[] {
  const place = ({ path, line }: Location) => `${path}:${line}`;
  const told = new Set(facts.flatMap(({ rule, locations }) => (rule?.startsWith('literal-secret-') ? locations.map(place) : [])));
  if (told.size === 0) return [...facts];
  return facts.filter(({ kind, locations }) => kind !== 'secret' || !locations.some((one) => told.has(place(one))));
}

/**
 * A secret that a rule about infrastructure code tells, too, is one finding: that rule's, which knows what the value is for, with the name of
 * the rule about secrets, which knows how to revoke it.
 */
function withJoinedSecrets(facts: readonly Fact[]): Fact[] {
  const place = ({ locations: [at] }: Fact) => `${at?.path}:${at?.line}`;
  const literals = new Map<string, Fact>();
  for (const fact of facts) if (fact.kind === 'iac' && fact.cwes.includes(LITERAL)) literals.set(place(fact), fact);
  if (literals.size === 0) return [...facts];
  const joins = new Map<Fact, Fact[]>();
  for (const fact of facts) {
    const literal = fact.kind === 'secret' && isOfFile(fact) ? literals.get(place(fact)) : undefined;
    if (literal) joins.set(literal, [...(joins.get(literal) ?? []), fact]);
  }
  const dropped = new Set([...joins.values()].flat());
  return facts.flatMap((fact) => {
    const secrets = joins.get(fact);
    return dropped.has(fact) ? [] : [secrets ? withSecrets(fact, secrets) : fact];
  });
}

/** Hard-coded credentials. */
const LITERAL = 'CWE-798';

/** False for what only images and histories hold: a file of today is another place. */
function isOfFile({ locations: [at] }: Fact): boolean {
  return at !== undefined && at.layer === undefined && at.image === undefined;
}

function withSecrets(literal: Fact, secrets: readonly Fact[]): Fact {
  const rules = [...new Set(secrets.flatMap(({ rule }) => rule ?? []))].sort();
  const worst = [literal, ...secrets].map(({ severity }) => severity).sort((a, b) => severities.indexOf(a) - severities.indexOf(b))[0];
  return {
    ...literal,
    severity: worst ?? literal.severity,
    aliases: [...new Set([...literal.aliases, ...rules])].sort(),
    why: `${literal.why} ${rules.join(' and ')} ${rules.length === 1 ? 'says' : 'say'} the same of it: ${secrets[0]?.why ?? ''}`,
    fix: [...new Set([...secrets.map(({ fix }) => fix), literal.fix])].join(' '),
    references: [...new Set([...literal.references, ...secrets.flatMap(({ references }) => references)])],
  };
}

function tellsAll(facts: readonly Fact[], { advisories }: Fact): boolean {
  const known = new Set(facts.flatMap(({ id, aliases, advisories: own }) => [id, ...aliases, ...own]));
  return advisories.every((id) => known.has(id));
}

/** The record, with the rule's name and exact place added. */
function joined(record: Fact, rule: Fact): Fact {
  const [place] = rule.locations;
  const elsewhere = record.locations.filter(({ path }) => path !== place?.path);
  const locations = place
    ? [...elsewhere, ...record.locations.filter(({ path, pointer }) => path === place.path && pointer), place]
    : record.locations;
  return { ...record, rule: rule.rule ?? record.id, locations };
}
